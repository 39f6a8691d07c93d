import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  pointInTriangle,
  pointOnSegment,
  pointsCoincide,
  segmentIntersectsTriangle,
  segmentsIntersect,
  simplicesIntersect,
  trianglesIntersect,
} from '../../../src/geometry/predicates/intersect.ts';
import { hullsMeet } from './rational.ts';

const counts = fc.integer({ min: 1, max: 3 });
const six = (coordinate: fc.Arbitrary<number>) => fc.array(coordinate, { minLength: 18, maxLength: 18 });

/** Points of a tiny grid: nearly everything is coplanar, collinear or coincident. */
const grid = six(fc.integer({ min: 0, max: 2 }));

/** A grid whose points are off by single units in the last place, far from the origin. */
const nudged = fc
  .tuple(
    six(fc.integer({ min: 0, max: 2 })),
    six(fc.constantFrom(0, 0, 0, 1, -1)),
    fc.constantFrom(0.1, 1 / 3, 1e3),
  )
  .map(([points, nudges, step]) => points.map((p, i) => (1 + p * step) * (1 + nudges[i] * Number.EPSILON)));

/** Coordinates from the smallest subnormal number to the largest finite one, mixed. */
const extreme = six(
  fc.oneof(
    fc.constantFrom(0, 5e-324, -5e-324, 1e-310, 2.2250738585072014e-308, 1e-200, -1e-200, 1e-120, 1e120),
    fc.constantFrom(1, -1, 2, 1e200, -1e200, 1.7976931348623157e308, -1.7976931348623157e308),
    fc.integer({ min: -3, max: 3 }).map((k) => k * 5e-324),
    fc.integer({ min: -3, max: 3 }).map((k) => k * 1e-160),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
);

/** All six points in one plane through the origin, exactly: whole combinations of two whole vectors. */
const coplanar = fc
  .tuple(
    fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 6, maxLength: 6 }),
    fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 12, maxLength: 12 }),
  )
  .map(([axes, weights]) => {
    const points: number[] = [];
    for (let i = 0; i < 6; i++) {
      for (let k = 0; k < 3; k++) points.push(weights[2 * i] * axes[k] + weights[2 * i + 1] * axes[3 + k]);
    }
    return points;
  });

/** Two simplices that share a vertex, bit for bit, or where one has a vertex on the other's edge midpoint. */
const touching = fc
  .tuple(six(fc.double({ min: -1, max: 1, noNaN: true })), fc.integer({ min: 0, max: 2 }), fc.boolean())
  .map(([points, at, middle]) => {
    const copy = [...points];
    for (let k = 0; k < 3; k++) {
      copy[9 + k] = middle ? (points[k] + points[3 + k]) / 2 : points[3 * at + k];
    }
    return copy;
  });

function agrees(points: number[], countA: number, countB: number): void {
  const x = new Float64Array(points);
  const packed = new Float64Array(18);
  packed.set(x.subarray(0, 3 * countA), 0);
  packed.set(x.subarray(9, 9 + 3 * countB), 3 * countA);
  expect(simplicesIntersect(packed, countA, countB)).toBe(hullsMeet(packed, countA, countB));
}

describe('simplices intersect exactly where a rational linear programme says so', () => {
  const cases: [string, fc.Arbitrary<number[]>, number][] = [
    ['on a tiny grid', grid, 6000],
    ['a unit in the last place off a grid', nudged, 3000],
    ['in one plane', coplanar, 3000],
    ['touching', touching, 2000],
    ['from subnormal to the largest numbers', extreme, 1500],
  ];
  for (const [name, points, numRuns] of cases) {
    test(name, () => {
      fc.assert(fc.property(points, counts, counts, agrees), { numRuns, seed: 1 });
    });
  }

  test('both answers are common in what is tried', () => {
    let yes = 0;
    const samples = fc.sample(fc.tuple(grid, counts, counts), { numRuns: 1000, seed: 2 });
    for (const [points, a, b] of samples) if (hullsMeet(points, a, b)) yes++;
    expect(yes).toBeGreaterThan(100);
    expect(yes).toBeLessThan(900);
  });
});

test('each test by its own name, with points anywhere in the array and in any order', () => {
  fc.assert(
    fc.property(
      grid,
      fc.shuffledSubarray([0, 3, 6, 9, 12, 15], { minLength: 6 }),
      (points, [a, b, c, d, e, f]) => {
        const x = Float64Array.from(points);
        const meet = (first: number[], second: number[]) =>
          hullsMeet(
            [...first, ...second].flatMap((at) => points.slice(at, at + 3)),
            first.length,
            second.length,
          );
        expect(pointsCoincide(x, a, b)).toBe(meet([a], [b]));
        expect(pointOnSegment(x, a, b, c)).toBe(meet([a], [b, c]));
        expect(pointInTriangle(x, a, b, c, d)).toBe(meet([a], [b, c, d]));
        expect(segmentsIntersect(x, a, b, c, d)).toBe(meet([a, b], [c, d]));
        expect(segmentIntersectsTriangle(x, a, b, c, d, e)).toBe(meet([a, b], [c, d, e]));
        expect(trianglesIntersect(x, a, b, c, d, e, f)).toBe(meet([a, b, c], [d, e, f]));
      },
    ),
    { numRuns: 1000, seed: 3 },
  );
});
