// carom run --inputs: bodies come, are pushed and go, and the recording says so and is verified.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingFile } from '../../../src/record/index.node.ts';
import { carom } from '../carom.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-inputs-'));
  const ball = { shape: { kind: 'sphere', radius: 0.1, subdivisions: 1 }, enabled: false };
  const scene = {
    name: 'spawn',
    duration: 0.5,
    frameRateHz: 20,
    bodies: [
      { name: 'floor', shape: { kind: 'plane', width: 4, depth: 4 }, motion: 'static' },
      { name: 'one', ...ball },
      { name: 'two', ...ball },
    ],
  };
  writeFileSync(join(folder, 'spawn.json'), JSON.stringify(scene));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (inputs: unknown, ...more: string[]) => {
  writeFileSync(join(folder, 'inputs.json'), JSON.stringify(inputs));
  return carom(['run', 'spawn.json', '--inputs', 'inputs.json', '--out', 'run.carom', ...more], folder);
};

test('things come and go as the file says', async () => {
  const at = (y: number) => [0, y, 0, 0, 0, 0, 1];
  const { status, stdout, stderr } = await run([
    { time: 0.3, kind: 'disable', target: 'one' },
    { time: 0.1, kind: 'enable', target: 'one', values: at(0.5) },
    { time: 0.2, kind: 'enable', target: 2, values: [...at(1), 0, -1, 0, 0, 0, 0] },
  ]);
  expect(stderr + stdout).toContain('verified');
  expect(status).toBe(0);
  const recording = await openRecordingFile(join(folder, 'run.carom'));
  const absent: number[][] = [];
  for (let i = 0; i < recording.frameCount; i++) absent.push([...((await recording.frame(i)).absent ?? [])]);
  const last = await recording.frame(10);
  await recording.close();
  expect(absent[2]).toEqual([1, 2]);
  expect(absent[4]).toEqual([2]);
  expect(absent[6]).toEqual([]);
  expect(absent[10]).toEqual([1]);
  expect(last.poses[7 * 2 + 1]).toBeLessThan(0.9);
});

test('what makes no sense is told before anything runs', async () => {
  const nobody = await run([{ time: 0, kind: 'enable', target: 'oen' }]);
  expect(nobody.status).toBe(2);
  expect(nobody.stderr).toContain('did you mean "one"');
  const nothing = await run([{ time: 0, kind: 'shove', target: 'one' }]);
  expect(nothing.status).toBe(2);
  expect(nothing.stderr).toContain('docs/inputs.md');
  const inside = await run([{ time: 0, kind: 'enable', target: 'one', values: [0, 0, 0, 0, 0, 0, 1] }]);
  expect(inside.status).toBe(2);
  expect(inside.stderr).toContain('floor');
});
