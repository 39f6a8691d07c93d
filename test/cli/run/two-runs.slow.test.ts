// Two runs into one file: the second is refused, whatever it calls the file, and as soon as the first is gone it is not.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openRecordingFile } from '../../../src/record/index.node.ts';
import { waitPatienceMs } from '../../patience.ts';
import { carom, caromUntil, type Ended } from '../carom.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-two-'));
  const bodies = [{ name: 'a', shape: { kind: 'box' }, angularVelocity: [1, 2, 3] }];
  const scene = { name: 'fall', engine: 'flight', frameRateHz: 500, options: { timeStep: 1e-5 }, bodies };
  writeFileSync(join(folder, 'long.json'), JSON.stringify({ ...scene, duration: 1000 }));
  writeFileSync(join(folder, 'short.json'), JSON.stringify({ ...scene, duration: 0.02 }));
  mkdirSync(join(folder, 'other'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A run that goes on until it is killed, once it has written something. */
async function runningInto(out: string, ...more: string[]): Promise<() => Promise<Ended>> {
  let isOver = false;
  const file = join(folder, out);
  const before = existsSync(file) ? statSync(file).size : 0;
  const args = ['run', 'long.json', '--out', out, '--quiet', ...more];
  const running = caromUntil(args, folder, () => isOver, 'SIGKILL');
  await vi.waitFor(() => expect(existsSync(file) && statSync(file).size > before).toBe(true), {
    timeout: waitPatienceMs,
  });
  return () => {
    isOver = true;
    return running;
  };
}

async function expectRefused(...args: string[]): Promise<void> {
  const { status, stderr } = await carom(['run', 'long.json', '--quiet', ...args], folder);
  expect(stderr).toMatch(/^\S+\.carom: is being written by another run: wait until it ends/);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(status).toBe(5);
}

test('a second run is refused by every name of the file; kill -9 frees it, and what is there goes on', async () => {
  const end = await runningInto('out.carom');
  symlinkSync(join(folder, 'out.carom'), join(folder, 'other/link.carom'));
  await expectRefused('--out', 'out.carom');
  await expectRefused('--out', 'other/../out.carom');
  await expectRefused('--out', 'other/link.carom');
  await expectRefused('--out', 'out.carom', '--resume');
  expect((await carom(['info', 'out.carom', '--repair'], folder)).status).toBe(5);
  // Whoever only reads is let in.
  expect((await carom(['info', 'out.carom', '--no-hash'], folder)).status).toBe(0);
  renameSync(join(folder, 'out.carom'), join(folder, 'renamed.carom'));
  await expectRefused('--out', 'renamed.carom');
  // The old name is free.
  const short = ['run', 'short.json', '--quiet', '--no-verify', '--out'];
  expect((await carom([...short, 'out.carom'], folder)).status).toBe(0);
  expect((await end()).status).toBe(null);

  const before = await openRecordingFile(join(folder, 'renamed.carom'));
  const frames = before.frameCount;
  expect(await before.damage()).toEqual([]);
  await before.close();
  const until = String((frames + 10) / 500);
  const resumed = ['run', 'long.json', '--quiet', '--no-verify', '--duration', until, '--out'];
  expect((await carom([...resumed, 'renamed.carom', '--resume'], folder)).status).toBe(0);
  const after = await openRecordingFile(join(folder, 'renamed.carom'));
  expect(after.frameCount).toBe(frames + 11);
  await after.close();
});

test('two runs that go on with one file: the second is refused', async () => {
  const short = ['run', 'long.json', '--quiet', '--no-verify', '--duration', '0.1', '--out', 'twice.carom'];
  await carom(short, folder);
  const end = await runningInto('twice.carom', '--resume');
  await expectRefused('--out', 'twice.carom', '--resume');
  await end();
});

test('a run that is refused before its first frame leaves no file, and none of what was there', async () => {
  const bad = ['run', 'short.json', '--quiet', '--set', 'timeStep=-1', '--out', 'never.carom'];
  expect((await carom(bad, folder)).status).toBe(2);
  expect(existsSync(join(folder, 'never.carom'))).toBe(false);
});
