// Recording files that were not closed, or are damaged: gone on with, or written anew from what can be read of them. What
// was there is never touched where anything of it would be lost: it is kept beside, under another name.

import { realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Damage } from '../damage.ts';
import { DAMAGED, RecordingError } from '../error.ts';
import { sizesOf } from '../layout/streams.ts';
import type { Recording } from '../recording.ts';
import { wholeChunks, writeRepaired } from '../repair.ts';
import { RecordingWriter } from '../writer.ts';
import { type FileCalls, nodeCalls } from './file-calls.node.ts';
import { type FileSink, heldSink, openRecordingFile } from './file.node.ts';
import { type HeldFile, holdFile } from './hold.node.ts';
import { writing } from './write-failure.ts';

/** What a repair found and did. */
export interface Repair {
  /** What of the file was damaged or lost, all of it; nothing where only its end was missing. */
  readonly damage: readonly Damage[];
  /** Bytes of the file that are not in the repaired one, headers and directory aside. */
  readonly lostBytes: number;
  /** Frames that it had, and that it has now. */
  readonly frames: readonly [before: number, now: number];
  /** What was there, under its new name; undefined where nothing had to be done. */
  readonly kept?: string;
}

export interface ResumedRecording {
  /** What was committed; its snapshot is where the simulation goes on. */
  readonly recording: Recording;
  readonly writer: RecordingWriter;
  readonly sink: FileSink;
  /** Where some of it was damaged: the frames behind are to be computed again. */
  readonly repair?: Repair;
}

/**
 * Opens a recording to go on writing it: cuts off everything behind its last commit. Where it is damaged, what is whole
 * from the first frame on is written anew, and gone on from there.
 * @param held  the file, where it is held already
 */
export async function resumeRecordingFile(
  path: string,
  held?: HeldFile,
  calls: FileCalls = nodeCalls,
): Promise<ResumedRecording> {
  const own = held ?? (await holdFile(path, false, calls));
  let repaired: Mended | undefined;
  let recording: Recording | undefined;
  try {
    recording = await openRecordingFile(path);
    const damage = await recording.damage();
    const chunks = wholeChunks(recording.contents, damage);
    // Behind the last commit nothing is vouched for, and all of it is written anew anyway.
    const { offset: end } = await recording.position();
    const isDamaged = damage.some(({ offset }) => offset !== undefined && offset < end);
    if (isDamaged || chunks < recording.firstFrames.length) {
      if (chunks === 0)
        throw new RecordingError(path, `cannot be gone on with, its beginning is damaged: ${DAMAGED}`);
      repaired = await writeAnew(path, recording, damage, calls, chunks);
      recording = repaired.recording;
      own.release();
    }
    const position = await recording.position();
    const sink = heldSink(repaired?.held ?? own, position.offset, calls);
    const { formatVersion } = recording.header;
    const sizes = { ...sizesOf(recording.scene, recording.columns.length), formatVersion };
    const writer = RecordingWriter.resume(sink, sizes, position);
    return { recording, writer, sink, ...(repaired ? { repair: repaired.repair } : {}) };
  } catch (error) {
    await recording?.close();
    repaired?.held.release();
    own.release();
    throw error;
  }
}

/** Writes what can be read of a recording anew, with the directory that is missing; keeps what was there beside it. */
export async function repairRecordingFile(path: string, calls: FileCalls = nodeCalls): Promise<Repair> {
  const held = await holdFile(path, false, calls);
  let recording: Recording | undefined;
  try {
    recording = await openRecordingFile(path);
    const damage = await recording.damage();
    // Of what was lost before, nothing comes back.
    if (!recording.torn && damage.every(({ offset }) => offset === undefined))
      return { damage, lostBytes: 0, frames: [recording.frameCount, recording.frameCount] };
    const mended = await writeAnew(path, recording, damage, calls);
    await mended.recording.close();
    mended.held.release();
    return mended.repair;
  } finally {
    await recording?.close();
    held.release();
  }
}

interface Mended {
  readonly recording: Recording;
  readonly held: HeldFile;
  readonly repair: Repair;
}

/**
 * Writes a recording anew beside the file, which it then takes the place of. At every moment one of the two has the
 * file's name, and is whole.
 */
async function writeAnew(
  given: string,
  recording: Recording,
  damage: readonly Damage[],
  calls: FileCalls,
  chunks?: number,
): Promise<Mended> {
  const path = realpathSync(given);
  const fresh = `${path}.${process.pid}.part`;
  const held = await holdFile(fresh, true, calls);
  try {
    await writeRepaired(recording.contents, damage, heldSink(held, 0, calls), chunks);
    await recording.close();
    const kept = writing(path, () => {
      const name = keepBeside(path, calls);
      calls.rename(fresh, path);
      calls.fsyncFolder(dirname(path));
      return name;
    });
    const mended = await openRecordingFile(path);
    const frames = [recording.frameCount, mended.frameCount] as const;
    const repair = { damage, lostBytes: lostBytes(damage), frames, kept };
    return { recording: mended, held: { ...held, path }, repair };
  } catch (error) {
    held.release();
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** A second name for what is there, where it stays: the first of its kind that is free. */
function keepBeside(path: string, calls: FileCalls): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${path}.damaged` : `${path}.damaged-${number}`;
    try {
      calls.link(path, name);
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function lostBytes(damage: readonly Damage[]): number {
  return damage.reduce((sum, { loses, bytes = 0 }) => sum + (loses ? bytes : 0), 0);
}
