import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RecordingError } from '../../src/record/error.ts';
import { contentHash } from '../../src/record/hash.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import { openRecording, Recording } from '../../src/record/recording.ts';
import { bytesSource } from '../../src/record/container/source.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import { isLong } from '../tier.ts';
import { expectFrames } from './expect-frames.ts';
import { stateAfter, syntheticFrame, writeSynthetic } from './synthetic.ts';

const open = (bytes: Uint8Array) => openRecording(bytesSource(bytes));

describe('a recording cut off', () => {
  test('at any byte keeps everything committed before, and nothing else', async () => {
    const { bytes, commits } = writeSynthetic([1, 2]);
    // In the long tier at every one; otherwise near the commits at every one, and here and there.
    const isNear = (length: number) => commits.some((commit) => Math.abs(commit.bytes - length) < 64);
    for (let length = 0; length < bytes.length; length++) {
      if (!isLong && length % 5 !== 0 && !isNear(length)) continue;
      // Plain comparisons: an `expect` for each of tens of thousands of bytes would take longer than the reading.
      const committed = commits.filter((commit) => commit.bytes <= length).at(-1);
      const recording = await open(bytes.subarray(0, length)).catch((error: unknown) => error);
      if (!committed) {
        if (recording instanceof RecordingError) continue;
        throw new Error(`${length} bytes were read as ${String(recording)}`);
      }
      if (!(recording instanceof Recording)) throw recording;
      const { offset } = await recording.position();
      if (recording.frameCount !== committed.frames || !recording.torn || offset !== committed.bytes) {
        throw new Error(`${length} bytes hold ${recording.frameCount} frames, to be cut at ${offset}`);
      }
      if (length % 97 === 0) {
        await expectFrames(recording);
        expect(await recording.snapshot()).toEqual(stateAfter(committed.frames - 1));
      }
    }
  });

  test('and written on ends like one that was never cut, whatever the chunks', async () => {
    const wanted = await contentHash(await open(writeSynthetic([12]).bytes));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 3 }),
        fc.nat(),
        async (chunks, at) => {
          const { bytes, commits } = writeSynthetic(chunks, false);
          const length = commits[0].bytes + (at % (bytes.length - commits[0].bytes + 1));
          const recording = await open(bytes.subarray(0, length));
          const position = await recording.position();
          const sink = new MemorySink();
          sink.write(bytes.subarray(0, position.offset));
          const writer = RecordingWriter.resume(sink, recording.header, position);
          for (let index = writer.nextFrame; index < 12; index++) writer.add(syntheticFrame(index));
          writer.commit(stateAfter(11));
          writer.close();
          const resumed = await open(sink.bytes());
          expect(resumed.torn).toBe(false);
          expect(await contentHash(resumed)).toBe(wanted);
          expect(await resumed.damage()).toEqual([]);
        },
      ),
      { numRuns: 60, seed: 5 },
    );
  });
});
