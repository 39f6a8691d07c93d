import { Matrix, SingularValueDecomposition } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { type Svd, svd } from '../../../src/num/dense/svd.ts';
import { Random } from '../../../src/num/random.ts';
import { badlyScaled, distance, largest, multiply, randomMatrix, transpose } from '../matrices.ts';

const random = new Random(3);
const shapes = [
  [1, 1],
  [2, 2],
  [5, 3],
  [3, 5],
  [30, 30],
  [50, 12],
  [12, 50],
];

function assemble({ rows, columns, values, left, right }: Svd): Float64Array {
  const scaled = right.map((v, k) => v * values[Math.floor(k / columns)]);
  return multiply(transpose(left, values.length, rows), scaled, rows, values.length, columns);
}

function expectOrthonormalRows(v: Float64Array, count: number, length: number): void {
  const gram = multiply(v, transpose(v, count, length), count, length, count);
  for (let i = 0; i < gram.length; i++) {
    expect(Math.abs(gram[i] - (i % (count + 1) === 0 ? 1 : 0))).toBeLessThan(1e-13);
  }
}

describe('SVD', () => {
  test('puts the matrix together again from orthonormal vectors', () => {
    for (const [rows, columns] of shapes) {
      for (const size of [1, 1e-180, 1e180]) {
        const a = randomMatrix(random, rows, columns).map((x) => x * size);
        const factors = svd(a, rows, columns);
        const count = Math.min(rows, columns);
        expect(distance(assemble(factors), a) / size).toBeLessThan(3e-14);
        expectOrthonormalRows(factors.left, count, rows);
        expectOrthonormalRows(factors.right, count, columns);
        for (let k = 1; k < count; k++) expect(factors.values[k]).toBeLessThanOrEqual(factors.values[k - 1]);
      }
    }
  });

  test('has the singular values that ml-matrix has', () => {
    for (const [rows, columns] of shapes) {
      const a = randomMatrix(random, rows, columns);
      const expected = new SingularValueDecomposition(Matrix.from1DArray(rows, columns, a), {
        autoTranspose: true,
      });
      expect(
        distance(svd(a, rows, columns).values, expected.diagonal.slice(0, Math.min(rows, columns))),
      ).toBeLessThan(1e-13);
    }
  });

  test('finds tiny singular values of badly scaled columns to relative accuracy', () => {
    // A = B D, B well-conditioned: scaling a column by 2⁻⁴⁰ is exact, and must not cost digits
    const b = randomMatrix(random, 8, 5);
    const factors = svd(b, 8, 5);
    const scaled = svd(
      b.map((x, k) => x * 2 ** (-40 * (k % 5))),
      8,
      5,
    );
    let volume = 1;
    let scaledVolume = 1;
    for (let k = 0; k < 5; k++) {
      volume *= factors.values[k];
      scaledVolume *= scaled.values[k] * 2 ** (40 * k);
    }
    expect(scaledVolume / volume).toBeCloseTo(1, 12);
    const wild = badlyScaled(random, randomMatrix(random, 9, 9), 9, 9, 12);
    expect(distance(assemble(svd(wild, 9, 9)), wild) / largest(wild)).toBeLessThan(1e-14);
  });

  test('tells the rank', () => {
    for (const rank of [0, 1, 3, 6]) {
      const a =
        rank === 0
          ? new Float64Array(80)
          : multiply(randomMatrix(random, 10, rank), randomMatrix(random, rank, 8), 10, rank, 8);
      expect(svd(a, 10, 8).values.filter((value) => value > 1e-12).length).toBe(rank);
      expect(distance(assemble(svd(a, 10, 8)), a)).toBeLessThan(1e-14);
    }
  });
});
