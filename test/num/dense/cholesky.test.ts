import { expect, test } from 'vitest';
import { choleskyFactor, choleskySolve } from '../../../src/num/dense/cholesky.ts';
import { Random } from '../../../src/num/random.ts';
import { distance, multiply, randomMatrix, transpose } from '../matrices.ts';

const random = new Random(99);

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
