// A recording with one bit flipped, anywhere: what is read of it is what was written, or nothing is. Where the directory is
// lost the file is torn, and what is read is the beginning of what was written.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Random } from '../../src/num/index.ts';
import { bytesSource } from '../../src/record/container/source.ts';
import { RecordingError } from '../../src/record/error.ts';
import { contentHash } from '../../src/record/hash.ts';
import { openRecording } from '../../src/record/recording.ts';
import { isLong } from '../tier.ts';
import { bending, writeSynthetic } from './synthetic.ts';

const FLIPS = isLong ? 20_000 : 1_000;

interface Read {
  readonly hash: string;
  readonly state: string;
  readonly frames: number;
  readonly torn: boolean;
}

/** Everything that was written; undefined where something is refused. */
async function readAll(bytes: Uint8Array): Promise<Read | undefined> {
  try {
    const recording = await openRecording(bytesSource(bytes));
    const { frameCount: frames, torn } = recording;
    const state = Object.entries(await recording.snapshot()).map(([name, values]) => `${name} ${values}`);
    for (let i = 0; i < frames; i++) {
      await recording.frame(i);
      await recording.path(i);
      await recording.contacts(i);
      await recording.inputs(i);
    }
    return { hash: await contentHash(recording), state: state.join('\n'), frames, torn };
  } catch (error) {
    if (error instanceof RecordingError) return undefined;
    throw error;
  }
}

async function flip(bytes: Uint8Array, bit: number): Promise<Read | undefined> {
  bytes[bit >> 3] ^= 1 << (bit & 7);
  const read = await readAll(bytes);
  bytes[bit >> 3] ^= 1 << (bit & 7);
  return read;
}

describe('one flipped bit', () => {
  // hashes of the same run cut off after each of its commits
  const chunks = [1, 3, 2];
  const beginnings = chunks.map((_, i) => writeSynthetic(chunks.slice(0, i + 1), true, bending).bytes);

  test.each([
    ['of a closed recording', true],
    ['of one that was not closed', false],
  ])('%s is an error, or changes no number', async (_, close) => {
    const { bytes } = writeSynthetic(chunks, close, bending);
    const wanted = await Promise.all(beginnings.map(readAll));
    const random = new Random(18, Number(close));
    let refused = 0;
    let same = 0;
    for (let i = 0; i < FLIPS; i++) {
      const bit = random.integer(8 * bytes.length);
      const read = await flip(bytes, bit);
      if (read === undefined) {
        refused++;
        continue;
      }
      const expected = wanted.find((one) => one?.frames === read.frames);
      const isBeginning = read.hash === expected?.hash && read.state === expected.state;
      const isWhole = read.frames === 6;
      if (!isBeginning || !(isWhole || read.torn)) throw new Error(`bit ${bit} was read as other numbers`);
      if (isWhole) same++;
    }
    // what is never read (the gaps before numbers, dates) takes up a good part of so short a file
    expect(refused).toBeGreaterThan(FLIPS / 3);
    expect(same).toBeGreaterThan(FLIPS / 10);
  });

  test('of a recording of version 1 that changes what is read is an error', async () => {
    const bytes = new Uint8Array(readFileSync(new URL('version-1/flight.carom', import.meta.url)));
    const recording = await openRecording(bytesSource(bytes));
    const { offset } = await recording.position();
    const wanted = await readAll(bytes);
    const random = new Random(18, 2);
    let refused = 0;
    // The directory behind it had no checksum in version 1.
    for (let i = 0; i < 300; i++) {
      const read = await flip(bytes, random.integer(8 * offset));
      if (read === undefined) refused++;
      else if (read.hash !== wanted?.hash) throw new Error('was read as other numbers');
    }
    expect(refused).toBeGreaterThan(50);
  });
});
