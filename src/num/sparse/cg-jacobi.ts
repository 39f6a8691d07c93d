// The block Jacobi preconditioner: M⁻¹ z with M the diagonal blocks of A, each as its Cholesky factor.
//
//   M_j = C Cᵀ,   C lower triangular, kept row-major with 1 / C_ii on its diagonal
//
// With blocks of size 1 this is the plain Jacobi preconditioner z_i / a_ii.

import type { SymmetricPattern } from './sparse.ts';

export class BlockJacobi {
  private readonly pattern: SymmetricPattern;
  private readonly factors: Float64Array;

  constructor(pattern: SymmetricPattern) {
    this.pattern = pattern;
    this.factors = new Float64Array(pattern.count * pattern.blockSize * pattern.blockSize);
  }

  /** Takes the diagonal blocks of new values. Returns the first block that is not positive definite, or -1. */
  prepare(values: Float64Array): number {
    const { count, blockSize: b, starts } = this.pattern;
    for (let j = 0; j < count; j++) {
      if (!factorBlock(values, starts[j] * b * b, this.factors, j * b * b, b)) return j;
    }
    return -1;
  }

  /** z = M⁻¹ r. */
  apply(r: Float64Array, z: Float64Array): void {
    const { count, blockSize: b } = this.pattern;
    const { factors } = this;
    for (let j = 0; j < count; j++) {
      const at = j * b * b;
      const first = j * b;
      for (let i = 0; i < b; i++) {
        let sum = r[first + i];
        for (let k = 0; k < i; k++) sum -= factors[at + i * b + k] * z[first + k];
        z[first + i] = sum * factors[at + i * (b + 1)];
      }
      for (let i = b - 1; i >= 0; i--) {
        let sum = z[first + i];
        for (let k = i + 1; k < b; k++) sum -= factors[at + k * b + i] * z[first + k];
        z[first + i] = sum * factors[at + i * (b + 1)];
      }
    }
  }
}

function factorBlock(a: Float64Array, aAt: number, c: Float64Array, cAt: number, b: number): boolean {
  for (let i = 0; i < b; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[aAt + i * b + j];
      for (let k = 0; k < j; k++) sum -= c[cAt + i * b + k] * c[cAt + j * b + k];
      if (j < i) c[cAt + i * b + j] = sum * c[cAt + j * (b + 1)];
      else if (sum > 0 && sum < Number.POSITIVE_INFINITY) c[cAt + i * (b + 1)] = 1 / Math.sqrt(sum);
      else return false;
    }
  }
  return true;
}
