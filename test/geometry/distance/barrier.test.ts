import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  barrier,
  barrierFirstDerivative,
  barrierSecondDerivative,
} from '../../../src/geometry/distance/barrier.ts';

const activation = fc.constantFrom(1e-10, 1e-6, 1, 1e4);

test('derivatives match differences over twelve decades of closeness', () => {
  fc.assert(
    fc.property(activation, fc.double({ min: -27, max: -0.01, noNaN: true }), (sHat, exponent) => {
      const s = sHat * Math.exp(exponent);
      const h = 1e-3 * Math.min(s, sHat - s);
      const slope = (f: (s: number, sHat: number) => number): number =>
        (8 * (f(s + h, sHat) - f(s - h, sHat)) - (f(s + 2 * h, sHat) - f(s - 2 * h, sHat))) / (12 * h);
      const first = barrierFirstDerivative(s, sHat);
      const second = barrierSecondDerivative(s, sHat);
      expect(Math.abs(slope(barrier) - first)).toBeLessThanOrEqual(1e-8 * Math.abs(first));
      expect(Math.abs(slope(barrierFirstDerivative) - second)).toBeLessThanOrEqual(1e-8 * second);
    }),
    { numRuns: 500 },
  );
});

test('it is positive, falling and convex inside, and joins zero twice smoothly', () => {
  fc.assert(
    fc.property(
      activation,
      fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true }),
      (sHat, u) => {
        const s = u * sHat;
        fc.pre(s > 0 && s < sHat);
        expect(barrier(s, sHat)).toBeGreaterThanOrEqual(0);
        expect(barrierFirstDerivative(s, sHat)).toBeLessThanOrEqual(0);
        expect(barrierSecondDerivative(s, sHat)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
  for (const f of [barrier, barrierFirstDerivative, barrierSecondDerivative]) {
    expect(f(1, 1)).toBe(0);
    expect(f(2, 1)).toBe(0);
    expect(Math.abs(f(1 - 1e-9, 1))).toBeLessThan(1e-8);
  }
  expect(barrier(0, 1)).toBe(Number.POSITIVE_INFINITY);
  expect(barrier(-1, 1)).toBe(Number.POSITIVE_INFINITY);
});
