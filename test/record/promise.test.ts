// What an engine promised is read back from its recording, and is part of the content.

import { describe, expect, test } from 'vitest';
import { checkHeader } from '../../src/record/header.ts';
import { bytesSource, contentHash, type Guarantee, openRecording } from '../../src/record/index.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import { description, scene, stateAfter, syntheticFrame } from './synthetic.ts';

async function recordingOf(promise: Guarantee) {
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, { ...description, promise });
  writer.add(syntheticFrame(0));
  writer.commit(stateAfter(0));
  writer.close();
  return openRecording(bytesSource(sink.bytes()));
}

describe('a promised separation', () => {
  test('is read back, and the hash knows how much it is', async () => {
    const one = await recordingOf({ kind: 'separation', least: 0.001 });
    const two = await recordingOf({ kind: 'separation', least: 0.002 });
    expect(one.promise).toEqual({ kind: 'separation', least: 0.001 });
    expect(await contentHash(one)).not.toBe(await contentHash(two));
    expect(await contentHash(one)).toBe(
      await contentHash(await recordingOf({ kind: 'separation', least: 0.001 })),
    );
  });

  test('must be a length', async () => {
    const { header } = await recordingOf({ kind: 'none' });
    for (const least of [-1e-3, Number.NaN, Number.POSITIVE_INFINITY, '1', undefined]) {
      expect(() => checkHeader({ ...header, promise: { kind: 'separation', least } })).toThrow(/promise/);
    }
  });
});
