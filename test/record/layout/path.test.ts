// Knots of bodies that moved and of deformables, there and back, and what is refused of files.

import { describe, expect, test } from 'vitest';
import { encodeRows } from '../../../src/record/container/encode-rows.ts';
import { chunkOfName, commitName, isStateName, memberName } from '../../../src/record/layout/names.ts';
import { fullPath, movedBodies, movedColumns, movedPath } from '../../../src/record/layout/path.ts';
import { columnsOf } from '../../../src/record/layout/stream.ts';
import { keepVertexKnots, vertexKnotsOf } from '../../../src/record/layout/vertex-knots.ts';

const BODIES = 3;
const frame = Float64Array.from({ length: 7 * BODIES }, (_, i) => i + 0.5);

/** Two knots at which only some numbers are not those of the frame. */
function knots(...changed: number[]): Float64Array {
  const poses = Float64Array.of(...frame, ...frame);
  for (const at of changed) poses[at] += 1;
  return poses;
}

describe('bodies that moved', () => {
  test('are those of which any number of the pose is another at any knot', () => {
    for (let at = 0; at < 14 * BODIES; at++)
      expect([...movedBodies(knots(at), frame, 2)]).toEqual([Math.floor((at % (7 * BODIES)) / 7)]);
    expect([...movedBodies(knots(), frame, 2)]).toEqual([]);
    expect([...movedBodies(knots(0, 41), frame, 2)]).toEqual([0, 2]);
    // at the first of two knots only, where there is one
    expect([...movedBodies(knots(22), frame, 1)]).toEqual([]);
  });

  test('are so by a single bit, and by the sign of nothing', () => {
    const zero = new Float64Array(7);
    const other = new Float64Array(7);
    other[3] = -0;
    expect([...movedBodies(other, zero, 1)]).toEqual([0]);
    other[3] = 5e-324;
    expect([...movedBodies(other, zero, 1)]).toEqual([0]);
    expect([...movedBodies(zero, zero, 1)]).toEqual([]);
  });

  test('keep each number at one knot after the other, and give it back', () => {
    const times = Float64Array.of(1, 2);
    const poses = knots(8, 30);
    const path = movedPath({ times, poses }, frame);
    expect([...path.moved]).toEqual([1]);
    expect([...path.poses]).toEqual(
      Array.from({ length: 7 }, (_, k) => [poses[7 + k], poses[7 * BODIES + 7 + k]]).flat(),
    );
    expect(fullPath(path, frame)).toEqual({ times, poses });
    expect(movedColumns(Uint32Array.of(0, 2))).toEqual([0, 1, 2, 3, 4, 5, 6, 14, 15, 16, 17, 18, 19, 20]);
  });

  test('are refused where a file has too few numbers, or names a body that is not there', () => {
    const times = Float64Array.of(1, 2);
    const path = { times, moved: Uint32Array.of(2), poses: new Float64Array(14) };
    expect(fullPath(path, frame).poses).toHaveLength(42);
    for (const length of [13, 15, 0])
      expect(() => fullPath({ ...path, poses: new Float64Array(length) }, frame)).toThrow(/motion\/pose/);
    expect(() => fullPath({ ...path, moved: Uint32Array.of(3) }, frame)).toThrow(/names body 3 of 3/);
  });
});

describe('knots of deformables', () => {
  /** Four vertices and two, told as rows. */
  const rows = {
    deformable: Uint32Array.of(0, 1, 1),
    times: Float64Array.of(0.5, 0.6, 0.7),
    positions: Float64Array.from({ length: 12 + 12 }, (_, i) => i),
  };

  test('are each coordinate at one knot after the other', () => {
    const [first, second] = vertexKnotsOf(rows, [4, 2]);
    expect(first).toEqual({
      deformable: 0,
      firstVertex: 0,
      times: Float64Array.of(0.5),
      positions: rows.positions.slice(0, 12),
    });
    expect(second).toEqual({
      deformable: 1,
      firstVertex: 4,
      times: Float64Array.of(0.6, 0.7),
      positions: Float64Array.of(12, 14, 16, 18, 20, 22, 13, 15, 17, 19, 21, 23),
    });
    const kept = keepVertexKnots([first, second]);
    expect(kept).toMatchObject({ deformable: rows.deformable, times: rows.times, positions: { length: 24 } });
    expect(kept.positions.runs.map((run) => [run.first, run.step])).toEqual([
      ...Array.from({ length: 12 }, (_, k) => [2 * k, 24]),
      ...Array.from({ length: 6 }, (_, k) => [2 * k, 12]),
    ]);
  });

  test('may be none', () => {
    expect(keepVertexKnots([])).toEqual({
      deformable: new Uint32Array(0),
      times: new Float64Array(0),
      positions: { length: 0, runs: [] },
    });
    const none = {
      deformable: 0,
      firstVertex: 0,
      times: new Float64Array(0),
      positions: new Float64Array(0),
    };
    expect(keepVertexKnots([none]).positions.length).toBe(0);
  });

  test.each([
    ['too few numbers', rows.positions.slice(1), [4, 2]],
    ['too many', Float64Array.of(...rows.positions, 1), [4, 2]],
    ['a deformable that is not there', rows.positions, [4]],
  ])('are refused with %s', (_, positions, counts) => {
    expect(() => vertexKnotsOf({ ...rows, positions }, counts)).toThrow(/vertexKnots|vertexMotion/);
  });
});

describe('names', () => {
  test('say the chunk', () => {
    expect(memberName('contacts/pair', 12)).toBe('contacts/pair/00000012.npy');
    expect(commitName(123_456_789)).toBe('commit/123456789.json');
    expect(chunkOfName('contacts/pair/00000012.npy')).toBe(12);
    expect(chunkOfName('commit/123456789.json')).toBe(123_456_789);
    expect(chunkOfName('snapshot/00000003/clock.npy')).toBe(3);
    for (const name of ['scene/3.npy', 'recording.json', 'bending/0/faces.npy', 'a/00000012.txt'])
      expect(chunkOfName(name)).toBeUndefined();
  });

  test('of a state mean nothing to JavaScript', () => {
    for (const name of ['a', 'clock', 'A9_.-', 'x'.repeat(64)]) expect(isStateName(name)).toBe(true);
    for (const name of ['', '9', '_a', '.a', 'a/b', 'x'.repeat(65), 'a\n'])
      expect(isStateName(name)).toBe(false);
  });
});

describe('rows', () => {
  const [stream] = columnsOf('turns', { position: ['<f8', [3], 'm', 'where'] });

  test('are written only where as many and of the kind that the stream has', () => {
    const header = encodeRows(stream, [], 0).length;
    const bytes = encodeRows(stream, [new Float64Array(3), new Float64Array(6).fill(1)], 3);
    expect(bytes).toHaveLength(header + 72);
    expect([...new Float64Array(bytes.slice(header).buffer)]).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1]);
    expect(() => encodeRows(stream, [new Float64Array(6)], 3)).toThrow(/was given 48 bytes for 3 rows/);
    expect(() => encodeRows(stream, [new Uint32Array(9)], 3)).toThrow(/was given <u4/);
  });
});
