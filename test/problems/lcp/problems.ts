// Complementarity problems to test with: random ones by rank, and Murty's family.

import type { Random } from '../../../src/num/index.ts';

/** B Bᵀ with B of order n × rank: positive semidefinite, singular where rank < n. Row-major. */
export function semidefinite(random: Random, n: number, rank: number): Float64Array {
  const b = Float64Array.from({ length: n * rank }, () => random.normal());
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < rank; k++) sum += b[i * rank + k] * b[j * rank + k];
      a[i * n + j] = sum;
      a[j * n + i] = sum;
    }
  }
  return a;
}

/** M z. */
export function product(n: number, m: Float64Array, z: Float64Array): Float64Array {
  return Float64Array.from({ length: n }, (_, i) =>
    z.reduce((sum, value, j) => sum + m[i * n + j] * value, 0),
  );
}

/** Murty's exponential family: upper triangular with twos; q_i = 2^i − 2^(n+1), solved by (0, …, 0, 2ⁿ). */
export function murty(n: number): { m: Float64Array; q: Float64Array } {
  const m = Float64Array.from({ length: n * n }, (_, at) => {
    const i = Math.floor(at / n);
    const j = at % n;
    if (i === j) return 1;
    return j > i ? 2 : 0;
  });
  const q = Float64Array.from({ length: n }, (_, i) => 2 ** (i + 1) - 2 ** (n + 1));
  return { m, q };
}

/** A right side for which z is a solution: about half of z positive, the others with w positive. */
export function planted(random: Random, n: number, m: Float64Array): Float64Array {
  const z = Float64Array.from({ length: n }, () => Math.max(0, random.normal()));
  return product(n, m, z).map((value, i) => (z[i] > 0 ? 0 : random.uniform()) - value);
}
