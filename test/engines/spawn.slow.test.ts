// Things that come and go: spheres that are declared and absent, enabled one after the other at the same place, some removed
// later. The run is the same bits from its logged inputs and from a snapshot on the way.

import { describe, expect, test } from 'vitest';
import { ipc } from '../../src/engines/ipc/engine.ts';
import { lcp } from '../../src/engines/lcp/engine.ts';
import {
  bytesSource,
  columnAt,
  type FrameRecord,
  type Input,
  MemorySink,
  openRecording,
  RecordingWriter,
  type State,
} from '../../src/record/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';
import { box, floor, resolveScene, type Scene, sphere } from '../../src/scene/index.ts';
import { copyState, defaultsOf, type Engine, hashState, restoreState, run } from '../../src/sim/index.ts';
import { verify } from '../../src/verify/index.ts';
import { describeRun, lonelyContext } from '../sim/tiny.ts';

const count = 20;
const radius = 0.04;
const wall = (name: string, x: number, z: number) => ({
  ...box({ size: x === 0 ? [0.5, 0.2, 0.02] : [0.02, 0.2, 0.4] }),
  name,
  motion: 'static' as const,
  position: [x, 0.11, z] as [number, number, number],
});

/** All spheres are declared at the same place, where the spout is. */
const { scene: all } = resolveScene({
  name: 'spout',
  duration: 2.4,
  frameRateHz: 30,
  bodies: [
    floor({ friction: 0.4 }),
    wall('left', -0.24, 0),
    wall('right', 0.24, 0),
    wall('front', 0, 0.22),
    wall('back', 0, -0.22),
    ...Array.from({ length: count }, (_, i) => ({
      ...sphere({ radius, subdivisions: 1 }),
      name: `ball ${i}`,
      position: [0, 0.6, 0] as [number, number, number],
      friction: 0.3,
    })),
  ],
});
const first = all.bodies.findIndex(({ name }) => name === 'ball 0');
const scene: Scene = {
  ...all,
  bodies: all.bodies.map((body, b) => (b < first ? body : { ...body, enabled: false })),
};

/** One every 0.1 s, to the left and right by turns; every fourth is taken away 0.9 s later. */
function plan(frame: number): Input[] {
  const inputs: Input[] = [];
  const input = (kind: Input['kind'], ball: number, values: number[]) =>
    inputs.push({ time: 0, kind, target: first + ball, values });
  if (frame % 3 === 1 && (frame - 1) / 3 < count) {
    const ball = (frame - 1) / 3;
    const side = ball % 2 === 0 ? 1 : -1;
    input('enable', ball, [0, 0.6, 0, 0, 0, 0, 1, 0.4 * side, -1, 0.1 * ((ball % 5) - 2), 0, 0, side]);
  }
  const gone = (frame - 28) / 3;
  if (Number.isInteger(gone) && gone >= 0 && gone < count && gone % 4 === 0) input('disable', gone, []);
  return inputs;
}

interface Made {
  readonly frames: FrameRecord[];
  readonly hash: string;
  readonly midway: State;
}

const middle = 41;

function make<Options extends object>(
  engine: Engine<Options>,
  inputs: (frame: number) => readonly Input[],
  from?: State,
): Made {
  const options = defaultsOf(engine);
  expect(engine.refuse(scene, options)).toEqual([]);
  const simulation = engine.start(scene, options, lonelyContext());
  if (from) restoreState(simulation, from);
  const frames: FrameRecord[] = [];
  let midway: State = {};
  const plan = { scene, reportColumns: engine.columns.length, firstFrame: from ? middle + 1 : 0, inputs };
  for (const record of run(simulation, plan)) {
    frames.push(record);
    if (record.index === middle) midway = copyState(simulation.state);
  }
  return { frames, hash: hashState(simulation.state), midway };
}

