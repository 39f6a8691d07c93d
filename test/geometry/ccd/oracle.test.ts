import { describe, expect, test } from 'vitest';
import {
  EDGE_EDGE,
  firstCount,
  type PairKind,
  POINT_TRIANGLE,
  vertexTotal,
} from '../../../src/geometry/ccd/kind.ts';
import { oracleFirstContact, type RigidPath } from './oracle.ts';
import { asin, cos, sin } from '../../../src/num/elementary/index.ts';
import { Random } from '../../../src/num/index.ts';
import { firstContact, IDENTITY, makeMotion, measuredGap, movedPoint } from './measure.ts';

const path = (turn0: number[], q0: number[], turn1: number[], q1: number[]): RigidPath =>
  Float64Array.from([...turn0, ...q0, ...turn1, ...q1]);
const STILL = path([0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]);

/** A point of a body on a path that is linear in (rotation vector, translation). */
function pathPoint(along: RigidPath, x: Float64Array, v: number, t: number): number[] {
  const at = (k: number): number => along[k] + t * (along[6 + k] - along[k]);
  const motion = makeMotion(IDENTITY, [at(3), at(4), at(5)], [at(0), at(1), at(2)], [0, 0, 0]);
  return movedPoint(motion, x, v, 1);
}

describe('Algorithm 1', () => {
  test('a rod swept onto a point', () => {
    const rod = Float64Array.of(0, 0, 0, 2, 0, 0);
    const point = Float64Array.of(1.2 * cos(0.3), 1.2 * sin(0.3), 0);
    const time = oracleFirstContact(1, point, STILL, rod, path([0, 0, 0], [0, 0, 0], [0, 0, 0.5], [0, 0, 0]));
    expect(time).toBeLessThanOrEqual(0.6);
    expect(time).toBeGreaterThan(0.8 * 0.6);
  });

  test('a spinning corner touches a face, or just does not', () => {
    const floor = Float64Array.of(-10, -10, 0, 10, -10, 0, 0, 15, 0);
    const corner = Float64Array.of(1, 0, 0);
    const spin = (h: number): RigidPath => path([0, 0, 0], [0, 0, h], [0, 2, 0], [0, 0, h]);
    expect(oracleFirstContact(POINT_TRIANGLE, corner, spin(1.01), floor, STILL)).toBe(Infinity);
    const time = oracleFirstContact(POINT_TRIANGLE, corner, spin(0.9), floor, STILL);
    expect(time).toBeLessThanOrEqual(asin(0.9) / 2);
    expect(time).toBeGreaterThan(0.8 * (asin(0.9) / 2));
  });

  test('keeps a separation, and a touching start is time 0', () => {
    const floor = Float64Array.of(-10, -10, 0, 10, -10, 0, 0, 15, 0);
    const corner = Float64Array.of(0, 0, 0);
    const fall = path([0, 0, 0], [0, 0, 1], [0, 0, 1], [0, 0, -1]);
    const time = oracleFirstContact(POINT_TRIANGLE, corner, fall, floor, STILL, 0.5);
    expect(time).toBeLessThanOrEqual(0.25);
    expect(time).toBeGreaterThan(0.2);
    expect(oracleFirstContact(POINT_TRIANGLE, corner, STILL, floor, STILL)).toBe(0);
  });
});

describe('random motions', () => {
  test('the axis may change: never later than the first sampled contact', () => {
    const random = new Random(21);
    let found = 0;
    for (let trial = 0; trial < 24; trial++) {
      const kind = (trial % 2 === 0 ? POINT_TRIANGLE : EDGE_EDGE) as PairKind;
      const first = firstCount(kind);
      const vector = (size: number): number[] => [0, 1, 2].map(() => random.between(-size, size));
      const a = Float64Array.from({ length: 3 * first }, () => random.between(-1, 1));
      const b = Float64Array.from({ length: 3 * (vertexTotal(kind) - first) }, () => random.between(-1, 1));
      const pathA = path(vector(1), [2, 0, 0], vector(1), [-2, 0, 0]);
      const pathB = path(vector(1), vector(0.3), vector(1), vector(0.3));
      const gap = (t: number): number => {
        const x: number[] = [];
        for (let v = 0; v < a.length; v += 3) x.push(...pathPoint(pathA, a, v, t));
        for (let v = 0; v < b.length; v += 3) x.push(...pathPoint(pathB, b, v, t));
        return measuredGap(kind, x);
      };
      const time = oracleFirstContact(kind, a, pathA, b, pathB);
      const end = Math.min(time, 1) * (1 - 1e-12);
      for (let i = 0; i <= 300; i++) expect(gap((end * i) / 300)).toBeGreaterThan(0);
      if (time <= 1) found++;
    }
    expect(found).toBeGreaterThan(2);
  });

  test('about a fixed axis it agrees with the fast kernel', () => {
    const random = new Random(22);
    let both = 0;
    for (let trial = 0; trial < 40; trial++) {
      const kind = (trial % 2 === 0 ? POINT_TRIANGLE : EDGE_EDGE) as PairKind;
      const first = firstCount(kind);
      const vector = (size: number): number[] => [0, 1, 2].map(() => random.between(-size, size));
      const a = Float64Array.from({ length: 3 * first }, () => random.between(-1, 1));
      const b = Float64Array.from({ length: 3 * (vertexTotal(kind) - first) }, () => random.between(-1, 1));
      const [turnA, turnB] = [vector(1), vector(1)];
      const zero = [0, 0, 0];
      const slow = oracleFirstContact(
        kind,
        a,
        path(zero, [2, 0, 0], turnA, [-2, 0, 0]),
        b,
        path(zero, zero, turnB, zero),
      );
      const motionA = makeMotion(IDENTITY, [2, 0, 0], turnA, [-4, 0, 0]);
      const motionB = makeMotion(IDENTITY, zero, turnB, zero);
      const candidate = Int32Array.from([kind, ...[0, 1, 2, 3].map((v) => (v < first ? v : v - first))]);
      const fast = firstContact(a, motionA, b, motionB, candidate);
      // The oracle gives up after its thousand stretches, so it may be the earlier one; never the later.
      if (fast <= 1) {
        both++;
        expect(slow).toBeLessThanOrEqual(fast * (1 + 1e-6));
        expect(slow).toBeGreaterThan(0.8 * fast);
      } else {
        expect(slow).toBe(Infinity);
      }
    }
    expect(both).toBeGreaterThan(3);
  });
});
