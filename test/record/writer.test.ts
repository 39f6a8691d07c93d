// What a writer takes, holds and puts onto a sink, and in which order.

import { describe, expect, test } from 'vitest';
import type { ByteSink } from '../../src/record/container/append-member.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import { bytesSource } from '../../src/record/container/source.ts';
import type { FrameRecord, ReactionRows } from '../../src/record/frame-record.ts';
import { openRecording } from '../../src/record/recording.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import type { Joint, Pose } from '../../src/scene/index.ts';
import { bending, bentFrame, description, scene, stateAfter, syntheticFrame } from './synthetic.ts';

const create = (sink: ByteSink = new MemorySink(), of = scene) =>
  RecordingWriter.create(sink, of, description);

const here: Pose = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };
const joint: Joint = {
  name: 'j',
  kind: 'ball',
  a: 0,
  b: 1,
  frameA: here,
  frameB: here,
  length: 0,
  collide: false,
};
const jointed = { ...scene, joints: [joint] };

function reactionsOf(count: number): ReactionRows {
  const numbers = (length: number) => Float64Array.from({ length }, (_, i) => 1 + i / 4);
  return {
    joint: new Uint32Array(count),
    start: numbers(count),
    duration: numbers(count),
    force: numbers(3 * count),
    torque: numbers(3 * count),
  };
}

describe('frames that are not committed', () => {
  test('are counted', () => {
    const writer = create();
    expect([writer.nextFrame, writer.pendingFrames, writer.pendingBytes]).toEqual([0, 0, 0]);
    writer.add(syntheticFrame(0));
    writer.add(syntheticFrame(1));
    expect([writer.nextFrame, writer.pendingFrames]).toEqual([2, 2]);
    writer.commit(stateAfter(1));
    expect([writer.nextFrame, writer.pendingFrames, writer.pendingBytes]).toEqual([2, 0, 0]);
    expect(() => writer.add(syntheticFrame(1))).toThrow(/frame 1 was added where 2 comes next/);
  });

  test('hold as many bytes as their numbers take', () => {
    const bytesOf = (record: FrameRecord, writer = create(undefined, jointed)) => {
      writer.add({ ...record, index: 0 });
      return writer.pendingBytes;
    };
    const frame = syntheticFrame(0);
    const none = { times: new Float64Array(0), poses: new Float64Array(0) };
    const bare = { ...frame, path: none };
    // poses, velocities and vertices
    const least = 8 * (14 + 12 + 12);
    expect(bytesOf(bare)).toBe(least);
    const { contacts } = syntheticFrame(2);
    expect(bytesOf({ ...bare, contacts })).toBe(least + 2 * (5 * 4 + 4 * 4 + 14 * 8));
    const { turns } = syntheticFrame(1);
    expect(bytesOf({ ...bare, turns })).toBe(least + 4 + 8 + 24);
    const { vertexKnots } = syntheticFrame(1);
    expect(bytesOf({ ...bare, vertexKnots })).toBe(least + 8 * 24);
    expect(bytesOf({ ...bare, reactions: reactionsOf(3) })).toBe(least + 3 * (4 + 8 + 8 + 24 + 24));
    // of one of two bodies that moved, and of both
    const times = Float64Array.of(1, 2, 3);
    const knots = (moved: number) => {
      const poses = new Float64Array(3 * 14);
      for (let i = 0; i < 42; i++) poses[i] = frame.frame.poses[i % 14] + (i % 14 < 7 * moved ? 1 : 0);
      return { ...frame, path: { times, poses } };
    };
    expect(bytesOf(knots(0))).toBe(least + 8 * 3);
    expect(bytesOf(knots(1))).toBe(least + 8 * (3 + 42));
    expect(bytesOf(knots(2))).toBe(least + 8 * (3 + 42));
    const bent = create();
    bent.bend(bending);
    expect(bytesOf({ ...bentFrame(0), path: none }, bent)).toBe(least + 16);
  });

  test('are copied where few of many bodies moved, so that the others need not be held', () => {
    const bodies = Array.from({ length: 4 }, () => scene.bodies[0]);
    const writer = create(undefined, { ...scene, bodies });
    const frame = syntheticFrame(0);
    const poses = Float64Array.from({ length: 28 }, (_, i) => i);
    const path = { times: Float64Array.of(1, 2), poses: Float64Array.of(...poses, ...poses) };
    path.poses[28] += 1;
    writer.add({ ...frame, frame: { ...frame.frame, poses, velocities: new Float64Array(24) }, path });
    expect(writer.pendingBytes).toBe(8 * (28 + 24 + 12) + 8 * (2 + 14));
  });

  test('are dropped where the recording is closed', async () => {
    const sink = new MemorySink();
    const writer = create(sink);
    writer.add(syntheticFrame(0));
    writer.commit(stateAfter(0));
    writer.add(syntheticFrame(1));
    writer.close();
    expect((await openRecording(bytesSource(sink.bytes()))).frameCount).toBe(1);
  });
});

