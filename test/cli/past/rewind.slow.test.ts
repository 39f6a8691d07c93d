import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingFile } from '../../../src/record/index.node.ts';
import { carom, lastLine } from '../carom.ts';

let folder: string;

const laws = { restitution: 0.5, friction: 0.4 };
const scene = {
  name: 'end',
  engine: 'lcp',
  duration: 0.8,
  frameRateHz: 30,
  bodies: [
    { name: 'floor', shape: { kind: 'plane' }, motion: 'static', ...laws },
    { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0.1, 0], ...laws },
    { name: 'box', shape: { kind: 'box', size: [0.3, 0.2, 0.24] }, position: [1, 0.1, 0], ...laws },
  ],
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-rewind-'));
  writeFileSync(join(folder, 'end.json'), JSON.stringify(scene));
  const moving = { ...scene.bodies[1], velocity: [0, -1, 0] };
  writeFileSync(
    join(folder, 'falling.json'),
    JSON.stringify({ ...scene, bodies: [scene.bodies[0], moving] }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('pasts are found, ranked, recorded and pictured, and a recording ends where the scene stands', async () => {
  const ended = await carom(
    ['rewind', 'end.json', '--samples', '2', '--keep', '1', '--threads', '2', '--out', 'pasts', '--json'],
    folder,
  );
  expect(ended.status).toBe(0);
  const { samples, recordings } = lastLine(ended) as {
    samples: { replays: boolean }[];
    recordings: string[];
  };
  expect(samples.map(({ replays }) => replays)).toEqual([true, true]);
  expect(existsSync(join(folder, 'pasts', 'gallery.png'))).toBe(true);
  const index = JSON.parse(readFileSync(join(folder, 'pasts', 'index.json'), 'utf8'));
  expect(index.samples[0].recording).toBe(recordings[0]);

  const recording = await openRecordingFile(join(folder, recordings[0]));
  const first = await recording.frame(0);
  const last = await recording.frame(recording.frameCount - 1);
  expect([...last.poses.subarray(7, 10)]).toEqual([0, 0.1, 0]);
  expect([...last.poses.subarray(14, 17)]).toEqual([1, 0.1, 0]);
  expect([...last.velocities].every((value) => value === 0)).toBe(true);
  expect([...first.poses]).not.toEqual([...last.poses]);
  await recording.close();
});

test('the scene may be a moment in the middle', async () => {
  const ended = await carom(
    ['rewind', 'end.json', '--samples', '1', '--keep', '1', '--from', '0.4', '--out', 'middle', '--json'],
    folder,
  );
  expect(ended.status).toBe(0);
  const { recordings } = lastLine(ended) as { recordings: string[] };
  const recording = await openRecordingFile(join(folder, recordings[0]));
  const middle = await recording.frame(12);
  expect([...middle.poses.subarray(7, 10)]).toEqual([0, 0.1, 0]);
  expect(recording.frameCount).toBe(25);
  await recording.close();
});

test('a past in which nothing happened is no success, and says so', async () => {
  const held = {
    ...scene,
    duration: 0.2,
    hints: [1, 2].map((i) => ({ body: scene.bodies[i].name, free: false })),
  };
  writeFileSync(join(folder, 'held.json'), JSON.stringify(held));
  const ended = await carom(
    ['rewind', 'held.json', '--samples', '1', '--keep', '1', '--out', 'held', '--json'],
    folder,
  );
  expect(ended.status).toBe(1);
  expect(ended.stderr).toMatch(/no past was found in which anything happens/);
  const { samples } = lastLine(ended) as { samples: { strict: boolean; verdict: string }[] };
  expect(samples).toMatchObject([{ strict: true, verdict: 'nothing happened' }]);
});

test('an end that nothing leads to is refused with the reason', async () => {
  const { status, stderr } = await carom(['rewind', 'falling.json'], folder);
  expect(status).toBe(2);
  expect(stderr).toMatch(/approach each other where they touch/);
  expect((await carom(['rewind', 'end.json', '--from', '7'], folder)).stderr).toMatch(
    /not within the motion/,
  );
});
