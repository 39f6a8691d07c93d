import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PARTS, SLIDES, STICKS, solveContact } from '../../../src/problems/friction-cone/local.ts';
import { naturalMapSquared, projectOnCone } from '../../../src/problems/friction-cone/residual.ts';
import { Random } from '../../../src/num/index.ts';
import { semidefinite } from '../lcp/problems.ts';

describe('projection on the cone', () => {
  test('is in the cone, and what it takes off is orthogonal to it and in the polar cone', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 3, noNaN: true }), (seed, mu) => {
        const random = new Random(seed);
        const point = Float64Array.from({ length: 3 }, () => random.normal());
        const p = point.slice();
        projectOnCone(p, 0, mu);
        expect(Math.hypot(p[1], p[2])).toBeLessThanOrEqual(mu * p[0] + 1e-14);
        const off = point.map((value, k) => value - p[k]);
        expect(off[0] * p[0] + off[1] * p[1] + off[2] * p[2]).toBeCloseTo(0, 13);
        expect(off[0] + mu * Math.hypot(off[1], off[2])).toBeLessThanOrEqual(1e-14);
      }),
    );
  });
});

describe('one contact', () => {
  test('obeys the law, whatever it does', () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(
        fc.nat(),
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.integer({ min: 1, max: 3 }),
        (seed, mu, rank) => {
          const random = new Random(seed);
          const a = semidefinite(random, 3, rank);
          const move = Float64Array.from({ length: 3 }, () => random.normal());
          // in the range of A, as a velocity of bodies is
          const b = Float64Array.from(
            { length: 3 },
            (_, i) => a[3 * i] * move[0] + a[3 * i + 1] * move[1] + a[3 * i + 2] * move[2],
          );
          const r = new Float64Array(3);
          seen.add(solveContact(a, 0, b, 0, mu, r, 0));
          const u = Float64Array.from(
            { length: 3 },
            (_, i) => b[i] + a[3 * i] * r[0] + a[3 * i + 1] * r[1] + a[3 * i + 2] * r[2],
          );
          const size = Math.hypot(...b) + Math.hypot(...r) + Math.hypot(...u);
          expect(Math.sqrt(naturalMapSquared(1, Float64Array.of(mu), r, u))).toBeLessThan(
            1e-7 * Math.max(size, 1),
          );
        },
      ),
      { numRuns: 5000 },
    );
    expect(seen).toEqual(new Set([PARTS, STICKS, SLIDES]));
  });

  test('nothing can be done without mass at the contact: no reaction, no NaN', () => {
    const r = Float64Array.of(1, 1, 1);
    expect(solveContact(new Float64Array(9), 0, Float64Array.of(-1, 2, 3), 0, 0.5, r, 0)).toBe(PARTS);
    expect(Array.from(r)).toEqual([0, 0, 0]);
  });
});
