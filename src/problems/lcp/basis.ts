// From a guess of which unknowns are positive to the solution itself: z_B = −M_BB⁻¹ q_B, z = 0 elsewhere.
//
// Pivoting ends with such a set, and rounding of its many updates is left behind by solving once more;
// an interior point comes close to one, and this is the last step.

import { luFactor, luSolve } from '../../num/dense/index.ts';

/** Writes z; false where M_BB is singular (z is then spoilt). */
export function solveBasis(
  n: number,
  m: Float64Array,
  q: Float64Array,
  isBasic: (i: number) => boolean,
  z: Float64Array,
): boolean {
  const basis: number[] = [];
  for (let i = 0; i < n; i++) if (isBasic(i)) basis.push(i);
  const k = basis.length;
  const block = new Float64Array(k * k);
  const right = new Float64Array(k);
  for (let i = 0; i < k; i++) {
    right[i] = -q[basis[i]];
    for (let j = 0; j < k; j++) block[i * k + j] = m[basis[i] * n + basis[j]];
  }
  const factors = luFactor(block, k);
  if (k > 0 && factors.sign === 0) return false;
  const solution = right.slice();
  if (k > 0) luSolve(factors, solution);
  // one step of iterative refinement
  const rest = right.slice();
  for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) rest[i] -= block[i * k + j] * solution[j];
  if (k > 0) luSolve(factors, rest);
  z.fill(0, 0, n);
  for (let i = 0; i < k; i++) z[basis[i]] = solution[i] + rest[i];
  return true;
}
