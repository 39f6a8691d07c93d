// What is less than a promise checked on the whole run is never called verified.

import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carom, lastLine } from '../carom.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-words-'));
  const box = { shape: { kind: 'box', size: [0.2, 0.2, 0.2] } };
  const scene = {
    name: 'pass',
    gravity: 0,
    duration: 0.5,
    bodies: [
      { ...box, name: 'left', position: [-0.3, 0, 0], velocity: [1, 0, 0] },
      { ...box, name: 'right', position: [0.3, 0.01, 0.02] },
    ],
  };
  writeFileSync(join(folder, 'pass.json'), JSON.stringify({ ...scene, engine: 'flight' }));
  writeFileSync(join(folder, 'meet.json'), JSON.stringify(scene));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function asked(...args: string[]) {
  const { status, stdout, stderr } = await carom(args, folder);
  const machine = lastLine(await carom([...args, '--json'], folder));
  return { status, said: stdout + stderr, machine };
}

test('where nothing is promised nothing is judged, unless it is asked for', async () => {
  const ran = await asked('run', 'pass.json', '--out', 'pass.carom');
  expect(ran.status).toBe(0);
  expect(ran.said).not.toMatch(/verified|intersection/);
  expect(ran.said).toMatch(/not judged: flight promises nothing about contact \(--verify/);
  expect(ran.machine).toMatchObject({ verdict: 'not judged', intersections: null });

  const overlap = /no promise about contact: bodies overlap, at 0\.4\d* s by at least 20 mm/;
  const wanted = await asked('run', 'pass.json', '--out', 'pass.carom', '--verify');
  expect(wanted.status).toBe(0);
  expect(wanted.said).toMatch(overlap);
  expect(wanted.said).not.toMatch(/verified|\d intersection/);
  expect(wanted.machine.verdict).toBe('no promise');

  const judged = await asked('verify', 'pass.carom');
  expect(judged.status).toBe(0);
  expect(judged.said).toMatch(overlap);
  expect(judged.said).not.toMatch(/verified/);
  expect(judged.machine).toMatchObject({ verdict: 'no promise', kept: null });
  expect(judged.machine.deepestTime).toBeGreaterThan(0.4);
});

test('a whole run under a promise is verified, also without being asked', async () => {
  const ran = await asked('run', 'meet.json', '--out', 'meet.carom');
  expect(ran.said).toMatch(/verified \(promises never to intersect\)/);
  expect(ran.machine.verdict).toBe('verified');
  const judged = await asked('verify', 'meet.carom');
  expect(judged.status).toBe(0);
  expect(judged.machine).toMatchObject({ verdict: 'verified', kept: true });
});

test('a run that was stopped at a limit, and what is judged of it', async () => {
  const ran = await asked('run', 'meet.json', '--out', 'half.carom', '--max-wall', '0');
  expect(ran.status).toBe(4);
  expect(ran.machine.verdict).toBe('stopped at a limit');
  const judged = await asked('verify', 'half.carom');
  expect(judged.status).toBe(6);
  expect(judged.said).toMatch(
    /incomplete: it ended before its duration, \d+ of 31 frames are there; so far the promise is kept/,
  );
  expect(judged.said).not.toMatch(/verified/);
  expect(judged.machine).toMatchObject({ verdict: 'incomplete', kept: true });
});

test('a torn file, and one without the motion between frames', async () => {
  await carom(['run', 'meet.json', '--out', 'torn.carom', '--no-verify'], folder);
  const path = join(folder, 'torn.carom');
  truncateSync(path, statSync(path).size - 100);
  const torn = await asked('verify', 'torn.carom');
  expect(torn.status).toBe(6);
  expect(torn.said).toMatch(/torn: the file was never closed/);
  expect(torn.said).not.toMatch(/verified/);

  await carom(['run', 'meet.json', '--out', 'frames.carom', '--keep', 'frames'], folder);
  const frames = await asked('verify', 'frames.carom');
  expect(frames.status).toBe(6);
  expect(frames.said).toMatch(/frames only: how things moved between frames was not recorded/);
  expect(frames.said).not.toMatch(/verified/);
});
