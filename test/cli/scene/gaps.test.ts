import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flight } from '../../../src/engines/flight/index.ts';
import { fileSink } from '../../../src/record/index.node.ts';
import { RecordingWriter } from '../../../src/record/index.ts';
import { box, floor, resolveScene, sphere } from '../../../src/scene/index.ts';
import { defaultsOf, recordRun, run } from '../../../src/sim/index.ts';
import { describeRun, lonelyContext } from '../../sim/tiny.ts';
import { carom, lastLine } from '../carom.ts';

const file = {
  name: 'gaps',
  gravity: 0,
  duration: 0.5,
  frameRateHz: 10,
  bodies: [
    floor(),
    { ...box({ size: [1, 1, 1] }), name: 'wall', motion: 'static', position: [0, 2, -9] },
    { ...box({ size: [1, 1, 1] }), name: 'left', position: [0, 2, 0], velocity: [1, 0, 0] },
    { ...box({ size: [1, 1, 1] }), name: 'right', position: [1.25, 2, 0] },
    { ...sphere({ radius: 0.1 }), name: 'core', position: [1.25, 2, 0] },
    { ...box({ size: [1, 1, 1] }), name: 'later', position: [1.25, 2, 0], enabled: false },
  ],
} as const;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-gaps-'));
  writeFileSync(join(folder, 'gaps.json'), JSON.stringify(file));
  const { scene } = resolveScene(file as never);
  const sink = fileSink(join(folder, 'gaps.carom'));
  const simulation = flight.start(scene, defaultsOf(flight), lonelyContext());
  const writer = RecordingWriter.create(sink, scene, describeRun(flight, scene));
  const frames = run(simulation, { scene, reportColumns: flight.columns.length });
  for (const _ of recordRun(simulation, frames, writer));
  sink.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Side {
  readonly name: string;
  readonly point: readonly number[];
}

async function gaps(...args: readonly string[]) {
  const ended = await carom(['info', ...args, '--gaps', '--json'], folder);
  expect(ended.status).toBe(0);
  const result = lastLine(ended) as unknown as {
    readonly frame?: number;
    readonly time: number;
    readonly pairs: readonly { distance: number; overlaps: boolean; a: Side; b: Side }[];
  };
  return { ...result, lines: ended.stderr, names: result.pairs.map(({ a, b }) => `${a.name} ${b.name}`) };
}

test('info --gaps lists what is nearest at the start, what overlaps first', async () => {
  const { frame, time, pairs, lines, names } = await gaps('gaps.json');
  expect([frame, time]).toEqual([undefined, 0]);
  // inside another is overlapping, though the surfaces are apart; what stands, and what is not there yet, is left out
  expect(names.slice(0, 2)).toEqual(['right core', 'left right']);
  expect(names.some((name) => name.includes('later') || name === 'floor wall')).toBe(false);
  expect(pairs).toHaveLength(9);
  expect(pairs[0].overlaps).toBe(true);
  expect(pairs[0].distance).toBeCloseTo(0.4, 2);
  expect(pairs[1].overlaps).toBe(false);
  expect(pairs[1].distance).toBeCloseTo(0.25, 12);
  expect([pairs[1].a.point[0], pairs[1].b.point[0]]).toEqual([0.5, 0.75]);
  expect(lines).toMatch(/overlap.* right – core/);
  expect(lines).toMatch(/0\.25 m +left – right, from \(0\.5 .*\) to \(0\.75 /);
});

test('of a recording it takes the last frame, or the one that is asked for', async () => {
  const last = await gaps('gaps.carom');
  expect(last.frame).toBe(5);
  // by now left is in right, and touches the ball no more than before
  expect(last.names.slice(0, 2).sort()).toEqual(['left right', 'right core']);
  expect(last.pairs[1].overlaps).toBe(true);
  const second = await gaps('gaps.carom', '--frame', '1');
  expect(second.time).toBeCloseTo(0.1, 12);
  expect(second.pairs[1].distance).toBeCloseTo(0.15, 9);
});

test('lists twenty pairs, all where all are wanted, and refuses what means nothing', async () => {
  const many = {
    name: 'many',
    bodies: Array.from({ length: 8 }, (_, i) => ({
      ...box({ size: [0.1, 0.1, 0.1] }),
      name: `box ${i}`,
      position: [i * i, 0, 0],
    })),
  };
  writeFileSync(join(folder, 'many.json'), JSON.stringify(many));
  const some = await gaps('many.json');
  expect(some.pairs).toHaveLength(20);
  expect(some.names[0]).toBe('box 0 box 1');
  expect(some.pairs.every(({ distance }, i) => i === 0 || distance >= some.pairs[i - 1].distance)).toBe(true);
  expect((await gaps('many.json', '--all')).pairs).toHaveLength(28);
  const refused = async (...args: readonly string[]) => {
    const { status, stderr } = await carom(['info', ...args], folder);
    expect(status).toBe(2);
    return stderr;
  };
  expect(await refused('gaps.carom', '--gaps', '--frame', '6')).toMatch(
    /--frame.*6 frames.*\(6\).*give 0 to 5/,
  );
  expect(await refused('gaps.json', '--gaps', '--frame', '0')).toMatch(/not a recording/);
  expect(await refused('gaps.json', '--frame', '0')).toMatch(/add --gaps/);
});
