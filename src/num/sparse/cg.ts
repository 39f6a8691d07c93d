// Preconditioned conjugate gradients for A x = b with A symmetric positive definite.
//
//   r = b - A x,  z = M⁻¹ r,  p = z;   repeat
//     α = rᵀz / pᵀA p;   x += α p;   r -= α A p;   z = M⁻¹ r;   β = rᵀz / (rᵀz before);   p = z + β p
//
// For systems whose factor would be too large, or whose solution need not be exact. Stops on the residual
// |r| ≤ tolerance · |b|. A direction of non-positive curvature, pᵀA p ≤ 0, ends it: A is not definite.
// Nothing is allocated by a solve.
//
// Hestenes and Stiefel 1952.

import type { Arena } from '../kernels/arena.ts';
import { BlockJacobi } from './cg-jacobi.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

export interface CgOptions {
  /** |b - A x| ≤ tolerance · |b|; default 1e-8. */
  readonly tolerance?: number;
  /** Default: ten times the number of unknowns. */
  readonly maxIterations?: number;
}

export interface CgReport {
  readonly outcome: 'converged' | 'too many iterations' | 'not definite';
  readonly iterations: number;
  /** |b - A x| as the recurrence has it. */
  readonly residual: number;
}

export class ConjugateGradients {
  private readonly matrix: SparseMatrix;
  private readonly jacobi: BlockJacobi;
  private readonly r: Float64Array;
  private readonly z: Float64Array;
  private readonly p: Float64Array;
  private readonly Ap: Float64Array;

  constructor(matrix: SparseMatrix, arena: Arena) {
    const n = matrix.order;
    this.matrix = matrix;
    this.jacobi = new BlockJacobi(matrix.pattern);
    this.r = arena.f64(n);
    this.z = arena.f64(n);
    this.p = arena.f64(n);
    this.Ap = arena.f64(n);
  }

  /** Solves from the guess that x holds on entry, with the present values of the matrix. */
  solve(b: Float64Array, x: Float64Array, options: CgOptions = {}): CgReport {
    const { matrix, jacobi, r, z, p, Ap } = this;
    const n = matrix.order;
    const limit = options.maxIterations ?? 10 * n;
    if (jacobi.prepare(matrix.values) >= 0) {
      return { outcome: 'not definite', iterations: 0, residual: Number.NaN };
    }
    for (let i = 0; i < n; i++) p[i] = x[i];
    matrix.multiply(p, Ap);
    for (let i = 0; i < n; i++) r[i] = b[i] - Ap[i];
    const goal = (options.tolerance ?? 1e-8) * norm(b, n);
    jacobi.apply(r, z);
    for (let i = 0; i < n; i++) p[i] = z[i];
    let rz = dot(r, z, n);
    let residual = norm(r, n);

    let iterations = 0;
    while (residual > goal) {
      if (iterations === limit) return { outcome: 'too many iterations', iterations, residual };
      matrix.multiply(p, Ap);
      const curvature = dot(p, Ap, n);
      if (!(curvature > 0)) return { outcome: 'not definite', iterations, residual };
      const alpha = rz / curvature;
      let square = 0;
      for (let i = 0; i < n; i++) {
        x[i] += alpha * p[i];
        const ri = r[i] - alpha * Ap[i];
        r[i] = ri;
        square += ri * ri;
      }
      jacobi.apply(r, z);
      const before = rz;
      rz = dot(r, z, n);
      const beta = rz / before;
      for (let i = 0; i < n; i++) p[i] = z[i] + beta * p[i];
      residual = Math.sqrt(square);
      iterations++;
    }
    if (!(residual <= goal)) return { outcome: 'not definite', iterations, residual };
    return { outcome: 'converged', iterations, residual };
  }
}

function dot(a: Float64Array, b: Float64Array, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

function norm(a: Float64Array, n: number): number {
  return Math.sqrt(dot(a, a, n));
}
