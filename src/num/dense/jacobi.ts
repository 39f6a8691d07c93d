// Eigenvalues of small symmetric blocks by cyclic Jacobi rotations, and projection to the nearest
// positive semidefinite block.
//
// A rotation in the plane (p, q) makes a_pq zero; sweeping over all pairs converges quadratically,
// and small eigenvalues keep their relative accuracy where the block is graded. The projection
// needs no such accuracy and uses the faster dense/eigen.ts.
//
// Golub and Van Loan, "Matrix Computations", section 8.5.

import { choleskyFactor } from './cholesky.ts';
import { eigenUnsorted } from './eigen.ts';

/** Six to eight sweeps are usual; beyond this the block holds something that is not a number. */
const MAX_SWEEPS = 40;

/**
 * Diagonalises the symmetric n×n block at a[at…] (destroyed; row-major, both halves read).
 * @param values   eigenvalues, ascending
 * @param vectors  row i is the unit eigenvector of value i: A = Vᵀ diag(values) V
 */
export function diagonalize(
  a: Float64Array,
  at: number,
  n: number,
  values: Float64Array,
  valuesAt: number,
  vectors: Float64Array,
  vectorsAt: number,
): void {
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) vectors[vectorsAt + i * n + j] = i === j ? 1 : 0;

  let largest = 0;
  for (let k = 0; k < n * n; k++) largest = Math.max(largest, Math.abs(a[at + k]));
  // Among eigenvalues that are only rounding noise there is nothing left to find.
  const floor = 1e-24 * largest;

  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotated = false;
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) {
        const pq = a[at + p * n + q];
        const pp = a[at + p * n + p];
        const qq = a[at + q * n + q];
        if (Math.abs(pq) <= 1e-17 * Math.sqrt(Math.abs(pp * qq)) || Math.abs(pq) <= floor) {
          a[at + p * n + q] = 0;
          a[at + q * n + p] = 0;
          continue;
        }
        rotated = true;
        rotate(a, at, n, p, q, vectors, vectorsAt);
      }
    }
    if (!rotated) break;
  }

  for (let i = 0; i < n; i++) values[valuesAt + i] = a[at + i * n + i];
  sortAscending(n, values, valuesAt, vectors, vectorsAt);
}

/** One rotation: t = tan of the smaller angle that zeroes a_pq. */
function rotate(
  a: Float64Array,
  at: number,
  n: number,
  p: number,
  q: number,
  vectors: Float64Array,
  vectorsAt: number,
): void {
  const pq = a[at + p * n + q];
  const half = (a[at + q * n + q] - a[at + p * n + p]) / (2 * pq);
  const t = (half >= 0 ? 1 : -1) / (Math.abs(half) + Math.sqrt(1 + half * half));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  a[at + p * n + p] -= t * pq;
  a[at + q * n + q] += t * pq;
  a[at + p * n + q] = 0;
  a[at + q * n + p] = 0;
  for (let k = 0; k < n; k++) {
    const vp = vectors[vectorsAt + p * n + k];
    const vq = vectors[vectorsAt + q * n + k];
    vectors[vectorsAt + p * n + k] = c * vp - s * vq;
    vectors[vectorsAt + q * n + k] = s * vp + c * vq;
    if (k === p || k === q) continue;
    const kp = a[at + k * n + p];
    const kq = a[at + k * n + q];
    const newKp = c * kp - s * kq;
    const newKq = s * kp + c * kq;
    a[at + k * n + p] = newKp;
    a[at + p * n + k] = newKp;
    a[at + k * n + q] = newKq;
    a[at + q * n + k] = newKq;
  }
}

function sortAscending(
  n: number,
  values: Float64Array,
  valuesAt: number,
  vectors: Float64Array,
  vectorsAt: number,
): void {
  for (let i = 0; i < n - 1; i++) {
    let least = i;
    for (let j = i + 1; j < n; j++) if (values[valuesAt + j] < values[valuesAt + least]) least = j;
    if (least === i) continue;
    const value = values[valuesAt + i];
    values[valuesAt + i] = values[valuesAt + least];
    values[valuesAt + least] = value;
    for (let k = 0; k < n; k++) {
      const entry = vectors[vectorsAt + i * n + k];
      vectors[vectorsAt + i * n + k] = vectors[vectorsAt + least * n + k];
      vectors[vectorsAt + least * n + k] = entry;
    }
  }
}

const LARGEST_BLOCK = 12;
const block = new Float64Array(LARGEST_BLOCK * LARGEST_BLOCK);
const blockVectors = new Float64Array(LARGEST_BLOCK * LARGEST_BLOCK);
const blockValues = new Float64Array(LARGEST_BLOCK);
const blockWork = new Float64Array(4 * LARGEST_BLOCK);

/**
 * Replaces the symmetric n×n block at a[at…], n ≤ 12, by the nearest positive semidefinite one (in the
 * Frobenius norm): negative eigenvalues become zero. Returns whether anything changed.
 */
export function projectToPositiveSemidefinite(a: Float64Array, at: number, n: number): boolean {
  // Most blocks need nothing, and a factorisation that succeeds proves it twenty times cheaper.
  for (let k = 0; k < n * n; k++) block[k] = a[at + k];
  if (choleskyFactor(block, 0, n)) return false;

  // Scaled to ordinary size, since squares of stiff blocks might overflow; QL is thrice as fast as Jacobi here.
  let largest = 0;
  for (let k = 0; k < n * n; k++) largest = Math.max(largest, Math.abs(a[at + k]));
  if (!(largest < Infinity)) throw new RangeError('the block holds an infinity or NaN');
  if (largest === 0) return false;
  for (let k = 0; k < n * n; k++) block[k] = a[at + k] / largest;
  eigenUnsorted(block, n, blockValues, blockVectors, blockWork);
  let changed = false;
  // Subtracting λ v vᵀ for the negative λ touches the rest of the block least.
  for (let e = 0; e < n; e++) {
    const value = blockValues[e] * largest;
    if (!(value < 0)) continue;
    changed = true;
    for (let i = 0; i < n; i++) {
      const scaled = value * blockVectors[e * n + i];
      for (let j = 0; j < n; j++) a[at + i * n + j] -= scaled * blockVectors[e * n + j];
    }
  }
  return changed;
}
