import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkRow,
  checkTask,
  countTasks,
  csvHeader,
  csvLine,
  defineSweep,
  packSweep,
  type Row,
  readSweep,
  runTask,
  type Sweep,
  type SweepFile,
  sweepHash,
  taskAt,
  unpackSweep,
} from '../../src/farm/index.ts';
import { bytesSource, MemorySink, openRecording } from '../../src/record/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';
import { Stopped } from '../../src/sim/index.ts';

/** A ball over a floor, and one far away that never meets anything. */
const scene = {
  name: 'drop',
  engine: 'lcp',
  duration: 0.3,
  frameRateHz: 50,
  bodies: [
    { name: 'floor', shape: { kind: 'box', size: [4, 1, 4] }, motion: 'static', position: [0, -0.5, 0] },
    { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0.3, 0], velocity: [0.5, 0, 0] },
    { name: 'other', shape: { kind: 'sphere', radius: 0.1 }, position: [9, 5, 0] },
  ],
} as const;

const base = defineSweep({
  name: 'drops',
  scene: structuredClone(scene) as unknown as Record<string, unknown>,
  parameters: [
    { name: 'high', at: '/bodies/ball/position/1', values: [0.2, 0.3] },
    { name: 'mu', at: ['/bodies/ball/friction', '/bodies/0/friction'], range: [0.1, 0.9], count: 3 },
    { name: 'double', is: 'mu * 2' },
  ],
  measures: [
    { name: 'up', height: 'ball', of: 'max' },
    { name: 'far', travel: 'ball' },
    { name: 'energy', column: 'energy', of: 'mean' },
    { name: 'touch', firstContact: ['floor', 'ball'] },
    { name: 'never', firstContact: ['other', 'ball'] },
    { name: 'began', position: 'ball', axis: 'y', at: 'first' },
    { name: 'late', is: 'touch > 0.1 and double >= 2 * mu' },
    { name: 'unknown', is: 'never < 1' },
  ],
});

const quiet = { stopped: () => false };
const read = (file: unknown) => readSweep(file, 'test');
const rowOf = async (sweep: Sweep, run: number) =>
  runTask(sweep, taskAt(sweep, sweepHash(packSweep(sweep)), run), quiet);
const faultsOf = async (file: unknown): Promise<string> => {
  const error: unknown = await read(file).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FaultError);
  return (error as FaultError).message;
};
const without = ({ wallSeconds: _, ...row }: Row) => row;

describe('points', () => {
  test('of a grid come with the last parameter fastest, and by their number', async () => {
    const sweep = await read(base);
    expect(countTasks(sweep)).toBe(6);
    const values = [0, 1, 2, 3, 5].map((run) => taskAt(sweep, '', run).values);
    expect(values).toEqual([
      { high: 0.2, mu: 0.1, double: 0.2 },
      { high: 0.2, mu: 0.5, double: 1 },
      { high: 0.2, mu: 0.9, double: 1.8 },
      { high: 0.3, mu: 0.1, double: 0.2 },
      { high: 0.3, mu: 0.9, double: 1.8 },
    ]);
    expect(() => taskAt(sweep, '', 6)).toThrow(RangeError);
  });

  test('together go step by step, and repeats differ by seed alone', async () => {
    const [high, mu] = base.parameters ?? [];
    const sweep = await read({
      ...base,
      parameters: [high, { ...mu, count: 2 }],
      measures: [],
      draw: 'together',
      repeats: 2,
    });
    const tasks = [0, 1, 2, 3].map((run) => taskAt(sweep, '', run));
    expect(tasks.map(({ values }) => values['mu'])).toEqual([0.1, 0.1, 0.9, 0.9]);
    expect(tasks[0].seed).not.toBe(tasks[1].seed);
    expect(tasks[0].seed).toBe(tasks[2].seed);
  });

  test('any one of ten million is there at once', async () => {
    const sweep = await read({ ...base, draw: { kind: 'latin hypercube', count: 10_000_000 } });
    expect(checkTask({ ...taskAt(sweep, 'a'.repeat(64), 9_999_999) }).run).toBe(9_999_999);
  });
});

