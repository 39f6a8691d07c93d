// Power is lost while a recording is written: of what was not yet made safe any part may be there. Whatever it is, what is
// read of it is the beginning of what was written, in whole chunks, and never less than was said to be safe.

import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import { fileSink, heldSink } from '../../../src/record/container/file.node.ts';
import { bytesSource } from '../../../src/record/container/source.ts';
import { RecordingError } from '../../../src/record/error.ts';
import { openRecording, type Recording } from '../../../src/record/recording.ts';
import { RecordingWriter } from '../../../src/record/writer.ts';
import { isLong } from '../../tier.ts';
import { type KeptRun, keptBytes, keptRuns } from '../engine-runs.ts';
import { applied, ForgetfulDisk, losses, type Unsafe } from './forgetful-disk.ts';

/** States of the disk that are looked at before each fsync. */
const MOST = isLong ? 1000 : 8;

interface Moment extends Unsafe {
  /** Frames that were said to be safe. */
  readonly told: number;
}

/** Writes frames with a commit after each, and gives what could be on the disk at any moment. */
function write(
  kept: KeptRun,
  from?: { safe: Uint8Array<ArrayBuffer>; resume(disk: ForgetfulDisk): RecordingWriter },
): Moment[] {
  const moments: Moment[] = [];
  let told = 0;
  const disk = new ForgetfulDisk((unsafe) => moments.push({ ...unsafe, told }), from?.safe);
  let close = () => {};
  let writer: RecordingWriter;
  if (from) writer = from.resume(disk);
  else {
    const sink = fileSink('run.carom', disk);
    close = sink.close;
    writer = RecordingWriter.create(sink, kept.scene, kept.description);
    if (kept.bending) writer.bend(kept.bending);
  }
  told = writer.nextFrame;
  for (let index = writer.nextFrame; index < kept.frames.length; index++) {
    writer.add(kept.frames[index]);
    if (index === 1) continue;
    writer.commit(kept.states[index]);
    told = index + 1;
  }
  writer.close();
  close();
  return moments;
}

async function openOrNone(bytes: Uint8Array): Promise<Recording | undefined> {
  try {
    return await openRecording(bytesSource(bytes));
  } catch (error) {
    if (error instanceof RecordingError) return undefined;
    throw error;
  }
}

/** Throws where something else is read than the beginning of what was written. */
async function check(bytes: Uint8Array, told: number, kept: KeptRun): Promise<void> {
  const recording = await openOrNone(bytes);
  const frames = recording?.frameCount ?? 0;
  if (frames < told) throw new Error(`${told} frames were safe, and ${frames} are there`);
  if (!recording) return;
  // The header of the index alone may be missing: nothing is lost with it, and it is told.
  const damage = (await recording.damage()).filter(({ loses }) => loses);
  if (damage.length > 0) throw new Error(`after ${told} frames ${JSON.stringify(damage[0])}`);
  for (let index = 0; index < frames; index++) {
    const { poses, velocities, vertices } = await recording.frame(index);
    const wanted = kept.frames[index].frame;
    expect([poses, velocities, vertices]).toEqual([wanted.poses, wanted.velocities, wanted.vertices]);
  }
  expect(await recording.snapshot()).toEqual(kept.states[frames - 1]);
}

async function checkAll(moments: readonly Moment[], kept: KeptRun): Promise<number> {
  const random = new Random(157, moments.length);
  let looked = 0;
  for (const { safe, changes, told, isNamed } of moments) {
    if (told > 0) expect(isNamed).toBe(true);
    for (const some of losses(changes, random, MOST)) {
      await check(applied(safe, some), told, kept);
      looked++;
    }
  }
  return looked;
}

describe.each(isLong ? Object.keys(keptRuns) : ['flight', 'async'])(
  'power that fails during a run of %s',
  (engine) => {
    test('takes nothing that was committed, and leaves whole chunks', async () => {
      const kept = keptRuns[engine]();
      expect(await checkAll(write(kept), kept)).toBeGreaterThan(100);
    });

    test('takes nothing either where the run goes on after it failed once', async () => {
      const kept = keptRuns[engine]();
      const bytes = keptBytes(kept, false);
      const begun = await openRecording(bytesSource(bytes));
      const { offset } = await begun.position();
      // as after the second commit, with a piece of the third chunk behind it
      const second = begun.contents.members.find(({ name }) => name === 'commit/00000001.json');
      const safe = bytes.slice(0, ((second?.offset ?? 0) + offset) / 2);
      const cut = await openRecording(bytesSource(safe));
      expect(cut.frameCount).toBe(3);
      const position = await cut.position();
      const resume = (disk: ForgetfulDisk) => {
        const held = { path: 'run.carom', file: 3, size: safe.length, release: () => {} };
        return RecordingWriter.resume(heldSink(held, position.offset, disk), cut.header, position);
      };
      const moments = write(kept, { safe, resume });
      expect(await checkAll(moments, kept)).toBeGreaterThan(50);
    });
  },
);