describe('a frame of other lengths', () => {
  const right = syntheticFrame(1);
  const { frame, path } = right;
  const wrong: readonly (readonly [string, FrameRecord])[] = [
    ['poses', { ...right, frame: { ...frame, poses: new Float64Array(13) } }],
    ['velocities', { ...right, frame: { ...frame, velocities: new Float64Array(13) } }],
    ['vertices', { ...right, frame: { ...frame, vertices: new Float64Array(15) } }],
    ['knots', { ...right, path: { ...path, poses: new Float64Array(13) } }],
    ['reports', { ...right, report: new Float64Array(1) }],
  ];
  test.each(wrong)('of %s is refused, and the right one still taken', (_, record) => {
    const writer = create();
    writer.add(syntheticFrame(0));
    expect(() => writer.add(record)).toThrow(/frame 1 has arrays of other lengths than the scene/);
    writer.add(right);
    expect(writer.nextFrame).toBe(2);
  });
});

describe('a commit', () => {
  /** What a sink is told, and where each member begins. */
  function telling(fails = Number.POSITIVE_INFINITY) {
    const told: string[] = [];
    const inner = new MemorySink();
    let calls = 0;
    const call = (name: string) => {
      if (++calls > fails) throw new Error(`call ${calls} fails`);
      told.push(name);
    };
    const sink: ByteSink = {
      write(bytes) {
        const name =
          bytes[0] === 0x50 && bytes[2] === 3
            ? new TextDecoder('latin1').decode(bytes.subarray(30, 30 + bytes[26]))
            : 'data';
        call(name);
        inner.write(bytes);
      },
      flush: () => call('flush'),
    };
    return { sink, told, inner };
  }

  test('comes after all that it vouches for is safe, and is safe itself', () => {
    const { sink, told } = telling();
    const writer = create(sink);
    writer.add(syntheticFrame(0));
    told.length = 0;
    writer.commit(stateAfter(0));
    expect(told.slice(-4)).toEqual(['flush', 'commit/00000000.json', 'data', 'flush']);
    expect(told.filter((name) => name === 'flush')).toHaveLength(2);
    expect(told.indexOf('snapshot/00000000/nothing.npy')).toBeGreaterThan(told.indexOf('pose/00000000.npy'));
    told.length = 0;
    writer.commit(stateAfter(0));
    expect(told).toEqual([]);
    writer.close();
    expect(told).toEqual(['index.json', 'data', 'data', 'flush']);
  });

  test('that fails ends the writing: the same error is given ever after', () => {
    const { sink, told } = telling(30);
    const writer = create(sink);
    writer.add(syntheticFrame(0));
    const errorOf = () => {
      try {
        writer.commit(stateAfter(0));
        return undefined;
      } catch (error) {
        return error;
      }
    };
    const errors = [errorOf(), errorOf()];
    expect((errors[0] as Error).message).toBe('call 31 fails');
    expect(errors[1]).toBe(errors[0]);
    expect(() => writer.close()).toThrow('call 31 fails');
    expect(told).toHaveLength(30);
    expect(writer.nextFrame).toBe(1);
  });

  test('keeps no state of a name that means something else', () => {
    for (const name of ['', 'a/b', '__proto__', '1a', 'a'.repeat(65), 'ä', 'a b']) {
      const writer = create();
      writer.add(syntheticFrame(0));
      const state = JSON.parse(`{${JSON.stringify(name)}: 0}`) as Record<string, Float64Array>;
      expect(() => writer.commit(state)).toThrow(/is no name for an array of the state/);
    }
    const writer = create();
    writer.add(syntheticFrame(0));
    writer.commit({
      a: new Float64Array(1),
      ['b'.repeat(64)]: new Float64Array(1),
      'a.b-c_d9': new Int32Array(2),
    });
  });
});

