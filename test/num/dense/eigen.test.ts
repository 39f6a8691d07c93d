import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { eigenSymmetric } from '../../../src/num/dense/eigen.ts';
import { Random } from '../../../src/num/random.ts';
import {
  distance,
  hilbert,
  largest,
  multiply,
  randomMatrix,
  randomSymmetric,
  transpose,
} from '../matrices.ts';

const random = new Random(4);

function cases(): [string, Float64Array, number][] {
  const list: [string, Float64Array, number][] = [];
  for (const n of [1, 2, 3, 4, 10, 33, 120]) list.push([`random ${n}`, randomSymmetric(random, n), n]);
  for (const size of [1e-250, 1e250])
    list.push([`random × ${size}`, randomSymmetric(random, 9).map((x) => x * size), 9]);
  list.push(['Hilbert', hilbert(12), 12]);
  list.push(['zero', new Float64Array(25), 5]);
  list.push(['identity', Float64Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 1 : 0)), 6]);
  const u = randomMatrix(random, 20, 2);
  list.push(['rank two', multiply(u, transpose(u, 20, 2), 20, 2, 20), 20]);
  const graded = Float64Array.from({ length: 100 }, (_, k) => 10 ** -(Math.floor(k / 10) + (k % 10)));
  list.push(['graded', graded, 10]);
  // Wilkinson's W21+: pairs of eigenvalues that agree to 1e-14
  const wilkinson = new Float64Array(441);
  for (let i = 0; i < 21; i++) {
    wilkinson[i * 22] = Math.abs(i - 10);
    if (i > 0) wilkinson[i * 21 + i - 1] = wilkinson[(i - 1) * 21 + i] = 1;
  }
  list.push(['Wilkinson', wilkinson, 21]);
  return list;
}

describe('eigenpairs of a symmetric matrix', () => {
  for (const [name, a, n] of cases()) {
    test(`put it together again: ${name}`, () => {
      const { values, vectors } = eigenSymmetric(a, n);
      const size = largest(a) || 1;
      const scaled = vectors.map((v, k) => (v * values[Math.floor(k / n)]) / size);
      const again = multiply(transpose(vectors, n, n), scaled, n, n, n);
      expect(
        distance(
          again,
          a.map((x) => x / size),
        ),
      ).toBeLessThan(1e-14 * Math.max(n, 5));
      const gram = multiply(vectors, transpose(vectors, n, n), n, n, n);
      for (let i = 0; i < n * n; i++)
        expect(Math.abs(gram[i] - (i % (n + 1) === 0 ? 1 : 0))).toBeLessThan(1e-13);
      for (let i = 1; i < n; i++) expect(values[i]).toBeGreaterThanOrEqual(values[i - 1]);
    });
  }

  test('has the eigenvalues that ml-matrix has', () => {
    for (const n of [2, 5, 30, 80]) {
      const a = randomSymmetric(random, n);
      const expected = new EigenvalueDecomposition(Matrix.from1DArray(n, n, a), { assumeSymmetric: true });
      expect(
        distance(
          eigenSymmetric(a, n).values,
          [...expected.realEigenvalues].sort((x, y) => x - y),
        ),
      ).toBeLessThan(1e-13);
    }
  });

  test('knows the vibrating string: 2 - 2 cos(k π/(n+1))', () => {
    const n = 50;
    const a = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      a[i * n + i] = 2;
      if (i > 0) a[i * n + i - 1] = -1; // the lower half alone is read
    }
    const { values } = eigenSymmetric(a, n);
    for (let k = 0; k < n; k++)
      expect(values[k]).toBeCloseTo(2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1)), 13);
  });

  test('refuses what is not a number', () => {
    expect(() => eigenSymmetric(new Float64Array([NaN]), 1)).toThrow('NaN');
    expect(() => eigenSymmetric(new Float64Array([1, 0, Infinity, 1]), 2)).toThrow('infinity');
  });
});

test('a matrix of rank one whose entries nearly vanish has one eigenvalue, |v|²', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -0.25, max: 0.25, noNaN: true }), { minLength: 12, maxLength: 12 }),
      (v) => {
        v[0] = 1;
        const { values } = eigenSymmetric(Float64Array.from(v.flatMap((x) => v.map((y) => x * y))), 12);
        const square = v.reduce((sum, x) => sum + x * x, 0);
        expect(values[11]).toBeCloseTo(square, 12);
        for (let i = 0; i < 11; i++) expect(Math.abs(values[i])).toBeLessThan(1e-13);
      },
    ),
  );
});
