import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  edgeEdgeCrossSquared,
  edgeEdgeMollifier,
  edgeEdgeMollifierGradient,
  edgeEdgeMollifierHessian,
  mollifierThreshold,
} from '../../../src/geometry/distance/mollifier.ts';
import { pointPointDistanceSquared } from '../../../src/geometry/distance/point-point.ts';
import { differences, expectDerivative, expectSymmetric } from './difference.ts';
import { generalFourPoints, sizeOf } from './shapes.ts';

test('derivatives match differences where the mollifier acts, and vanish where it does not', () => {
  const seen = { faded: 0, full: 0 };
  fc.assert(
    fc.property(generalFourPoints, fc.constantFrom(0.1, 0.5, 0.9, 2, 30), (x, part) => {
      const c = edgeEdgeCrossSquared(x, 0, 3, 6, 9);
      const size = sizeOf(x);
      fc.pre(c > 1e-6 * size * size * size * size);
      const epsilon = c / part;
      const gradient = new Float64Array(12);
      const hessian = new Float64Array(144);
      const m = edgeEdgeMollifier(x, 0, 3, 6, 9, epsilon);
      expect(edgeEdgeMollifierGradient(gradient, 0, x, 0, 3, 6, 9, epsilon)).toBe(m);
      expect(edgeEdgeMollifierHessian(hessian, 0, x, 0, 3, 6, 9, epsilon)).toBe(m);
      expectSymmetric(hessian);
      if (part >= 1) {
        seen.full++;
        expect(m).toBe(1);
        expect(gradient.every((value) => value === 0)).toBe(true);
        expect(hessian.every((value) => value === 0)).toBe(true);
        return;
      }
      seen.faded++;
      expect(m).toBeCloseTo(part * (2 - part), 12);
      // the mollifier is a polynomial of degree 8: its scale is the smaller of the edges' heights
      const aa = pointPointDistanceSquared(x, 0, 3);
      const bb = pointPointDistanceSquared(x, 6, 9);
      const h = 3e-4 * Math.sqrt(c / Math.max(aa, bb));
      const slopes = differences((y) => Float64Array.of(edgeEdgeMollifier(y, 0, 3, 6, 9, epsilon)), x, h);
      expectDerivative(gradient, slopes, 1e-8, 0);
      const out = new Float64Array(12);
      const rows = differences(
        (y) => {
          edgeEdgeMollifierGradient(out, 0, y, 0, 3, 6, 9, epsilon);
          return out;
        },
        x,
        h,
      );
      expectDerivative(hessian, rows, 1e-8, 0);
    }),
    { numRuns: 600 },
  );
  expect(seen.faded).toBeGreaterThan(100);
  expect(seen.full).toBeGreaterThan(100);
});

test('it is zero with zero slope for parallel edges, and one at 1.8 degrees and beyond', () => {
  const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 1, 0);
  const epsilon = mollifierThreshold(1, 4);
  const gradient = new Float64Array(12).fill(1);
  expect(edgeEdgeMollifierGradient(gradient, 0, x, 0, 3, 6, 9, epsilon)).toBe(0);
  expect(gradient.every((value) => value === 0)).toBe(true);
  x[11] = 2 * Math.sqrt(1e-3) * 1.0001;
  expect(edgeEdgeMollifier(x, 0, 3, 6, 9, epsilon)).toBe(1);
  x[11] = 2 * Math.sqrt(1e-3) * 0.99;
  expect(edgeEdgeMollifier(x, 0, 3, 6, 9, epsilon)).toBeLessThan(1);
});