describe('bending', () => {
  test('is said once, before the first frame, and not at all of nothing', () => {
    const writer = create();
    writer.bend({ shapes: [], bodies: [] });
    writer.add(syntheticFrame(0));
    expect(() => writer.bend(bending)).toThrow(/once, before the first frame/);
    const committed = create();
    committed.add(syntheticFrame(0));
    committed.commit({});
    expect(() => committed.bend(bending)).toThrow(/once, before the first frame/);
  });
});

test('what joints did is read as it was told', async () => {
  const sink = new MemorySink();
  const writer = create(sink, jointed);
  for (let index = 0; index < 4; index++)
    writer.add({ ...syntheticFrame(index), reactions: reactionsOf(index % 3) });
  writer.commit({});
  writer.close();
  const recording = await openRecording(bytesSource(sink.bytes()));
  for (let index = 0; index < 4; index++)
    expect(await recording.reactions(index)).toEqual(reactionsOf(index % 3));
});

test('a recording without deformables or joints has no turns, no knots of vertices and no reactions', async () => {
  const sink = new MemorySink();
  const writer = create(sink, { ...scene, deformables: [] });
  const { frame, turns, vertexKnots: _, ...rest } = syntheticFrame(0);
  writer.add({ ...rest, turns, frame: { ...frame, vertices: new Float64Array(0) } });
  writer.commit({});
  writer.close();
  const recording = await openRecording(bytesSource(sink.bytes()));
  const none = new Float64Array(0);
  const integers = new Uint32Array(0);
  expect(await recording.turns(0)).toEqual({ vertices: integers, times: none, positions: none });
  expect(await recording.vertexKnots(0)).toEqual([]);
  const reactions = { joint: integers, start: none, duration: none, force: none, torque: none };
  expect(await recording.reactions(0)).toEqual(reactions);
  const names = recording.streams.map(({ name }) => name);
  expect(names.filter((name) => /^(turns|vertexKnots|vertexMotion|reactions|vertices)/.test(name))).toEqual(
    [],
  );
});

test('frames of the format before are read, and not written', () => {
  const sizes = { bodies: 2, vertices: 4, reportColumns: 2, formatVersion: 1 };
  const position = { members: [], offset: 0, firstFrames: [], frames: 0 };
  const writer = RecordingWriter.resume(new MemorySink(), sizes, position);
  expect(() => writer.add(syntheticFrame(0))).toThrow(
    /format version 1, which is read but no longer written/,
  );
});

test('bodies that are not there in a frame are read so', async () => {
  const sink = new MemorySink();
  const writer = create(sink);
  const absent = [undefined, Uint32Array.of(0, 1), Uint32Array.of(1)];
  absent.forEach((bodies, index) => {
    const record = syntheticFrame(index);
    writer.add(bodies ? { ...record, frame: { ...record.frame, absent: bodies } } : record);
  });
  writer.commit({});
  writer.close();
  const recording = await openRecording(bytesSource(sink.bytes()));
  for (let index = 0; index < 3; index++)
    expect((await recording.frame(index)).absent).toEqual(absent[index]);
});
