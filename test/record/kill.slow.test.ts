// Kills runs, hard, at 40 random moments, in the long tier at 200: what was committed is there, and resuming ends in the same bits.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../src/num/index.ts';
import { openRecordingFile } from '../../src/record/container/file.node.ts';
import { contentHash } from '../../src/record/hash.ts';
import { isLong } from '../tier.ts';

/** Each kill meets this many runs in one process, since starting it takes most of the time. */
const RUNS = 4;
const WANTED_KILLS = isLong ? 200 : 40;
/** Of each of the eight runs at a time; a few more, because the first kill comes before some have begun. */
const KILLS_EACH = WANTED_KILLS / 8 + 3;

let folder = '';
let child = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carom-kill-'));
  child = join(folder, 'child.mjs');
  // In one file, because starting so many processes from sources would take minutes.
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

interface Outcome {
  /** Frames that the run said were committed. */
  committed: number;
  done: boolean;
}

/** Runs the child and kills it `delayMs` after the first commit, or never; returns what each run said last. */
function runChild(paths: readonly string[], delayMs: number): Promise<Outcome[]> {
  return new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [child, ...paths], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    running.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      if (Number.isFinite(delayMs)) timer ??= setTimeout(() => running.kill('SIGKILL'), delayMs);
    });
    running.on('error', reject);
    running.on('close', () => {
      clearTimeout(timer);
      const outcomes = paths.map((): Outcome => ({ committed: 0, done: false }));
      // The last line may have been cut.
      for (const line of said.split('\n').slice(0, -1)) {
        const [number, word] = line.split(' ');
        if (word === 'done') outcomes[Number(number)].done = true;
        else outcomes[Number(number)].committed = Number(word);
      }
      resolve(outcomes);
    });
  });
}

async function hashOf(path: string): Promise<string> {
  const recording = await openRecordingFile(path);
  expect(recording.torn).toBe(false);
  expect(await recording.damage()).toEqual([]);
  const hash = await contentHash(recording);
  await recording.close();
  return hash;
}

describe('a run killed at any moment', () => {
  test(`loses nothing it committed and resumes to the same bits, ${WANTED_KILLS} times`, async () => {
    const untouched = join(folder, 'untouched.carom');
    expect(await runChild([untouched], Infinity)).toEqual([{ committed: expect.any(Number), done: true }]);
    const wanted = await hashOf(untouched);
    let kills = 0;
    const killAndResume = async (set: number): Promise<void> => {
      const paths = Array.from({ length: RUNS }, (_, number) => join(folder, `${set}-${number}.carom`));
      const random = new Random(2024, set);
      for (let k = 0; k < KILLS_EACH; k++) {
        const outcomes = await runChild(paths, random.between(0, 4));
        for (const [number, { committed, done }] of outcomes.entries()) {
          // The kill may have come before this one of the runs had begun.
          const recording = await openRecordingFile(paths[number]).catch(() => undefined);
          expect(recording?.frameCount ?? 0).toBeGreaterThanOrEqual(committed);
          await recording?.close();
          if (recording && !done) kills++;
        }
      }
      await runChild(paths, Infinity);
      for (const path of paths) expect(await hashOf(path)).toBe(wanted);
    };
    // On a slow machine some runs are done before they are killed; others take their place.
    for (let set = 0; kills < WANTED_KILLS; set += 2) {
      await Promise.all([killAndResume(set), killAndResume(set + 1)]);
    }
    expect(kills).toBeGreaterThanOrEqual(WANTED_KILLS);
  });
});
