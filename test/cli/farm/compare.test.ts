import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carom, lastLine } from '../carom.ts';

let folder: string;

/** Nothing touches, so that what differs is known in closed form. */
function scene(push: number) {
  const still = { name: 'still', shape: { kind: 'box' } };
  const pushed = { name: 'pushed', shape: { kind: 'box' }, position: [5, 0, 0], velocity: [push, 0, 0] };
  const body = { engine: 'flight', frameRateHz: 10, duration: 1, gravity: [0, 0, 0] };
  return JSON.stringify({ name: 'two', ...body, bodies: [still, pushed] });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carom-compare-'));
  const runs = { a: [1, '1'], same: [1, '1'], faster: [1.5, '1'], shorter: [1, '0.5'] } as const;
  for (const [name, [push, duration]] of Object.entries(runs)) {
    writeFileSync(join(folder, `${name}.json`), scene(push));
    const args = ['run', `${name}.json`, '-q', '--duration', duration, '--out', `${name}.carom`];
    expect((await carom(args, folder)).status).toBe(0);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('two runs of the same are the same', async () => {
  const ended = await carom(['compare', 'a.carom', 'same.carom', '--json'], folder);
  expect(ended.status).toBe(0);
  expect(lastLine(ended)).toMatchObject({ same: true, first: null, furthest: null, frames: [11, 11] });
});

test('the first frame and body that differ, by how much, and where they are furthest apart', async () => {
  const ended = await carom(['compare', 'a.carom', 'faster.carom', '--json'], folder);
  expect(ended.status).toBe(1);
  const { first, furthest } = lastLine(ended) as Record<string, Record<string, unknown>>;
  expect(first).toMatchObject({ frame: 0, body: 'pushed', distance: 0, degrees: 0, speed: 0.5 });
  expect(furthest).toMatchObject({ frame: 10, time: 1, body: 'pushed' });
  expect(furthest.distance).toBeCloseTo(0.5, 12);
  expect(ended.stderr).toContain('first apart: frame 0 (0 s), pushed, by 0 m, 0.5 m/s');
});

test('a run that ends earlier is not the same, and says so', async () => {
  const ended = await carom(['compare', 'a.carom', 'shorter.carom'], folder);
  expect(ended.status).toBe(1);
  expect(ended.stdout).toContain('one has 11 frames, the other 6');
  expect(ended.stdout).toContain('no frame that both have differs');
});

test('what is no recording is refused', async () => {
  expect((await carom(['compare', 'a.carom', 'a.json'], folder)).status).toBe(2);
  expect((await carom(['compare', 'a.carom', 'nothing.carom'], folder)).status).toBe(2);
});
