// Damaged copies of recordings of every engine, held against what was written: what is read is the same or an error, what
// differs is told, a repair brings back all that can be read and nothing else, and reading takes no more than the file is worth.

import { describe, expect, test } from 'vitest';
import { Random } from '../../src/num/index.ts';
import { listMembers } from '../../src/record/container/members.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import { nodeCodec } from '../../src/record/container/codec.node.ts';
import { type ByteSource, bytesSource } from '../../src/record/container/source.ts';
import { RecordingError } from '../../src/record/error.ts';
import { contentHash } from '../../src/record/hash.ts';
import { openRecording, type Recording } from '../../src/record/recording.ts';
import { writeRepaired } from '../../src/record/repair.ts';
import { isLong } from '../tier.ts';
import { damagedCopy, type Span, WAYS } from './damaged-copies.ts';
import { type KeptRun, keptBytes, keptRuns } from './engine-runs.ts';

/** Of all engines together, each closed and not closed. */
const COPIES = isLong ? 2_000 : 200;
/** Reading everything below goes over a file so many times: opening, checking, every frame, hashing, repairing. */
const MOST_READ = 60;

/** Everything there is of a frame, part by part; undefined where a part is refused. */
type Parts = readonly (string | undefined)[];

async function partOf(read: Promise<unknown>): Promise<string | undefined> {
  try {
    const text = (_: string, value: unknown) => (ArrayBuffer.isView(value) ? hex(value) : value);
    return JSON.stringify(await read, text);
  } catch (error) {
    if (error instanceof RecordingError) return undefined;
    throw error;
  }
}

function hex({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}

function partsOf(recording: Recording, index: number): Promise<Parts> {
  return Promise.all([
    partOf(recording.frame(index)),
    partOf(recording.path(index)),
    partOf(recording.turns(index)),
    partOf(recording.vertexKnots(index)),
    partOf(recording.contacts(index)),
    partOf(recording.reactions(index)),
    partOf(recording.inputs(index)),
    partOf(recording.report(index)),
    partOf(recording.stray(index)),
  ]);
}

interface Original {
  readonly bytes: Uint8Array;
  readonly members: readonly Span[];
  readonly parts: readonly Parts[];
  /** By how many frames there are. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly states: KeptRun['states'];
}

async function originalOf(kept: KeptRun, isClosed: boolean): Promise<Original> {
  const bytes = keptBytes(kept, isClosed);
  const recording = await openRecording(bytesSource(bytes));
  const hashes = new Map<number, string>();
  for (const frames of [1, 3, 6]) {
    const shorter = keptBytes({ ...kept, frames: kept.frames.slice(0, frames) });
    hashes.set(frames, await contentHash(await openRecording(bytesSource(shorter))));
  }
  const parts: Parts[] = [];
  for (let index = 0; index < recording.frameCount; index++) parts.push(await partsOf(recording, index));
  const { members } = await listMembers(bytesSource(bytes));
  const spans = members.map(({ offset }, i) => ({
    begin: offset,
    end: members[i + 1]?.offset ?? bytes.length,
  }));
  return { bytes, members: spans, parts, hashes, states: kept.states };
}

/** Counts what is read, and refuses where it is more than a few times the file. */
function counted(bytes: Uint8Array): ByteSource {
  const inner = bytesSource(bytes);
  let asked = 0;
  return {
    ...inner,
    codec: nodeCodec,
    read(offset, length) {
      asked += length;
      if (asked > MOST_READ * (bytes.length + (1 << 16)))
        throw new Error(`read ${asked} of ${bytes.length} bytes`);
      return inner.read(offset, length);
    },
  };
}

type Outcome = 'refused' | 'told' | 'same';

/** Throws where anything is read that was not written, without a word. */
async function hold(copy: Uint8Array, original: Original): Promise<Outcome> {
  let recording: Recording;
  try {
    recording = await openRecording(counted(copy));
  } catch (error) {
    if (error instanceof RecordingError) return 'refused';
    throw error;
  }
  const damage = await recording.damage();
  const parts = await compare(recording, original);
  const isWhole = recording.frameCount === original.parts.length;
  if (!isWhole && !recording.torn) throw new Error(`${recording.frameCount} frames are there without a word`);
  const sink = new MemorySink();
  await writeRepaired(recording.contents, damage, sink);
  const repaired = await openRecording(counted(sink.bytes()));
  const again = await compare(repaired, original);
  if (repaired.torn || JSON.stringify(again) !== JSON.stringify(parts))
    throw new Error('a repair lost something');
  if (damage.some(({ loses }) => loses)) return 'told';
  // Nothing is said to be lost: so nothing is.
  if ((await contentHash(recording)) !== original.hashes.get(recording.frameCount))
    throw new Error('the content is another, and nothing is said to be lost');
  expect(await recording.snapshot()).toEqual(original.states[recording.frameCount - 1]);
  return damage.length > 0 ? 'told' : 'same';
}

/** Which parts of which frames are read; throws where one is another than it was. */
async function compare(recording: Recording, { parts }: Original): Promise<boolean[][]> {
  const read: boolean[][] = [];
  for (let index = 0; index < recording.frameCount; index++) {
    const own = await partsOf(recording, index);
    own.forEach((part, k) => {
      if (part !== undefined && part !== parts[index]?.[k])
        throw new Error(`part ${k} of frame ${index} is another`);
    });
    read.push(own.map((part) => part !== undefined));
  }
  return read;
}

describe('damaged copies of recordings of all engines', () => {
  test(`${COPIES} of them: nothing is read as another number, and what is lost is told`, async () => {
    const originals: Original[] = [];
    for (const run of Object.values(keptRuns))
      for (const isClosed of [true, false]) originals.push(await originalOf(run(), isClosed));
    const outcomes = { refused: 0, told: 0, same: 0 };
    for (let i = 0; i < COPIES; i++) {
      const random = new Random(2000, i);
      const original = originals[i % originals.length];
      const way = WAYS[Math.floor(i / originals.length) % WAYS.length];
      const copy = damagedCopy(original.bytes, original.members, way, random);
      try {
        outcomes[await hold(copy, original)]++;
      } catch (error) {
        throw new Error(`copy ${i}, ${Object.keys(keptRuns)[(i % originals.length) >> 1]}, ${way}`, {
          cause: error,
        });
      }
    }
    expect(outcomes.told).toBeGreaterThan(COPIES / 4);
    expect(outcomes.same).toBeGreaterThan(COPIES / 20);
    expect(outcomes.refused).toBeGreaterThan(COPIES / 20);
  });
});
