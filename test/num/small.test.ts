import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choleskyFactor, choleskySolve } from '../../src/num/dense/cholesky.ts';
import { addCongruence, addTransposedProduct } from '../../src/num/dense/congruence.ts';
import { diagonalize, projectToPositiveSemidefinite } from '../../src/num/dense/jacobi.ts';
import {
  determinant3x3,
  eigenSymmetric3x3,
  invert3x3,
  multiply3x3,
  solve3x3,
  transform3,
  transformTransposed3,
  transpose3x3,
} from '../../src/num/matrix3.ts';
import { Random } from '../../src/num/random.ts';
import { add3, addScaled3, cross3, dot3, norm3, normalize3, scale3, subtract3 } from '../../src/num/vec3.ts';
import { distance, multiply, randomMatrix, randomSymmetric, transpose } from './matrices.ts';

const random = new Random(99);
const identity3 = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);

describe('3-vectors', () => {
  test('do what their formulas say, in place too', () => {
    const v = new Float64Array([9, 1, 2, 3, -4, 5, 6]);
    const out = new Float64Array(3);
    add3(out, 0, v, 1, v, 4);
    expect([...out]).toEqual([-3, 7, 9]);
    subtract3(out, 0, v, 1, v, 4);
    expect([...out]).toEqual([5, -3, -3]);
    scale3(out, 0, v, 1, 2);
    expect([...out]).toEqual([2, 4, 6]);
    addScaled3(out, 0, v, 1, v, 4, 0.5);
    expect([...out]).toEqual([-1, 4.5, 6]);
    expect(dot3(v, 1, v, 4)).toBe(24);
    cross3(v, 1, v, 1, v, 4); // over its own input
    expect([...v]).toEqual([9, -3, -18, 13, -4, 5, 6]);
    expect(norm3(new Float64Array([2, 3, 6]), 0)).toBe(7);
    expect(normalize3(out, 0, new Float64Array([0, 3, 4]), 0)).toBe(5);
    expect(norm3(out, 0)).toBeCloseTo(1, 15);
    expect(normalize3(out, 0, new Float64Array(3), 0)).toBe(0);
    expect([...out]).toEqual([0, 0, 0]);
  });
});

