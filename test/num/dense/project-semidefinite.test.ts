import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { expect, test } from 'vitest';
import { projectToPositiveSemidefinite } from '../../../src/num/dense/project-semidefinite.ts';
import { Random } from '../../../src/num/random.ts';
import { multiply, randomSymmetric, transpose } from '../matrices.ts';

const random = new Random(99);

/** Ascending, by another program. */
function eigenvalues(a: Float64Array, n: number): number[] {
  const { realEigenvalues } = new EigenvalueDecomposition(Matrix.from1DArray(n, n, a), {
    assumeSymmetric: true,
  });
  return realEigenvalues.sort((x, y) => x - y);
}

test('blocks become positive semidefinite, the nearest ones, and stay where they were', () => {
  for (const n of [3, 6, 12]) {
    for (let k = 0; k < 30; k++) {
      const a = randomSymmetric(random, n);
      const before = a.slice();
      const values = eigenvalues(a, n);
      const changed = projectToPositiveSemidefinite(a, 0, n);
      expect(changed).toBe(values[0] < 0);
      // the squared distance is the sum of the squares of the eigenvalues that went
      const gone = values.reduce((sum, v) => sum + (v < 0 ? v * v : 0), 0);
      const moved = a.reduce((sum, x, i) => sum + (x - before[i]) ** 2, 0);
      expect(moved).toBeCloseTo(gone, 12);
      expect(eigenvalues(a, n)[0]).toBeGreaterThan(-1e-14);
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
