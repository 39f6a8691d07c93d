// Interior-point method for monotone complementarity, w = M z + q, w ≥ 0, z ≥ 0, w ⊥ z.
//
// Newton's method on  M z + q − w = 0,  z_i w_i = σ μ  with Mehrotra's predictor and corrector from a start that need
// not be feasible: the number of steps hardly grows with n, where pivoting may need 2ⁿ of them. Each costs one LU
// of M + diag(w / z). Where M is not monotone it may stall; the residual tells.
// At the end the unknowns with z > w are taken for positive and solved for, which gives the solution to the last bits
// where it is not degenerate.
//
// Mehrotra 1992; Wright, "Primal-Dual Interior-Point Methods", chapter 8.

import { luFactor, luSolve } from '../../num/dense/index.ts';
import { solveBasis } from './basis.ts';
import { affine, largestMagnitude, type Lcp, lcpResidual, type SolveReport, solvedBelow } from './report.ts';
import { scaleLcp } from './scaling.ts';

const MOST_ITERATIONS = 150;
const CLOSE_ENOUGH = 1e-14;

/** Writes z and w; M is row-major. */
export function interiorPoint({ n, m, q }: Lcp, z: Float64Array, w: Float64Array): SolveReport {
  const scaled = scaleLcp(n, m, q);
  const inner = new Float64Array(n).fill(1);
  const outer = new Float64Array(n).fill(1);
  const pivots = follow(n, scaled.m, scaled.q, inner, outer);

  const basic = new Float64Array(n);
  const found = solveBasis(n, m, q, (i) => inner[i] > outer[i], basic);
  for (let i = 0; i < n; i++) z[i] = scaled.c * scaled.s[i] * inner[i];
  let residual = lcpResidual(n, m, q, z, w);
  if (found) {
    const purified = lcpResidual(n, m, q, basic, w);
    if (purified < residual) {
      for (let i = 0; i < n; i++) z[i] = Math.max(0, basic[i]);
      residual = lcpResidual(n, m, q, z, w);
    } else lcpResidual(n, m, q, z, w);
  }
  const status = residual <= solvedBelow ? 'solved' : 'failed';
  return { status, method: 'interior point', pivots, residual, dependent: 0, regularisation: 0 };
}

/** Follows the central path from (z, w) > 0; returns the iterations. */
function follow(n: number, m: Float64Array, q: Float64Array, z: Float64Array, w: Float64Array): number {
  const gap = new Float64Array(n);
  const matrix = new Float64Array(n * n);
  const stepZ = new Float64Array(n);
  const stepW = new Float64Array(n);
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    affine(n, m, z, q, gap);
    for (let i = 0; i < n; i++) gap[i] -= w[i];
    const mu = meanProduct(n, z, w, 0, stepZ, stepW);
    if (mu < CLOSE_ENOUGH * CLOSE_ENOUGH || (mu < CLOSE_ENOUGH && largestMagnitude(gap) < CLOSE_ENOUGH))
      return iteration;

    matrix.set(m.subarray(0, n * n));
    for (let i = 0; i < n; i++) matrix[i * n + i] += w[i] / z[i];
    const factors = luFactor(matrix, n);
    if (factors.sign === 0) return iteration;

    // dz = (M + W/Z)⁻¹ (−gap + (σμ − zw − dz dw)/z),   dw = M dz + gap
    const direction = (target: number): void => {
      for (let i = 0; i < n; i++) {
        const second = target > 0 ? stepZ[i] * stepW[i] : 0;
        stepZ[i] = -gap[i] + (target - z[i] * w[i] - second) / z[i];
      }
      luSolve(factors, stepZ);
      affine(n, m, stepZ, gap, stepW);
    };
    direction(0);
    const reach = longestStep(n, z, w, stepZ, stepW);
    const ratio = meanProduct(n, z, w, reach, stepZ, stepW) / mu;
    direction(Math.max(ratio * ratio * ratio, 1e-8) * mu);
    const step = Math.min(1, 0.9995 * longestStep(n, z, w, stepZ, stepW));
    if (!(step > 1e-12)) return iteration;
    for (let i = 0; i < n; i++) {
      z[i] += step * stepZ[i];
      w[i] += step * stepW[i];
    }
  }
  return MOST_ITERATIONS;
}

/** The mean of z_i w_i after a step. */
function meanProduct(
  n: number,
  z: Float64Array,
  w: Float64Array,
  step: number,
  stepZ: Float64Array,
  stepW: Float64Array,
): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (z[i] + step * stepZ[i]) * (w[i] + step * stepW[i]);
  return sum / n;
}

/** The longest step, at most 1 beyond the boundary, that keeps z and w from turning negative. */
function longestStep(
  n: number,
  z: Float64Array,
  w: Float64Array,
  stepZ: Float64Array,
  stepW: Float64Array,
): number {
  let step = 1;
  for (let i = 0; i < n; i++) {
    if (stepZ[i] < 0) step = Math.min(step, -z[i] / stepZ[i]);
    if (stepW[i] < 0) step = Math.min(step, -w[i] / stepW[i]);
  }
  return step;
}
