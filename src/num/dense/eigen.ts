// All eigenpairs of a dense symmetric matrix, for n up to a few hundred.
//
//   A = Q T Qᵀ with T tridiagonal, by n - 2 Householder reflections,
//   T = Z D Zᵀ by implicitly shifted QL steps,   V = (Q Z)ᵀ
//
// Eigenvectors are rows of V, so that the rotations of the second phase, where most of the time
// goes, run through memory in order.
//
// Golub and Van Loan, "Matrix Computations", sections 8.3.1 and 8.3.3; Bowdler et al. 1968.

import { workOn } from '../kernels/machine.ts';
import { diagonalizeTridiagonal, tridiagonalize } from './tridiagonal.ts';

export interface Eigenpairs {
  /** Ascending. */
  readonly values: Float64Array;
  /** Row i is the unit eigenvector of value i: A = Vᵀ diag(values) V. */
  readonly vectors: Float64Array;
}

/** @param a  row-major n×n; only the lower half is read */
export function eigenSymmetric(a: Float64Array, n: number): Eigenpairs {
  const work = a.slice(0, n * n);
  let largest = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      largest = Math.max(largest, Math.abs(work[i * n + j]));
      work[j * n + i] = work[i * n + j];
    }
  if (!(largest < Infinity))
    throw new RangeError('the matrix holds an infinity or NaN; it has no eigenvalues');
  // Squares must neither overflow nor vanish: bring the largest entry to 1.
  const unit = largest > 0 ? largest : 1;
  for (let k = 0; k < n * n; k++) work[k] /= unit;

  const diagonal = new Float64Array(n);
  const vectors = new Float64Array(n * n);
  eigenUnsorted(work, n, diagonal, vectors);

  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => diagonal[i] - diagonal[j] || i - j);
  const values = new Float64Array(n);
  const sorted = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    values[i] = diagonal[order[i]] * unit;
    for (let k = 0; k < n; k++) sorted[i * n + k] = vectors[order[i] * n + k];
  }
  return { values, vectors: sorted };
}

/**
 * The same without allocation, scaling or sorting: for blocks inside hot loops.
 * @param a       symmetric, row-major, entries of ordinary size
 * @param values  in no order
 */
export function eigenUnsorted(a: Float64Array, n: number, values: Float64Array, vectors: Float64Array): void {
  if (scratch.length < n * (2 * n + 5)) scratch = new Float64Array(n * (2 * n + 5));
  const rows = n * n;
  for (let k = 0; k < rows; k++) scratch[k] = a[k];
  workOn(scratch);
  tridiagonalize(0, n, 2 * rows, rows, 2 * rows + n);
  if (!diagonalizeTridiagonal(n, 2 * rows, 2 * rows + n, rows))
    throw new RangeError('the eigenvalues did not converge in 60 iterations');
  for (let k = 0; k < rows; k++) vectors[k] = scratch[rows + k];
  for (let k = 0; k < n; k++) values[k] = scratch[2 * rows + k];
}

/** The matrix, its eigenvectors and eigenvalues, and 4 n numbers. */
let scratch = new Float64Array(0);