describe('3×3 matrices', () => {
  test('multiply, transpose and transform like loops do, in place too', () => {
    for (let n = 0; n < 100; n++) {
      const [a, b] = [randomMatrix(random, 3, 3), randomMatrix(random, 3, 3)];
      const expected = multiply(a, b, 3, 3, 3);
      for (const out of [new Float64Array(9), a.slice(), b.slice()]) {
        multiply3x3(out, 0, a, 0, b, 0);
        expect(distance(out, expected)).toBeLessThan(1e-15);
      }
      const [left, right] = [a.slice(), b.slice()];
      multiply3x3(left, 0, left, 0, b, 0);
      multiply3x3(right, 0, a, 0, right, 0);
      expect(left).toEqual(right);
      const v = randomMatrix(random, 3, 1);
      const out = new Float64Array(3);
      transform3(out, 0, a, 0, v, 0);
      expect(distance(out, multiply(a, v, 3, 3, 1))).toBeLessThan(1e-15);
      const t = a.slice();
      transpose3x3(t, 0, t, 0);
      expect([...t]).toEqual([...transpose(a, 3, 3)]);
      const out2 = new Float64Array(3);
      transform3(out, 0, t, 0, v, 0);
      transformTransposed3(out2, 0, a, 0, v, 0);
      expect([...out2]).toEqual([...out]);
    }
  });

  test('invert and solve; a singular one is refused', () => {
    for (let n = 0; n < 300; n++) {
      const a = randomMatrix(random, 3, 3);
      const inverse = new Float64Array(9);
      const determinant = invert3x3(inverse, 0, a, 0);
      expect(determinant).toBeCloseTo(determinant3x3(a, 0), 15);
      const size = Math.max(...inverse.map(Math.abs));
      expect(distance(multiply(a, inverse, 3, 3, 3), identity3)).toBeLessThan(1e-14 * size * (1 + size));
      const b = randomMatrix(random, 3, 1);
      const x = new Float64Array(3);
      expect(solve3x3(x, 0, a, 0, b, 0)).toBe(true);
      const xSize = Math.max(...x.map(Math.abs), 1);
      // backward stable: the residual does not know the condition
      expect(distance(multiply(a, x, 3, 3, 1), b)).toBeLessThan(2e-15 * xSize);
    }
    const singular = new Float64Array([1, 2, 3, 2, 4, 6, 0, 1, 1]);
    const x = new Float64Array([7, 7, 7]);
    expect(solve3x3(x, 0, singular, 0, new Float64Array(3), 0)).toBe(false);
    expect(invert3x3(x, 0, singular, 0)).toBe(0);
    expect([...x]).toEqual([7, 7, 7]);
    const exchanged = new Float64Array([0, 1, 0, 0, 0, 1, 1, 0, 0]);
    expect(solve3x3(x, 0, exchanged, 0, new Float64Array([1, 2, 3]), 0)).toBe(true);
    expect([...x]).toEqual([3, 1, 2]);
  });

  test('have eigenvectors that are a rotation and put the matrix together again', () => {
    const matrices = Array.from({ length: 200 }, () => randomSymmetric(random, 3));
    matrices.push(identity3.slice(), new Float64Array(9), new Float64Array([2, 1, 1, 1, 2, 1, 1, 1, 2]));
    for (const a of matrices) {
      const [values, vectors] = [new Float64Array(3), new Float64Array(9)];
      eigenSymmetric3x3(values, 0, vectors, 0, a, 0);
      expect(values[0] <= values[1] && values[1] <= values[2]).toBe(true);
      expect(determinant3x3(vectors, 0)).toBeCloseTo(1, 14);
      const scaled = vectors.map((v, k) => v * values[Math.floor(k / 3)]);
      expect(distance(multiply(transpose(vectors, 3, 3), scaled, 3, 3, 3), a)).toBeLessThan(3e-15);
    }
  });
});

