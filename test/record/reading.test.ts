import { describe, expect, test } from 'vitest';
import { nodeCodec } from '../../src/record/container/codec.node.ts';
import { KeptArrays } from '../../src/record/container/kept-arrays.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import { type ByteSource, bytesSource } from '../../src/record/container/source.ts';
import { contentHash } from '../../src/record/hash.ts';
import { openRecording } from '../../src/record/recording.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import { description, scene, stateAfter, syntheticFrame } from './synthetic.ts';

const CHUNKS = 60;
const FRAMES = 8;

function longRecording(codec?: ByteSource['codec']): Uint8Array {
  const sink = Object.assign(new MemorySink(), { codec });
  const writer = RecordingWriter.create(sink, scene, description);
  for (let index = 0; index < CHUNKS * FRAMES; index++) {
    writer.add(syntheticFrame(index));
    if (index % FRAMES === FRAMES - 1) writer.commit(stateAfter(index));
  }
  writer.close();
  return sink.bytes();
}

describe('reading', () => {
  const bytes = longRecording();

  test('one frame of a long recording asks for the directory, the scene and one chunk, and no more', async () => {
    const asked: { offset: number; length: number }[] = [];
    const inner = bytesSource(bytes);
    const read = (offset: number, length: number) => {
      asked.push({ offset, length });
      return inner.read(offset, length);
    };
    const sum = () => asked.reduce((total, { length }) => total + length, 0);
    const recording = await openRecording({ ...inner, read });
    const opening = sum();
    const frame = 30 * FRAMES;
    await recording.frame(frame);
    await recording.path(frame);
    await recording.contacts(frame);
    const chunk = bytes.length / CHUNKS;
    expect(sum() - opening).toBeLessThan(chunk);
    expect(opening).toBeLessThan(bytes.length / 4);
    const before = asked.length;
    await recording.frame(frame + 1);
    await recording.path(frame + 1);
    expect(asked.length).toBe(before);
  });

  test('the content is the same whoever deflated it, and whoever inflates it', async () => {
    const other = longRecording(nodeCodec);
    const hash = await contentHash(await openRecording(bytesSource(bytes)));
    expect(await contentHash(await openRecording(bytesSource(other)))).toBe(hash);
    const source = { ...bytesSource(bytes), codec: nodeCodec };
    expect(await contentHash(await openRecording(source))).toBe(hash);
  });

  test('what is given out may be changed without changing what is read next', async () => {
    const recording = await openRecording(bytesSource(bytes));
    (await recording.frame(3)).poses.fill(7);
    (await recording.contacts(5)).point.fill(7);
    expect((await recording.frame(3)).poses).toEqual(syntheticFrame(3).frame.poses);
    expect((await recording.contacts(5)).point).toEqual(syntheticFrame(5).contacts.point);
  });
});

describe('what is kept of what was read', () => {
  test('is bounded: what was used longest ago goes first, and the last one stays however large', async () => {
    const reads: string[] = [];
    const kept = new KeptArrays<string>(100);
    const get = (name: string, size: number) =>
      kept.get(name, size, async () => {
        reads.push(name);
        return name;
      });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await get(name, 40)).toBe(name);
    expect(reads.join('')).toBe('abcb');
    await get('large', 1000);
    await get('large', 1000);
    await get('a', 40);
    expect(reads.slice(4)).toEqual(['large', 'a']);
  });

  test('keeps no failure', async () => {
    const kept = new KeptArrays<number>(100);
    await expect(kept.get('a', 10, () => Promise.reject(new Error('not now')))).rejects.toThrow('not now');
    expect(await kept.get('a', 10, async () => 3)).toBe(3);
  });
});
