import { describe, expect, test } from 'vitest';
import { diagonalize, projectToPositiveSemidefinite } from '../../../src/num/dense/jacobi.ts';
import { Random } from '../../../src/num/random.ts';
import { distance, multiply, randomMatrix, randomSymmetric, transpose } from '../matrices.ts';

const random = new Random(99);

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
});
