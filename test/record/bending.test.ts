import { describe, expect, test } from 'vitest';
import { bendCount, bentBodies, exaggerate, writeBent } from '../../src/record/bending.ts';
import { contentHash } from '../../src/record/hash.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import { openRecording } from '../../src/record/recording.ts';
import { bytesSource } from '../../src/record/container/source.ts';
import type { Bending } from '../../src/record/types.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import { bending, bentFrame, description, scene, stateAfter, writeSynthetic } from './synthetic.ts';

const open = (bytes: Uint8Array) => openRecording(bytesSource(bytes));
const [shape] = bending.shapes;

/** The same, one thing changed. */
function changed(part: Partial<Bending['shapes'][number]>): Bending {
  return { ...bending, shapes: [{ ...shape, ...part }] };
}

describe('a recording of bodies that bend', () => {
  test('gives back the shapes and every coordinate', async () => {
    const recording = await open(writeSynthetic([1, 4], true, bending).bytes);
    expect(await recording.bending()).toEqual(bending);
    expect(recording.outline?.bodies).toEqual([{ body: 1, shape: 0 }]);
    for (let i = 0; i < 5; i++) expect((await recording.frame(i)).bends).toEqual(Float64Array.of(i / 3, -i));
    expect(await recording.damage()).toEqual([]);
  });

  test('is, but for them, the recording without', async () => {
    const plain = await open(writeSynthetic([3]).bytes);
    expect(await plain.bending()).toBeUndefined();
    expect((await plain.frame(1)).bends).toBeUndefined();
    expect(plain.streams.some(({ name }) => name === 'bends')).toBe(false);
    const text = new TextDecoder('latin1').decode(writeSynthetic([3]).bytes);
    expect(text).not.toMatch(/bends|bending/);
  });

  test('has another hash where it bends otherwise, whatever the chunks', async () => {
    const hashOf = async (bytes: Uint8Array) => contentHash(await open(bytes));
    const hash = await hashOf(writeSynthetic([1, 4], true, bending).bytes);
    expect(await hashOf(writeSynthetic([2, 2, 1], true, bending).bytes)).toBe(hash);
    const other = changed({ displacements: shape.displacements.map((u, i) => (i === 29 ? u + 1 : u)) });
    expect(await hashOf(writeSynthetic([1, 4], true, other).bytes)).not.toBe(hash);
    expect(await hashOf(writeSynthetic([1, 4]).bytes)).not.toBe(hash);
  });

  test('cut off after a commit and gone on with is the same, byte for byte', async () => {
    const whole = writeSynthetic([1, 3, 2], true, bending);
    const at = whole.commits[1].bytes;
    const recording = await open(whole.bytes.slice(0, at));
    const position = await recording.position();
    const sink = new MemorySink();
    sink.write(whole.bytes.slice(0, position.offset));
    const writer = RecordingWriter.resume(sink, recording.header, position);
    expect(() => writer.bend(bending)).toThrow(/once/);
    for (let i = writer.nextFrame; i < 6; i++) writer.add(bentFrame(i));
    writer.commit(stateAfter(5));
    writer.close();
    expect(sink.bytes()).toEqual(whole.bytes);
  });

  test('takes only frames with as many coordinates', () => {
    const writer = RecordingWriter.create(new MemorySink(), scene, description);
    writer.bend(bending);
    const record = bentFrame(0);
    const wrong = { ...record, frame: { ...record.frame, bends: new Float64Array(3) } };
    expect(() => writer.add(wrong)).toThrow(/lengths/);
    expect(() => writer.bend(bending)).toThrow(/once/);
  });

  test.each([
    ['vertices that are not there', changed({ faces: Uint32Array.of(0, 1, 2, 2, 3, 5) })],
    [
      'positions without end',
      changed({ positions: shape.positions.map((x, i) => (i === 7 ? Infinity : x)) }),
    ],
    ['no numbers', changed({ displacements: shape.displacements.map((x, i) => (i === 7 ? Number.NaN : x)) })],
  ])('from a stranger is refused where it has %s', async (_, wrong) => {
    const recording = await open(writeSynthetic([2], true, wrong).bytes);
    await expect(recording.bending()).rejects.toThrow(/bending\/0/);
    // what moves rigidly can still be read
    expect((await recording.frame(1)).poses).toHaveLength(14);
  });

  test('can be looked at with bending exaggerated', async () => {
    const recording = await open(writeSynthetic([2], true, bending).bytes);
    const more = await recording.exaggerated(20).exaggerated(2).bending();
    expect(more?.shapes[0].displacements).toEqual(shape.displacements.map((u) => 40 * u));
    expect(more?.shapes[0].positions).toEqual(shape.positions);
  });
});

test('a bent surface is the one at rest and its modes', () => {
  const both: Bending = { ...bending, bodies: [{ body: 0, shape: 0 }, ...bending.bodies] };
  expect(bendCount(both)).toBe(4);
  expect(bendCount(undefined)).toBe(0);
  const second = bentBodies(both)[1];
  expect(second).toMatchObject({ body: 1, at: 2 });
  const bends = Float64Array.of(9, 9, 0.5, -2);
  const out = new Float64Array(15);
  writeBent(out, second.shape, bends, second.at, 3);
  const more = new Float64Array(15);
  writeBent(more, exaggerate(both, 3).shapes[0], bends, second.at);
  for (let i = 0; i < 15; i++) {
    const expected =
      shape.positions[i] + 3 * (0.5 * shape.displacements[i] - 2 * shape.displacements[15 + i]);
    expect(out[i]).toBeCloseTo(expected, 12);
    expect(more[i]).toBeCloseTo(expected, 12);
  }
  writeBent(out, second.shape, undefined, 0);
  expect(out).toEqual(shape.positions);
});
