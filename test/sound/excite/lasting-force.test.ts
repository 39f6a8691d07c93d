import { describe, expect, test } from 'vitest';
import {
  GOES_ON_BEFORE,
  GOES_ON_BEHIND,
  knotBetween,
  lastingPassed,
  NOTHING,
} from '../../../src/sound/excite/lasting-force.ts';

describe('a lasting force', () => {
  const averages = [0, 3, 5, 4, 4.5];
  const lengths = [0.01, 0.01, 0.006, 0.012, 0.01];
  const knots = [NOTHING, ...lengths.slice(1).map((h, k) => knotBetween(lengths[k], h)), GOES_ON_BEHIND];
  const out = new Float64Array(3);
  const passed = (k: number, u: number): number => {
    lastingPassed(u, lengths[k], knots[k], knots[k + 1], out);
    return out[0] * (averages[k - 1] ?? 0) + out[1] * averages[k] + out[2] * (averages[k + 1] ?? 0);
  };

  test('gives every step its impulse', () => {
    for (let k = 0; k < averages.length; k++) expect(passed(k, 1)).toBeCloseTo(averages[k] * lengths[k], 14);
  });

  test('is smooth to its second derivative where steps meet', () => {
    // F, F' and F'' from differences of its integral on both sides
    const sided = (k: number, side: 1 | -1): number[] => {
      const h = lengths[k];
      const e = 2e-3;
      const at = (i: number): number => (side > 0 ? passed(k, i * e) : passed(k, 1) - passed(k, 1 - i * e));
      const [p1, p2, p3] = [1, 2, 3].map((i) => at(i) / (e * h));
      // P(s)/s = F + F' s/2 + F'' s²/6
      const [a, b, c] = [p1, p2 / 2, p3 / 3];
      const second = (a - 2 * b + c) / 2;
      const first = b - a - 3 * second;
      const value = a - first - second;
      return [value, (side * 2 * first) / (e * h), (6 * second) / (e * h * e * h)];
    };
    for (let k = 0; k + 1 < averages.length; k++) {
      const left = sided(k, -1);
      const right = sided(k + 1, 1);
      expect(left[0]).toBeCloseTo(right[0], 3);
      expect(Math.abs(left[1] - right[1])).toBeLessThan(0.02 * 500);
      expect(Math.abs(left[2] - right[2])).toBeLessThan(0.1 * 5e5);
    }
  });

  test('is constant where all averages are the same and it goes on', () => {
    const first = new Float64Array(3);
    for (const u of [0.1, 0.37, 0.5, 0.93]) {
      lastingPassed(u, 0.01, GOES_ON_BEFORE, GOES_ON_BEHIND, first);
      expect(first[1]).toBeCloseTo(0.01 * u, 15);
      lastingPassed(u, 0.01, knotBetween(0.01, 0.01), knotBetween(0.01, 0.01), first);
      expect(first[0] + first[1] + first[2]).toBeCloseTo(0.01 * u, 15);
    }
  });
});