describe.each([ipc, lcp] as Engine[])('$id', (engine) => {
  const made = make(engine, plan);
  const { frames } = made;

  test('who is there is what the inputs say', () => {
    const absent = new Set(Array.from({ length: count }, (_, i) => first + i));
    for (const { index, frame } of frames) {
      for (const { kind, target } of index > 0 ? plan(index) : []) {
        if (kind === 'enable') absent.delete(target);
        else absent.add(target);
      }
      expect([...(frame.absent ?? [])]).toEqual([...absent].sort((a, b) => a - b));
    }
    expect(absent.size).toBe(4);
  });

  test('balls lie in the box in the end, and none in another', () => {
    const { poses, absent } = frames.at(-1)!.frame;
    const there = Array.from({ length: count }, (_, i) => first + i).filter((b) => !absent?.includes(b));
    for (const b of there) {
      const [x, y, z] = poses.subarray(7 * b);
      expect(Math.abs(x)).toBeLessThan(0.25);
      expect(Math.abs(z)).toBeLessThan(0.22);
      expect(y).toBeGreaterThan(0.8 * radius);
      for (const c of there) {
        if (c >= b) continue;
        const [u, v, w] = poses.subarray(7 * c);
        expect(Math.hypot(x - u, y - v, z - w)).toBeGreaterThan(1.7 * radius);
      }
    }
  });

  test.skipIf(engine.id !== 'ipc')('all that is there stays apart', () => {
    const gap = columnAt(engine.columns, 'smallestGap');
    for (const { report } of frames) expect(report[gap]).toBeGreaterThan(0);
  });

  test.skipIf(engine.id !== 'ipc')('the judge finds nothing in the recording', async () => {
    const sink = new MemorySink();
    const writer = RecordingWriter.create(sink, scene, describeRun(engine, scene));
    for (const record of frames) writer.add(record);
    writer.commit(made.midway);
    writer.close();
    const verdict = await verify(await openRecording(bytesSource(sink.bytes())));
    expect(verdict.faults).toEqual([]);
    expect(verdict.intersections).toBe(0);
  });

  test('nobody touches what is not there', () => {
    for (const { frame, contacts, index } of frames) {
      const since = index > 0 ? frames[index - 1].frame.time : 0;
      for (let c = 0; c < contacts.count; c++)
        if (contacts.start[c] >= since) expect([...(frame.absent ?? [])]).not.toContain(contacts.body[c]);
    }
  });

  test('the path jumps where a ball comes', () => {
    for (const { index, path, inputs } of frames) {
      if (!inputs.some(({ kind }) => kind === 'enable')) continue;
      const jumps = [...path.times].filter((time, k) => k > 0 && time === path.times[k - 1]).length;
      const before = frames[index - 1].frame.time;
      // the knot before the jump is in the frame before where a step ends there
      expect(jumps + (path.times[0] === before ? 1 : 0)).toBe(1);
    }
  });

  test('the logged inputs and a snapshot on the way lead to the same bits', () => {
    const logged = (frame: number) => frames[frame].inputs;
    expect(make(engine, logged).hash).toBe(made.hash);
    const rest = make(engine, logged, made.midway);
    expect(rest.hash).toBe(made.hash);
    rest.frames.forEach(({ frame, contacts }, i) => {
      expect(frame).toEqual(frames[middle + 1 + i].frame);
      expect(contacts).toEqual(frames[middle + 1 + i].contacts);
    });
  });
});

describe('ipc refuses to put a body where another is', () => {
  const start = () => {
    const simulation = ipc.start(scene, defaultsOf(ipc), lonelyContext());
    for (const _ of run(simulation, {
      scene,
      reportColumns: ipc.columns.length,
      lastFrame: 20,
      inputs: plan,
    }));
    return simulation;
  };
  const pose = (x: number, y: number, z: number) => [x, y, z, 0, 0, 0, 1];
  const late = first + count - 1;
  const cases: [string, Input['kind'], number, number[], string][] = [
    ['enabled in the floor', 'enable', late, pose(0, 0, 0), 'overlaps body 0'],
    ['enabled in a wall', 'enable', late, pose(-0.24, 0.1, 0), 'overlaps body 1 "left"'],
    ['put into a wall', 'pose', first, pose(0.24, 0.1, 0), 'overlaps body 2 "right"'],
  ];
  test.each(cases)('%s', (_, kind, target, values, what) => {
    const simulation = start();
    const before = hashState(simulation.state);
    let error: unknown;
    try {
      simulation.apply({ time: 0.7, kind, target, values });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(FaultError);
    const [fault] = (error as FaultError).faults;
    expect(fault.what).toContain(what);
    expect(fault.where).toContain(`bodies[${target}]`);
    expect(hashState(simulation.state)).toBe(before);
  });

  test('two balls at the same place', () => {
    const simulation = start();
    simulation.apply({ time: 0.7, kind: 'enable', target: late, values: pose(0, 2, 0) });
    const again = () =>
      simulation.apply({ time: 0.7, kind: 'enable', target: late - 1, values: pose(0.01, 2, 0) });
    expect(again).toThrow(`overlaps body ${late} `);
    // where the first is no longer, there is room
    simulation.apply({ time: 0.7, kind: 'disable', target: late, values: [] });
    again();
  });
});
