// Projection of small symmetric blocks to the nearest positive semidefinite ones.

import { choleskyFactor } from './cholesky.ts';
import { eigenUnsorted } from './eigen.ts';

const LARGEST_BLOCK = 12;
const block = new Float64Array(LARGEST_BLOCK * LARGEST_BLOCK);
const blockVectors = new Float64Array(LARGEST_BLOCK * LARGEST_BLOCK);
const blockValues = new Float64Array(LARGEST_BLOCK);

/**
 * Replaces the symmetric n×n block at a[at…], n ≤ 12, by the nearest positive semidefinite one (in the
 * Frobenius norm): negative eigenvalues become zero. Returns whether anything changed.
 */
export function projectToPositiveSemidefinite(a: Float64Array, at: number, n: number): boolean {
  // Most blocks need nothing, and a factorisation that succeeds proves it twenty times cheaper.
  for (let k = 0; k < n * n; k++) block[k] = a[at + k];
  if (choleskyFactor(block, 0, n)) return false;

  // Scaled to ordinary size, since squares of stiff blocks might overflow.
  let largest = 0;
  for (let k = 0; k < n * n; k++) largest = Math.max(largest, Math.abs(a[at + k]));
  if (!(largest < Infinity)) throw new RangeError('the block holds an infinity or NaN');
  if (largest === 0) return false;
  for (let k = 0; k < n * n; k++) block[k] = a[at + k] / largest;
  eigenUnsorted(block, n, blockValues, blockVectors);
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