describe('a run', () => {
  test('measures, and gives the same row twice and from bytes', async () => {
    const sweep = await read(base);
    const row = await rowOf(sweep, 3);
    expect(row).toMatchObject({ run: 3, ended: 'done', what: '', recording: null, simulatedSeconds: 0.3 });
    const { up, far, touch, never, began, late, unknown, energy } = row.measures;
    expect(up).toBe(0.3);
    expect(began).toBe(0.3);
    expect(far).toBeGreaterThan(0.1);
    expect(energy).not.toBeNull();
    // A fall of 0.2 m takes 0.202 s.
    expect(touch).toBeGreaterThan(0.17);
    expect(touch).toBeLessThan(0.22);
    expect([never, late, unknown]).toEqual([null, 1, null]);
    expect(row.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(without(await rowOf(sweep, 3))).toEqual(without(row));
    expect(without(await rowOf(unpackSweep(packSweep(sweep)), 3))).toEqual(without(row));
    expect((await rowOf(sweep, 4)).hash).not.toBe(row.hash);
    expect(checkRow(JSON.parse(JSON.stringify(row)))).toEqual(row);
  });

  test('ends early where the sweep says so', async () => {
    const row = await rowOf(await read({ ...base, stopWhen: 'time > 0.09 and far > 0.04' }), 0);
    expect(row).toMatchObject({ ended: 'early', simulatedSeconds: 0.1 });
  });

  test('of a scene that no engine takes is a row that says why', async () => {
    const inside = { name: 'high', at: '/bodies/ball/position/1', values: [0.3, 0, 0.2] };
    const sweep = await read({ ...base, engine: 'ipc', parameters: [inside], measures: [] });
    const row = await rowOf(sweep, 1);
    expect(row).toMatchObject({ ended: 'failed', measures: {}, hash: '', simulatedSeconds: 0 });
    expect(row.what).toMatch(/ball/);
    expect(checkRow(row)).toEqual(row);
  });

  test('of a value that cannot be computed is a row that says so', async () => {
    const root = { name: 'root', is: 'sqrt(high - 0.25)', at: '/bodies/ball/friction' };
    const [high] = base.parameters ?? [];
    const error = await faultsOf({ ...base, parameters: [high, root], measures: [] });
    expect(error).toMatch(/"root" cannot be computed here/);
  });

  test('stops at a limit, and throws where it is told to stop', async () => {
    const sweep = await read({ ...base, duration: 1000, limits: { wallSeconds: 0.05 } });
    expect(await rowOf(sweep, 0)).toMatchObject({ ended: 'limit', what: /longer than 0.05 s/ as unknown });
    const task = taskAt(sweep, '', 0);
    await expect(runTask(sweep, task, { stopped: () => true })).rejects.toBeInstanceOf(Stopped);
  });

  test.each([
    ['all', 'done', true],
    ['failed', 'done', false],
    ['failed', 'limit', true],
  ] as const)('keeps recordings of %s: of one that is %s %s', async (keepOf, ended, stays) => {
    const limits = ended === 'limit' ? { limits: { memoryBytes: 1e6 } } : {};
    const sweep = await read({ ...base, keep: 'frames', keepOf, ...limits });
    const sink = new MemorySink();
    let stayed: boolean | undefined;
    const row = await runTask(sweep, taskAt(sweep, '', 3), {
      ...quiet,
      memoryBytes: () => (sink.bytes().length > 0 ? 1e9 : 0),
      keepInto: (run) => ({ sink, path: `runs/${run}.carom`, end: (kept) => (stayed = kept) }),
    });
    expect([row.ended, stayed, row.recording]).toEqual([ended, stays, stays ? 'runs/3.carom' : null]);
    if (ended === 'done') expect((await openRecording(bytesSource(sink.bytes()))).frameCount).toBe(16);
  });

  test('asks the expectations of an example', async () => {
    const file = {
      ...base,
      scene: 'drop',
      measures: [
        { name: 'falls', expectation: 'it falls' },
        { name: 'no', is: 'not falls' },
      ],
    };
    const opened = { scene, example: 'drop' };
    const sweep = await readSweep(file, 'test', { openScene: async () => opened });
    const row = await runTask(sweep, taskAt(sweep, '', 0), {
      ...quiet,
      expectationsOf: async () => [{ says: 'it falls', holds: ({ times }) => times.length === 16 }],
    });
    expect(row.measures).toEqual({ falls: 1, no: 0 });
  });
});

describe('pointers', () => {
  const one = (at: string | string[], value: number, more: Partial<SweepFile> = {}) => ({
    ...base,
    ...more,
    parameters: [{ name: 'x', at, values: [value] }],
    measures: [],
  });

  test.each([
    ['/bodies/1/position/1', 0.4],
    ['/bodies/ball/restitution', 0.5],
    ['/bodies/ball/shape/radius', 0.05],
    ['/options/timeStep', 0.005],
    ['/duration', 0.1],
    ['/seed', 7],
  ])('%s is found, or written where the schema knows it', async (at, value) => {
    const changed = await rowOf(await read(one(at, value)), 0);
    expect(changed.ended).toBe('done');
    if (at === '/seed') return;
    expect(changed.hash).not.toBe(
      (await rowOf(await read(one([], 0).scene ? { ...base, parameters: [], measures: [] } : {}), 0)).hash,
    );
  });

  test.each([
    ['/bodies/bal/friction', /did you mean "ball"/],
    ['/bodies/ball/fricton', /did you mean "friction"/],
    ['/bodies/ball/name', /points at no number/],
    ['/bodies/ball/__proto__', /there is no "__proto__"/],
    ['/__proto__/x', /there is no "__proto__"/],
    ['/options/__proto__', /there is no/],
    ['friction', /is no pointer/],
    ['/nothing', /there is no "nothing"/],
  ])('%s is refused', async (at, why) => {
    expect(await faultsOf(one(at, 1))).toMatch(why);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('lead to parameters of specifications', async () => {
    const specification = `system Swing;
      param Pull = 9.81 in 1 .. 30;
      frame Arm turn x(60 deg) { frame Bob at (0, 0, -1) { shape sphere(0.1) color red; } }
      vary Rx(Arm);
      mass Bob = point(1);
      potential(o) = Mass(o) * Pull * AbsTrans(o).z;`;
    const file = {
      ...base,
      scene: 'swing.lagrange',
      duration: 0.1,
      parameters: [{ name: 'pull', at: '/specification/Pull', values: [2, 20] }],
      measures: [{ name: 'low', position: 'Bob', axis: 'z' }],
    };
    const openScene = async () => ({ scene: specification });
    const sweep = unpackSweep(packSweep(await readSweep(file, 'test', { openScene })));
    const [slow, fast] = [await rowOf(sweep, 0), await rowOf(sweep, 1)].map(
      ({ measures }) => measures['low'],
    );
    // Let go at 60°, to the fourth power of t = 0.1 s: θ = θ₀ - g sin θ₀ t²/2 + g² sin θ₀ cos θ₀ t⁴/24.
    const [sin, cos] = [Math.sqrt(3) / 2, 0.5];
    const angleAfter = (g: number) => Math.PI / 3 - (g * sin * 0.01) / 2 + (g * g * sin * cos * 1e-4) / 24;
    expect(slow).toBeCloseTo(-Math.cos(angleAfter(2)), 4);
    expect(fast).toBeCloseTo(-Math.cos(angleAfter(20)), 4);
    const astray = { ...file, parameters: [{ name: 'pull', at: '/specification/Pulk', values: [1] }] };
    await expect(readSweep(astray, 'test', { openScene })).rejects.toThrow(
      /did you mean "\/specification\/Pull"/,
    );
  });
});

describe('faults', () => {
  test.each([
    [{ ...base, meassures: [] }, /did you mean "measures"/],
    [{ ...base, seed: -1 }, /seed/],
    [{ ...base, format: 'carom-sweep-2' }, /format/],
    [
      { ...base, parameters: [{ name: 'a' }] },
      /parameters\[0\]: has no values; give one of values, range and is/,
    ],
    [{ ...base, parameters: [{ name: 'a', values: [1], is: '2' }] }, /says both values and is/],
    [{ ...base, parameters: [{ name: 'a', range: [0, 1] }] }, /parameters\[0\]\.count: is missing/],
    [{ ...base, parameters: [{ name: 'a', range: [0, 1], count: 3, scale: 'log' }] }, /has no logarithm/],
    [{ ...base, parameters: [{ name: 'sin', values: [1] }] }, /means something in expressions/],
    [{ ...base, parameters: [{ name: 'hash', values: [1] }] }, /a column of every row/],
    [{ ...base, parameters: [{ name: '__proto__', values: [1] }] }, /parameters\[0\]\.name/],
    [{ ...base, parameters: [{ name: 'a', is: 'b' }] }, /there is no "b" above it/],
    [{ ...base, measures: [{ name: 'a' }] }, /measures nothing/],
    [{ ...base, measures: [{ name: 'a', height: 'bal' }] }, /did you mean "ball"/],
    [{ ...base, measures: [{ name: 'a', column: 'enrgy' }] }, /did you mean "energy"/],
    [{ ...base, measures: [{ name: 'a', position: 'ball' }] }, /axis: is missing/],
    [{ ...base, measures: [{ name: 'a', height: 'ball', of: 'max', at: 1 }] }, /says both of and at/],
    [{ ...base, measures: [{ name: 'a', expectation: 'it holds' }] }, /only examples expect/],
    [{ ...base, stopWhen: 'upp > 1' }, /did you mean "up"/],
    [{ ...base, scene: 'nowhere' }, /there is no such scene/],
    [{ ...base, draw: { kind: 'sobol', count: 1e9 } }, /draw/],
    [{ ...base, draw: 'together' }, /another number of steps/],
    [{ ...base, repeats: 1e9 }, /repeats/],
    [
      {
        ...base,
        measures: [],
        parameters: Array.from({ length: 40 }, (_, i) => ({ name: `p${i}`, range: [0, 1], count: 1000 })),
      },
      /too many runs/,
    ],
    [`${'['.repeat(1e5)}`, /brackets inside each other/],
    ['{"format":', /is not JSON/],
    [null, /object/],
  ])('of %j are said', async (file, why) => {
    expect(await faultsOf(file)).toMatch(why);
  });

  test('of bytes that are no sweep are said, whichever bytes are wrong', async () => {
    const bytes = packSweep(await read(base));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, byte, length) => {
        const bad = bytes.slice(0, length);
        if (at < length) bad[at] = byte;
        try {
          unpackSweep(bad);
        } catch (error) {
          expect(error).toBeInstanceOf(FaultError);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    { sweep: '../../x', run: 0, values: {}, seed: 0 },
    { sweep: 'a'.repeat(64), run: -1, values: {}, seed: 0 },
    { sweep: 'a'.repeat(64), run: 0, values: { 'a/b': 1 }, seed: 0 },
    { sweep: 'a'.repeat(64), run: 0, values: { a: 'b' }, seed: 0 },
    { sweep: 'a'.repeat(64), run: 0, values: {}, seed: 0, code: 'x' },
  ])('of a task that is none: %j', (task) => {
    expect(() => checkTask(task)).toThrow(FaultError);
  });
});

test('meshes travel with the sweep', async () => {
  const off = new TextEncoder().encode(
    'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n',
  );
  const file = {
    ...base,
    scene: {
      name: 'mesh',
      engine: 'lcp',
      duration: 0.04,
      bodies: [{ name: 'ball', shape: { kind: 'file', path: 'tetra.off' }, position: [0, 2, 0] }],
    },
    parameters: [{ name: 'size', at: '/bodies/ball/scale', values: [1, 2] }],
    measures: [{ name: 'up', height: 'ball', at: 'first' }],
  };
  const loadFile = (path: string) => (path === 'tetra.off' ? off : undefined);
  const sweep = unpackSweep(packSweep(await readSweep(file, 'test', { loadFile })));
  expect(sweep.subject.files).toEqual({ 'tetra.off': off });
  const rows = [await rowOf(sweep, 0), await rowOf(sweep, 1)];
  expect(rows.map(({ ended }) => ended)).toEqual(['done', 'done']);
  expect(rows[0].hash).not.toBe(rows[1].hash);
});

test('rows are lines of CSV', async () => {
  const sweep = await read(base);
  const row = await rowOf(sweep, 0);
  expect(csvHeader(sweep)).toBe(
    'run,high,mu,double,up,far,energy,touch,never,began,late,unknown,' +
      'seed,ended,what,simulatedSeconds,wallSeconds,version,hash,recording\r\n',
  );
  const cells = csvLine(sweep, { ...row, what: 'so "it", is' }).split(',');
  expect(cells.slice(0, 5)).toEqual(['0', '0.2', '0.1', '0.2', '0.2']);
  expect(csvLine(sweep, { ...row, what: 'so "it", is' })).toContain('"so ""it"", is"');
});
