import { describe, expect, test } from 'vitest';
import { applyQTransposed, qrFactor, solveLeastSquares } from '../../../src/num/dense/qr.ts';
import { svd } from '../../../src/num/dense/svd.ts';
import { Random } from '../../../src/num/random.ts';
import { badlyScaled, distance, hilbert, largest, multiply, randomMatrix, transpose } from '../matrices.ts';

const random = new Random(2);
const shapes = [
  [1, 1],
  [3, 3],
  [5, 2],
  [2, 5],
  [20, 7],
  [60, 60],
  [7, 20],
];

describe('QR', () => {
  test('puts the matrix together again: Qᵀ A P = R', () => {
    for (const [rows, columns] of shapes) {
      const a = randomMatrix(random, rows, columns);
      const factors = qrFactor(a, rows, columns);
      expect(factors.rank).toBe(Math.min(rows, columns));
      for (let k = 0; k < columns; k++) {
        const column = Float64Array.from({ length: rows }, (_, i) => a[i * columns + factors.order[k]]);
        applyQTransposed(factors, column);
        for (let i = 0; i < rows; i++) {
          const r = i <= k && i < factors.rank ? factors.qr[i * columns + k] : 0;
          expect(Math.abs(column[i] - r)).toBeLessThan(1e-14);
        }
      }
    }
  });

  test('leaves a residual that is orthogonal to the columns', () => {
    for (const [rows, columns] of [
      [6, 3],
      [40, 10],
      [30, 30],
    ]) {
      const plain = randomMatrix(random, rows, columns);
      for (const a of [plain, badlyScaled(random, plain, rows, columns, 4)]) {
        const b = randomMatrix(random, rows, 1);
        const x = solveLeastSquares(qrFactor(a, rows, columns, 1e-300), b);
        const residual = multiply(a, x, rows, columns, 1).map((v, i) => v - b[i]);
        const normal = multiply(transpose(a, rows, columns), residual, columns, rows, 1);
        const scale = largest(a) * (largest(b) + rows * largest(a.map((v, k) => v * x[k % columns])));
        expect(largest(normal) / scale).toBeLessThan(1e-14);
      }
    }
  });

  test('finds the rank, and a basic solution that still fits', () => {
    for (const rank of [1, 2, 4]) {
      const a = multiply(randomMatrix(random, 12, rank), randomMatrix(random, rank, 8), 12, rank, 8);
      const factors = qrFactor(a, 12, 8);
      expect(factors.rank).toBe(rank);
      const b = multiply(a, randomMatrix(random, 8, 1), 12, 8, 1);
      const x = solveLeastSquares(factors, b);
      expect(x.filter((v) => v !== 0).length).toBe(rank);
      expect(distance(multiply(a, x, 12, 8, 1), b)).toBeLessThan(1e-13);
    }
    expect(qrFactor(new Float64Array(6), 3, 2).rank).toBe(0);
    expect([...solveLeastSquares(qrFactor(new Float64Array(6), 3, 2), new Float64Array(3))]).toEqual([0, 0]);
  });

  test('fits a Hilbert matrix as well as its condition lets it', () => {
    const a = hilbert(6);
    const x = new Float64Array(6).fill(1);
    const b = multiply(a, x, 6, 6, 1);
    expect(distance(solveLeastSquares(qrFactor(a, 6, 6), b), x)).toBeLessThan(1e-8);
  });

  test('of full rank agrees with the singular values, and survives extreme sizes', () => {
    for (const size of [1, 1e-200, 1e200]) {
      const a = randomMatrix(random, 9, 4).map((v) => v * size);
      const b = randomMatrix(random, 9, 1);
      const x = solveLeastSquares(qrFactor(a, 9, 4), b);
      // by singular values: Σ vₖ (uₖ·b) / sₖ
      const { values, left, right } = svd(a, 9, 4);
      const along = multiply(left, b, 4, 9, 1).map((value, k) => value / values[k]);
      const y = multiply(transpose(right, 4, 4), along, 4, 4, 1);
      expect(distance(x, y) / largest(x)).toBeLessThan(1e-13);
    }
  });
});
