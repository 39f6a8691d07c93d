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

test('goals of the scene and of the command line are told, met or by how much they are missed', async () => {
  const wished = { ...scene, goals: [{ body: 'ball', startsIn: { center: [-0.2, 0.4, 0], radius: 0.15 } }] };
  writeFileSync(join(folder, 'wished.json'), JSON.stringify(wished));
  const found = await carom(
    [
      'rewind',
      'wished.json',
      '--samples',
      '2',
      '--keep',
      '1',
      '--out',
      'wished',
      '--json',
      '--goal',
      'body=box from=0,0,1',
    ],
    folder,
  );
  expect(found.status).toBe(0);
  const { samples, recordings } = lastLine(found) as {
    samples: { goals: { wish: string; met: boolean; off: number }[] }[];
    recordings: string[];
  };
  expect(samples[0].goals).toMatchObject([
    { wish: 'startsIn', met: true },
    { wish: 'from', met: true },
  ]);
  const recording = await openRecordingFile(join(folder, recordings[0]));
  const { poses } = await recording.frame(0);
  expect(Math.hypot(poses[7] + 0.2, poses[8] - 0.4, poses[9])).toBeLessThan(0.15);
  expect(poses[14 + 2] - 0).toBeGreaterThan(0);
  await recording.close();

  const missed = await carom(
    [
      'rewind',
      'wished.json',
      '--samples',
      '1',
      '--keep',
      '0',
      '--out',
      'missed',
      '--goal',
      'body=ball passes=0,50,0',
    ],
    folder,
  );
  expect(missed.status).toBe(1);
  expect(missed.stdout).toMatch(/goals\[1\] "ball" passes: missed by 4\d/);
  expect(missed.stderr).toContain('no past was found that meets all goals');
});

test('goals that cannot be met or read are faults with their place', async () => {
  const refused = async (...goals: string[]) =>
    (await carom(['rewind', 'end.json', ...goals.flatMap((goal) => ['--goal', goal])], folder)).stderr;
  const told = await refused('body=bal atMost=2', 'passes=0,1', 'startsIn=0,0.1,0', 'ball', 'weight=1');
  expect(told).toContain('--goal 1.body: there is no body of this name ("bal"); did you mean "ball"?');
  expect(told).toContain('--goal 2: passes: has too few entries');
  expect(told).toContain('--goal 3: startsIn');
  expect(told).toContain('--goal 4: is no wish ("ball")');
  expect(told).toContain('--goal 5: wishes for nothing');
  expect(await refused('passes=0,-1,0')).toContain('lies inside of "floor", which does not move');
  expect(await refused('body=ball by=floor')).toContain('never moves and hits nothing');
});