describe('small symmetric blocks', () => {
  test('are diagonalised for every n up to 12', () => {
    for (let n = 1; n <= 12; n++) {
      for (let k = 0; k < 20; k++) {
        const a = randomSymmetric(random, n);
        // every third is of low rank, as contact Hessians are
        if (k % 3 === 0) {
          const u = randomMatrix(random, n, 1);
          for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) a[i * n + j] = u[i] * u[j] * 1e6;
        }
        const size = Math.max(...a.map(Math.abs), 1e-300);
        const [values, vectors] = [new Float64Array(n), new Float64Array(n * n)];
        diagonalize(a.slice(), 0, n, values, 0, vectors, 0);
        const scaled = vectors.map((v, i) => v * values[Math.floor(i / n)]);
        const again = multiply(transpose(vectors, n, n), scaled, n, n, n);
        expect(distance(again, a)).toBeLessThan(2e-14 * size);
        const gram = multiply(vectors, transpose(vectors, n, n), n, n, n);
        for (let i = 0; i < n * n; i++)
          expect(Math.abs(gram[i] - (i % (n + 1) === 0 ? 1 : 0))).toBeLessThan(5e-15);
      }
    }
  });

  test('graded ones keep the relative accuracy of their small eigenvalues', () => {
    // D C D with C well-conditioned: eigenvalues near 1, 1e-12, 1e-24
    const c = [1, 0.1, 0.2, 0.1, 1, 0.3, 0.2, 0.3, 1];
    const d = [1, 1e-6, 1e-12];
    const a = new Float64Array(c.map((x, k) => x * d[Math.floor(k / 3)] * d[k % 3]));
    const [values, vectors] = [new Float64Array(3), new Float64Array(9)];
    diagonalize(a.slice(), 0, 3, values, 0, vectors, 0);
    // det C = 1 + 2·0.1·0.2·0.3 - 0.01 - 0.04 - 0.09, and Schur complements in turn
    const determinant = 1 + 0.012 - 0.14;
    expect(values[0] / (1e-24 * (determinant / 0.99))).toBeCloseTo(1, 10);
    expect(values[1] / (1e-12 * 0.99)).toBeCloseTo(1, 10);
  });

  test('projected, they are positive semidefinite, nearest, and unchanged where they were', () => {
    for (const n of [3, 6, 12]) {
      for (let k = 0; k < 30; k++) {
        const a = randomSymmetric(random, n);
        const before = a.slice();
        const [values, vectors] = [new Float64Array(n), new Float64Array(n * n)];
        diagonalize(a.slice(), 0, n, values, 0, vectors, 0);
        const changed = projectToPositiveSemidefinite(a, 0, n);
        expect(changed).toBe(values[0] < 0);
        // the squared distance is the sum of the squares of the eigenvalues that went
        const gone = values.reduce((sum, v) => sum + (v < 0 ? v * v : 0), 0);
        const moved = a.reduce((sum, x, i) => sum + (x - before[i]) ** 2, 0);
        expect(moved).toBeCloseTo(gone, 12);
        const after = new Float64Array(n);
        diagonalize(a.slice(), 0, n, after, 0, vectors, 0);
        expect(after[0]).toBeGreaterThan(-1e-14);
        const gram = multiply(transpose(before, n, n), before, n, n, n);
        for (let i = 0; i < n; i++) gram[i * n + i] += 1e-3;
        const kept = gram.slice();
        expect(projectToPositiveSemidefinite(gram, 0, n)).toBe(false);
        expect([...gram]).toEqual([...kept]);
        gram[1] = NaN;
        gram[n] = NaN;
        expect(() => projectToPositiveSemidefinite(gram, 0, n)).toThrow('NaN');
      }
    }
  });

  test('Cholesky solves, and refuses what is not positive definite', () => {
    for (let n = 1; n <= 12; n++) {
      const g = randomMatrix(random, n, n);
      const a = multiply(transpose(g, n, n), g, n, n, n);
      for (let i = 0; i < n; i++) a[i * n + i] += 0.1;
      const x = randomMatrix(random, n, 1);
      const b = multiply(a, x, n, n, 1);
      const factor = new Float64Array(n * n + 5);
      factor.set(a, 5);
      expect(choleskyFactor(factor, 5, n)).toBe(true);
      choleskySolve(factor, 5, n, b, 0);
      expect(distance(b, x)).toBeLessThan(1e-12);
      a[n * n - 1] = -1;
      expect(choleskyFactor(a, 0, n)).toBe(false);
      a[n * n - 1] = NaN;
      expect(choleskyFactor(a, 0, n)).toBe(false);
    }
  });

  test('congruence adds Jᵀ H J and stays symmetric to the bit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), (rows, columns) => {
        const j = randomMatrix(random, rows, columns);
        const h = randomSymmetric(random, rows);
        const out = randomSymmetric(random, columns);
        const expected = multiply(
          transpose(j, rows, columns),
          multiply(h, j, rows, rows, columns),
          columns,
          rows,
          columns,
        );
        for (let i = 0; i < expected.length; i++) expected[i] += out[i];
        addCongruence(out, 0, j, 0, h, 0, rows, columns);
        expect(distance(out, expected)).toBeLessThan(1e-13);
        expect([...transpose(out, columns, columns)]).toEqual([...out]);
        const g = randomMatrix(random, rows, 1);
        const sum = new Float64Array(columns);
        addTransposedProduct(sum, 0, j, 0, g, 0, rows, columns);
        expect(distance(sum, multiply(transpose(j, rows, columns), g, columns, rows, 1))).toBeLessThan(1e-14);
      }),
    );
  });
});
