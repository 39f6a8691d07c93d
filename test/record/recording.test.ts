import { describe, expect, test } from 'vitest';
import { RecordingError } from '../../src/record/error.ts';
import { contentHash } from '../../src/record/hash.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import { openRecording } from '../../src/record/recording.ts';
import { blobSource, bytesSource } from '../../src/record/container/source.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import { expectFrames } from './expect-frames.ts';
import { description, scene, stateAfter, syntheticFrame, writeSynthetic } from './synthetic.ts';

const open = (bytes: Uint8Array) => openRecording(bytesSource(bytes));

describe('a recording', () => {
  test('gives back every number of every stream', async () => {
    const recording = await open(writeSynthetic([1, 4, 5, 2]).bytes);
    expect(recording.torn).toBe(false);
    expect(recording.frameCount).toBe(12);
    await expectFrames(recording);
    expect(recording.promise).toEqual(description.promise);
    expect(recording.columns).toEqual(description.columns);
    expect(recording.header.options).toEqual(description.options);
    expect(recording.scene).toEqual(scene);
    expect(await recording.times()).toEqual(Float64Array.from({ length: 12 }, (_, i) => i / 30));
    expect(await recording.steps()).toEqual(Uint32Array.from({ length: 12 }, (_, i) => i));
    expect((await recording.reports()).length).toBe(24);
    expect((await recording.wallTimes())[3]).toBe(4.5);
    expect(await recording.snapshot()).toEqual(stateAfter(11));
    expect(await recording.damage()).toEqual([]);
  });

  test('is the same read from a Blob', async () => {
    const recording = await openRecording(blobSource(new Blob([writeSynthetic([1, 4]).bytes])));
    await expectFrames(recording);
  });

  test('works without bodies, deformables or columns', async () => {
    const sink = new MemorySink();
    const empty = { ...scene, bodies: [], deformables: [] };
    const writer = RecordingWriter.create(sink, empty, { ...description, columns: [] });
    const { frame, turns, ...rest } = syntheticFrame(0);
    const none = new Float64Array(0);
    writer.add({
      ...rest,
      frame: { ...frame, poses: none, velocities: none, vertices: none },
      report: none,
      turns: { ...turns, vertices: new Uint32Array(0) },
      path: { times: none, poses: none },
    });
    writer.commit({});
    writer.close();
    const recording = await open(sink.bytes());
    expect((await recording.frame(0)).poses.length).toBe(0);
    expect(await recording.snapshot()).toEqual({});
    expect(await contentHash(recording)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('frames outside it, and frames out of order, are errors', async () => {
    const recording = await open(writeSynthetic([3]).bytes);
    for (const index of [-1, 3, 0.5, Number.NaN])
      await expect(recording.frame(index)).rejects.toThrow(RecordingError);
    const writer = RecordingWriter.create(new MemorySink(), scene, description);
    writer.add(syntheticFrame(0));
    expect(() => writer.add(syntheticFrame(2))).toThrow(/frame 2/);
    expect(() => writer.add({ ...syntheticFrame(1), report: new Float64Array(3) })).toThrow(/lengths/);
  });

  test('numbers that are stored as they are lie at multiples of 64 bytes', () => {
    const { bytes } = writeSynthetic([1, 4]);
    const view = new DataView(bytes.buffer);
    const kinds = { stored: 0, deflated: 0 };
    for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
      const data = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
      const isStored = view.getUint16(at + 8, true) === 0;
      if (isStored) expect(data % 64).toBe(0);
      kinds[isStored ? 'stored' : 'deflated']++;
      at = data + view.getUint32(at + 18, true);
    }
    expect(kinds.stored).toBeGreaterThan(60);
    expect(kinds.deflated).toBeGreaterThan(0);
  });

  test('says so where a byte of data was changed', async () => {
    const { bytes } = writeSynthetic([4]);
    const text = new TextDecoder('latin1').decode(bytes);
    // behind the name come at most 69 bytes of the gap and 128 of the array's own header
    bytes[text.indexOf('pose/00000000.npy') + 17 + 69 + 128] ^= 1;
    const recording = await open(bytes);
    expect(await recording.damage()).toMatchObject([{ member: 'pose/00000000.npy', frames: [0, 3] }]);
    await expect(recording.frame(1)).rejects.toThrow(
      /pose\/00000000.npy: at byte \d+ of the file, (its checksum is wrong|does not inflate).* \(of frames 0 to 3\)/,
    );
    expect(await recording.time(1)).toBe(1 / 30);
  });
});

describe('a recording cut off', () => {
  test.each([
    ['just before', -1],
    ['at the end of', 0],
    ['just behind', 1],
  ])('%s a commit keeps what was committed before', async (_, by) => {
    const { bytes, commits } = writeSynthetic([1, 2, 3]);
    for (let i = 1; i < commits.length; i++) {
      const recording = await open(bytes.subarray(0, commits[i].bytes + by));
      const kept = by < 0 ? commits[i - 1] : commits[i];
      expect(recording.torn).toBe(true);
      expect(recording.frameCount).toBe(kept.frames);
      expect((await recording.position()).offset).toBe(kept.bytes);
      expect(await recording.snapshot()).toEqual(stateAfter(kept.frames - 1));
      expect(await recording.damage()).toEqual([]);
      await expectFrames(recording);
    }
  });

  test('before its first commit holds no frame, and in its header is none', async () => {
    const { bytes, commits } = writeSynthetic([1, 2]);
    await expect(open(bytes.subarray(0, commits[0].bytes - 1))).rejects.toThrow(/holds no frame/);
    await expect(open(bytes.subarray(0, 40))).rejects.toThrow(/is not a recording, or is cut off/);
    await expect(open(new Uint8Array(0))).rejects.toThrow(/is not a recording/);
  });
});

describe('the content hash', () => {
  test('knows nothing of chunks, wall times, snapshots, platform or plan', async () => {
    const whole = await contentHash(await open(writeSynthetic([12]).bytes));
    expect(await contentHash(await open(writeSynthetic([1, 2, 3, 6]).bytes))).toBe(whole);

    const sink = new MemorySink();
    const other = { ...description, platform: 'elsewhere', version: '9', lastFrame: 99 };
    const writer = RecordingWriter.create(sink, scene, other);
    for (let index = 0; index < 12; index++) writer.add({ ...syntheticFrame(index), wallMs: 77 });
    writer.commit({});
    writer.close();
    expect(await contentHash(await open(sink.bytes()))).toBe(whole);
  });

  test('changes with any bit of any frame, with the scene, the seed and the options', async () => {
    const hashOf = async (
      change: Partial<typeof description>,
      mutate: (index: number) => ReturnType<typeof syntheticFrame>,
      of = scene,
    ) => {
      const sink = new MemorySink();
      const writer = RecordingWriter.create(sink, of, { ...description, ...change });
      for (let index = 0; index < 4; index++) writer.add(mutate(index));
      writer.commit({});
      writer.close();
      return contentHash(await open(sink.bytes()));
    };
    const plain = await hashOf({}, syntheticFrame);
    const nudged = (index: number) => {
      const record = syntheticFrame(index);
      if (index === 3) record.path.poses[9] += 2 ** -40;
      return record;
    };
    const steps = (index: number) => ({ ...syntheticFrame(index), steps: 3 });
    const mesh = { ...scene.meshes[0], positions: scene.meshes[0].positions.map((x) => x * 1.5) };
    const hashes = [
      plain,
      await hashOf({}, nudged),
      await hashOf({}, steps),
      await hashOf({ seed: 8 }, syntheticFrame),
      await hashOf({ options: { timeStep: 0.125 } }, syntheticFrame),
      await hashOf({}, syntheticFrame, { ...scene, meshes: [mesh] }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
