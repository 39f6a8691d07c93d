// Kills runs, hard, at 200 random moments: what was committed is there, and resuming ends in the same bits.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../src/num/random.ts';
import { openRecordingFile } from '../../src/record/file.node.ts';
import { contentHash } from '../../src/record/hash.ts';

const RECORDINGS = 8;
const KILLS_EACH = 25;

let folder = '';
let child = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carom-kill-'));
  child = join(folder, 'child.mjs');
  // In one file, because starting two hundred processes from sources would take minutes.
  await build({
    entryPoints: [new URL('./kill-child.ts', import.meta.url).pathname],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: child,
    logLevel: 'error',
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the child and kills it `delayMs` after its first commit, or never; returns what it said last. */
function runChild(path: string, delayMs: number): Promise<{ committed: number; done: boolean }> {
  return new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [child, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    running.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      if (Number.isFinite(delayMs)) timer ??= setTimeout(() => running.kill('SIGKILL'), delayMs);
    });
    running.on('error', reject);
    running.on('close', () => {
      clearTimeout(timer);
      const numbers = said.split('\n').map(Number).filter(Number.isFinite);
      resolve({ committed: Math.max(0, ...numbers), done: said.includes('done') });
    });
  });
}

describe('a run killed at any moment', () => {
  test(`loses nothing it committed and resumes to the same bits, ${RECORDINGS * KILLS_EACH} times`, async () => {
    const untouched = join(folder, 'untouched.carom');
    expect((await runChild(untouched, Number.POSITIVE_INFINITY)).done).toBe(true);
    const whole = await openRecordingFile(untouched);
    const wanted = await contentHash(whole);
    await whole.close();
    let kills = 0;
    const killAndResume = async (number: number): Promise<void> => {
      const path = join(folder, `${number}.carom`);
      const random = new Random(2024, number);
      for (let k = 0; k < KILLS_EACH; k++) {
        const { committed, done } = await runChild(path, random.between(0, 4));
        if (!done) kills++;
        const recording = await openRecordingFile(path);
        expect(recording.frameCount).toBeGreaterThanOrEqual(committed);
        await recording.close();
      }
      await runChild(path, Number.POSITIVE_INFINITY);
      const finished = await openRecordingFile(path);
      expect(finished.torn).toBe(false);
      expect(await contentHash(finished)).toBe(wanted);
      expect(await finished.damagedMembers()).toEqual([]);
      await finished.close();
    };
    for (let r = 0; r < RECORDINGS; r += 2) await Promise.all([killAndResume(r), killAndResume(r + 1)]);
    console.log(`${kills} of ${RECORDINGS * KILLS_EACH} runs were killed before they were done`);
  }, 600_000);
});
