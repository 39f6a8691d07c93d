import { Matrix, determinant, inverse } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import {
  luCondition,
  luDeterminant,
  luFactor,
  luSolve,
  luSolveTransposed,
} from '../../../src/num/dense/lu.ts';
import { Random } from '../../../src/num/random.ts';
import { badlyScaled, distance, hilbert, largest, multiply, randomMatrix, transpose } from '../matrices.ts';

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
        const y = b.slice();
        luSolveTransposed(factors, y);
        expect(backwardError(transpose(a, m, m), y, b)).toBeLessThan(1e-15);
      }
    }
  });

  test('has the determinant that ml-matrix has', () => {
    for (const n of [1, 2, 3, 4, 7, 12]) {
      const a = randomMatrix(random, n, n);
      const expected = determinant(Matrix.from1DArray(n, n, a));
      expect(luDeterminant(luFactor(a, n)) / expected).toBeCloseTo(1, 10);
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
      expect(luDeterminant(factors)).toBe(0);
      expect(luCondition(factors)).toBe(Infinity);
      expect(() => luSolve(factors, new Float64Array(3))).toThrow('singular');
      expect(() => luSolveTransposed(factors, new Float64Array(3))).toThrow('singular');
    }
  });

  test('estimates the condition from below, and within a factor of five', () => {
    const norm = (m: Matrix) => {
      let most = 0;
      for (let j = 0; j < m.columns; j++) {
        const sum = m.getColumn(j).reduce((total, x) => total + Math.abs(x), 0);
        most = Math.max(most, sum);
      }
      return most;
    };
    for (const n of [2, 3, 6, 8, 30]) {
      for (const a of [
        randomMatrix(random, n, n),
        badlyScaled(random, randomMatrix(random, n, n), n, n, 2),
      ]) {
        const m = Matrix.from1DArray(n, n, a);
        const exact = norm(m) * norm(inverse(m));
        const estimate = luCondition(luFactor(a, n));
        expect(estimate).toBeLessThan(exact * 1.001);
        expect(estimate).toBeGreaterThan(exact / 5);
      }
    }
    const estimate = luCondition(luFactor(hilbert(8), 8));
    expect(estimate / 3.387e10).toBeCloseTo(1, 2); // tabulated
  });
});
