import { describe, expect, test } from 'vitest';
import { luFactor, luSolve } from '../../../src/num/dense/lu.ts';
import { Random } from '../../../src/num/random.ts';
import { badlyScaled, distance, hilbert, largest, multiply, randomMatrix } from '../matrices.ts';

const random = new Random(1);
const sizes = [1, 2, 3, 5, 10, 40, 100];

/** ‖A x - b‖ / (‖A‖ ‖x‖ + ‖b‖): a few ulps when backward stable, whatever the condition. */
function backwardError(a: Float64Array, x: Float64Array, b: Float64Array): number {
  const n = x.length;
  const scale = n * largest(a) * largest(x) + largest(b);
  return scale === 0 ? 0 : distance(multiply(a, x, n, n, 1), b) / scale;
}

describe('LU', () => {
  test('solves with small residuals: random, Hilbert and badly scaled', () => {
    for (const n of sizes) {
      const plain = randomMatrix(random, n, n);
      for (const a of [plain, badlyScaled(random, plain, n, n, 8), hilbert(Math.min(n, 12))]) {
        const m = Math.round(Math.sqrt(a.length));
        const b = randomMatrix(random, m, 1);
        const factors = luFactor(a, m);
        const x = b.slice();
        luSolve(factors, x);
        expect(backwardError(a, x, b)).toBeLessThan(1e-15);
      }
    }
  });

  test('refuses a singular matrix', () => {
    for (const a of [
      new Float64Array(9),
      new Float64Array([1, 2, 3, 2, 4, 6, 1, 1, 1]),
      new Float64Array([1, NaN, 0, 0, 1, 0, 0, 0, 1]).map((x, k) => (k === 0 ? NaN : x)),
    ]) {
      const factors = luFactor(a, 3);
      expect(factors.sign).toBe(0);
      expect(() => luSolve(factors, new Float64Array(3))).toThrow('singular');
    }
  });
});
