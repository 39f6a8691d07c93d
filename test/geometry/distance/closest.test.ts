import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgeEdgeClosest, edgeEdgeDistanceSquared } from '../../../src/geometry/distance/edge-edge.ts';
import { pointEdgeClosest } from '../../../src/geometry/distance/point-edge.ts';
import { pointPointClosest, pointPointDistanceSquared } from '../../../src/geometry/distance/point-point.ts';
import {
  pointTriangleClosest,
  pointTriangleDistanceSquared,
} from '../../../src/geometry/distance/point-triangle.ts';
import { exactEdgeEdge, exactPointEdge, exactPointTriangle } from './exact.ts';
import { anyFourPoints, sizeOf } from './shapes.ts';

const EPSILON = 2 ** -52;
const record = new Float64Array(8);

/** The difference of distances, allowing for a few roundings of the coordinates. */
function expectSameDistance(s: number, exact: number, x: Float64Array, slack = 0): void {
  const rounding = 32 * EPSILON * sizeOf(x);
  // and for edges below 1e-33 m, which count as points
  const allowed = 2 * rounding * Math.sqrt(exact) + rounding * rounding + slack + 1e-66;
  if (!(Math.abs(s - exact) <= allowed)) {
    throw new Error(`${s} is not ${exact}: off by ${s - exact}, allowed ${allowed}`);
  }
}

/** The record must agree with itself: weights of each side sum to ±1, in range, and give r and s. */
function expectConsistent(x: Float64Array, first: readonly number[], second: readonly number[]): void {
  let sum = 0;
  for (const i of first) {
    expect(record[i]).toBeGreaterThanOrEqual(0);
    sum += record[i];
  }
  for (const i of second) {
    expect(record[i]).toBeLessThanOrEqual(0);
    sum += record[i];
  }
  expect(Math.abs(sum)).toBeLessThanOrEqual(4 * EPSILON);
  for (let k = 0; k < 3; k++) {
    let r = 0;
    for (const i of [...first, ...second]) r += record[i] * x[3 * i + k];
    expect(Math.abs(r - record[4 + k])).toBeLessThanOrEqual(32 * EPSILON * sizeOf(x));
  }
  const r2 = record[4] * record[4] + record[5] * record[5] + record[6] * record[6];
  expect(Math.abs(r2 - record[7])).toBeLessThanOrEqual(16 * EPSILON * record[7] + 1e-300);
}

describe('closest points', () => {
  test('point–point', () => {
    fc.assert(
      fc.property(anyFourPoints, (x) => {
        pointPointClosest(record, 0, x, 0, 3);
        expectConsistent(x, [0], [1]);
        expect(record[7]).toBe(pointPointDistanceSquared(x, 0, 3));
        expect(record[7]).toBe((x[0] - x[3]) ** 2 + (x[1] - x[4]) ** 2 + (x[2] - x[5]) ** 2);
      }),
    );
  });

  test('point–edge is the smallest of all regions', () => {
    fc.assert(
      fc.property(anyFourPoints, (x) => {
        const feature = pointEdgeClosest(record, 0, x, 0, 3, 6);
        expect([0, 1, 2]).toContain(feature);
        expectConsistent(x, [0], [1, 2]);
        expectSameDistance(record[7], exactPointEdge(x, 0, 3, 6), x);
      }),
      { numRuns: 3000 },
    );
  });

  test('point–triangle is the smallest of all regions', () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(anyFourPoints, (x) => {
        const feature = pointTriangleClosest(record, 0, x, 0, 3, 6, 9);
        seen.add(feature);
        expectConsistent(x, [0], [1, 2, 3]);
        expectSameDistance(record[7], exactPointTriangle(x, 0, 3, 6, 9), x);
        expect(pointTriangleDistanceSquared(x, 0, 3, 6, 9)).toBe(record[7]);
        const used = [1, 2, 3].filter((i) => record[i] !== 0).length;
        expect(used).toBeLessThanOrEqual(feature === 6 ? 3 : feature >= 3 ? 2 : 1);
      }),
      { numRuns: 3000 },
    );
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('edge–edge is the smallest of all regions', () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(anyFourPoints, (x) => {
        seen.add(edgeEdgeClosest(record, 0, x, 0, 3, 6, 9));
        expectConsistent(x, [0, 1], [2, 3]);
        const bb = pointPointDistanceSquared(x, 6, 9);
        expectSameDistance(record[7], exactEdgeEdge(x, 0, 3, 6, 9), x, 1e-24 * bb);
        expect(edgeEdgeDistanceSquared(x, 0, 3, 6, 9)).toBe(record[7]);
      }),
      { numRuns: 3000 },
    );
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('a sliver a million times longer than high, seen from nearby', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        fc.integer({ min: 4, max: 14 }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 2 }),
        (along, digits, across, up, first) => {
          const thin = Number(`1e-${digits}`);
          const corners = [0.1, 0.2, 0.3, 1.4, 0.7, -0.2, 0, 0, 0];
          // apex above the long edge, in a direction that is not an axis
          for (let k = 0; k < 3; k++) {
            corners[6 + k] = corners[k] + along * (corners[3 + k] - corners[k]) + thin * [0.3, -0.5, 0.8][k];
          }
          const x = Float64Array.from([
            0.6 + 2 * thin * across,
            0.4 + 3 * thin * up,
            0.05 + thin * across * up,
            ...corners,
          ]);
          const t = [3, 6, 9].map((_, k) => 3 + 3 * ((k + first) % 3));
          const s = pointTriangleDistanceSquared(x, 0, t[0], t[1], t[2]);
          expectSameDistance(s, exactPointTriangle(x, 0, t[0], t[1], t[2]), x);
        },
      ),
      { numRuns: 1500 },
    );
  });

  test('nearly parallel edges at every angle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 17 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 }),
        (angleDigits, gapDigits, v) => {
          const angle = Number(`1e-${angleDigits}`);
          const gap = Number(`1e-${gapDigits}`);
          const x = new Float64Array(12);
          for (let k = 0; k < 3; k++) {
            const direction = [0.6, -0.5, 0.7][k];
            x[k] = 0;
            x[3 + k] = direction;
            x[6 + k] = v[0] * direction + gap * v[3 + k];
            x[9 + k] = x[6 + k] + (v[1] + 1.2) * direction + angle * v[6 + k];
          }
          const s = edgeEdgeDistanceSquared(x, 0, 3, 6, 9);
          const bb = pointPointDistanceSquared(x, 6, 9);
          expectSameDistance(s, exactEdgeEdge(x, 0, 3, 6, 9), x, 1e-24 * bb);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
