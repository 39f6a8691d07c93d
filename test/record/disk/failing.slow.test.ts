// A disk that fails at any one of its calls, as SQLite tests itself: the error says which file and why, and what is there
// goes on to the same bits, or is the whole run. A seeded few in every tier, every call of every engine in the long one.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import { heldSink, openRecordingFile } from '../../../src/record/container/file.node.ts';
import { holdFile } from '../../../src/record/container/hold.node.ts';
import { repairRecordingFile, resumeRecordingFile } from '../../../src/record/container/mend.node.ts';
import { RecordingError } from '../../../src/record/error.ts';
import { contentHash } from '../../../src/record/hash.ts';
import { isLong } from '../../tier.ts';
import { type KeptRun, keptBytes, keptRuns, writeKept, writeRest } from '../engine-runs.ts';
import { FAILURES, type Failure, type FailingCalls, failingCalls } from './failing-calls.ts';

/** Of each engine and each way to fail. */
const SLICE = 5;

let folder: string;
let path: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-failing-'));
  path = join(folder, 'run.carom');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function empty(): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
}

/** Which calls fail: all of them, or a few. */
function points(count: number, seed: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  if (isLong) return all;
  const random = new Random(20, seed);
  return Array.from({ length: SLICE }, () => all[random.integer(count)]);
}

async function record(kept: KeptRun, calls: FailingCalls): Promise<void> {
  const held = await holdFile(path, true, calls);
  try {
    writeKept(heldSink(held, 0, calls), kept);
  } finally {
    held.release();
  }
}

async function goOn(kept: KeptRun, calls?: FailingCalls): Promise<void> {
  const { recording, writer, sink } = await resumeRecordingFile(path, undefined, calls);
  try {
    expect(await recording.snapshot()).toEqual(kept.states[writer.nextFrame - 1]);
    writeRest(writer, kept);
  } finally {
    try {
      sink.close();
    } finally {
      await recording.close();
    }
  }
}

async function hashOf(): Promise<string> {
  const recording = await openRecordingFile(path);
  try {
    expect(recording.torn).toBe(false);
    expect(await recording.damage()).toEqual([]);
    return await contentHash(recording);
  } finally {
    await recording.close();
  }
}

/** What it ended with: a sentence about the file, or nothing. */
async function errorOf(work: Promise<void>, failure: Failure): Promise<RecordingError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    expect(error.code).toBe(failure);
    expect(error.message).toMatch(
      /run\.carom(\.\d+\.part)?: cannot be written, .+: .+; what was committed is kept/,
    );
    return error;
  }
}

/** Goes on with what is there, or begins again where there is no frame. */
async function finish(kept: KeptRun): Promise<void> {
  const error: unknown = await goOn(kept).catch((reason: unknown) => reason);
  if (error === undefined) return;
  const isNothing =
    !existsSync(path) || (error instanceof RecordingError && /no frame|not a recording/.test(error.message));
  if (!isNothing) throw error;
  await record(kept, failingCalls(Infinity, 'EIO'));
}

describe.each(Object.keys(keptRuns))('a run of %s on a disk that fails', (engine) => {
  let kept: KeptRun;
  let wanted: string;
  let count: number;

  beforeAll(async () => {
    kept = keptRuns[engine]();
    const calls = failingCalls(Infinity, 'EIO');
    empty();
    await record(kept, calls);
    wanted = await hashOf();
    count = calls.made.length;
  });

  test.each(FAILURES)('by %s: a sentence, and a file that goes on to the same bits', async (failure) => {
    for (const at of points(count, FAILURES.indexOf(failure))) {
      empty();
      const calls = failingCalls(at, failure);
      const error = await errorOf(record(kept, calls), failure);
      expect(error === undefined).toBe(failure === 'short');
      // What was told to be committed is there.
      const commits = calls.made.slice(0, at).filter((name) => name === 'fsync').length;
      if (commits > 3) expect(existsSync(path)).toBe(true);
      await finish(kept);
      expect(await hashOf()).toBe(wanted);
    }
  });

  test('that goes on with what was there, of which a byte was changed, loses nothing either', async () => {
    const torn = keptBytes(kept, false);
    torn[torn.length - 700] ^= 4;
    empty();
    writeFileSync(path, torn);
    const probe = failingCalls(Infinity, 'EIO');
    await goOn(kept, probe);
    expect(probe.made).toContain('rename');
    for (const at of points(probe.made.length, 9)) {
      empty();
      writeFileSync(path, torn);
      await errorOf(goOn(kept, failingCalls(at, 'EIO')), 'EIO');
      const kinds = readdirSync(folder).filter((name) => name.endsWith('.part'));
      expect(kinds).toEqual([]);
      // What was there is there, under the one name or the other.
      const there = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
      expect(there.some((bytes) => bytes.equals(torn))).toBe(true);
      await finish(kept);
      expect(await hashOf()).toBe(wanted);
    }
  });
});

test('a repair that fails leaves what was there, and the next one repairs', async () => {
  const kept = keptRuns.flight();
  const torn = keptBytes(kept, false);
  torn[torn.length - 700] ^= 4;
  empty();
  writeFileSync(path, torn);
  const probe = failingCalls(Infinity, 'EIO');
  const { frames } = await repairRecordingFile(path, probe);
  expect(frames).toEqual([6, 6]);
  for (let at = 0; at < probe.made.length; at += isLong ? 1 : 7) {
    empty();
    writeFileSync(path, torn);
    const error = await errorOf(
      repairRecordingFile(path, failingCalls(at, 'ENOSPC')).then(() => undefined),
      'ENOSPC',
    );
    expect(error).toBeDefined();
    const there = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    expect(there.some((bytes) => bytes.equals(torn))).toBe(true);
    await repairRecordingFile(path);
    const recording = await openRecordingFile(path);
    expect(recording.frameCount).toBe(6);
    expect(recording.torn).toBe(false);
    await recording.close();
  }
});
