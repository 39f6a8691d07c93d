import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edgeEdgeCrossSquared, mollifierThreshold } from '../../../src/geometry/distance/mollifier.ts';
import { pointPointDistanceSquared } from '../../../src/geometry/distance/point-point.ts';
import { generalFourPoints } from './shapes.ts';

test('c is |a|²|b|² - (a·b)², and the same from either edge', () => {
  fc.assert(
    fc.property(generalFourPoints, (x) => {
      const product = pointPointDistanceSquared(x, 0, 3) * pointPointDistanceSquared(x, 6, 9);
      let dot = 0;
      for (let k = 0; k < 3; k++) dot += (x[3 + k] - x[k]) * (x[9 + k] - x[6 + k]);
      const c = edgeEdgeCrossSquared(x, 0, 3, 6, 9);
      expect(Math.abs(c - (product - dot * dot))).toBeLessThanOrEqual(1e-12 * product);
      expect(edgeEdgeCrossSquared(x, 6, 9, 0, 3)).toBe(c);
    }),
  );
});

test('it acts between parallel edges and those at 1.8 degrees', () => {
  const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 1, 0);
  const epsilon = mollifierThreshold(1, 4);
  expect(edgeEdgeCrossSquared(x, 0, 3, 6, 9)).toBe(0);
  x[11] = 2 * Math.sqrt(1e-3) * 0.999;
  expect(edgeEdgeCrossSquared(x, 0, 3, 6, 9)).toBeLessThan(epsilon);
  x[11] = 2 * Math.sqrt(1e-3) * 1.001;
  expect(edgeEdgeCrossSquared(x, 0, 3, 6, 9)).toBeGreaterThan(epsilon);
});
