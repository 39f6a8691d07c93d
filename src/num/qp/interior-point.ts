// The nearest point of a polyhedron (nearest-point.ts states it) by an interior-point method.
//
//   x − p = Cᵀ λ,   C x − s = b,   s_k λ_k → 0,   s, λ > 0
//
// Mehrotra's predictor and corrector; each iteration factors I + Cᵀ diag(λ/s) C, which is never singular. Where many
// multipliers serve alike it ends in the middle of them, with nearly all rows active: the opposite of an active-set
// method's choice, and what contact forces look like that nobody filtered. Iterations hardly grow with the size, and
// ties do not matter to it.
//
// Mehrotra 1992; Wright, "Primal-Dual Interior-Point Methods".

import { choleskyFactor, choleskySolve } from '../dense/cholesky.ts';
import type { SparseRows } from './nearest-point.ts';

const MOST_ITERATIONS = 80;

export interface InteriorAnswer {
  readonly x: Float64Array;
  /** λ, one of each row. */
  readonly multipliers: Float64Array;
  readonly iterations: number;
  /** The largest of what is left of the three equations, beside the largest of p, b and λ. */
  readonly residual: number;
}

export function interiorNearestPoint(
  n: number,
  rows: SparseRows,
  p: Float64Array,
  b: Float64Array,
): InteriorAnswer {
  const m = rows.rows;
  const x = p.slice(0, n);
  const lambda = new Float64Array(m).fill(1);
  const s = new Float64Array(m);
  const products = new Float64Array(m);
  multiply(rows, x, products);
  let size = 1e-300;
  for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(p[i]));
  for (let k = 0; k < m; k++) size = Math.max(size, Math.abs(b[k]));
  for (let k = 0; k < m; k++) {
    s[k] = Math.max(size, products[k] - b[k]);
    lambda[k] = size;
  }
  const matrix = new Float64Array(n * n);
  const dual = new Float64Array(n);
  const primal = new Float64Array(m);
  const center = new Float64Array(m);
  const dx = new Float64Array(n);
  const ds = new Float64Array(m);
  const dl = new Float64Array(m);
  const iterate: Iterate = { s, lambda, dual, primal, center, dx, ds, dl };
  let iteration = 0;
  let residual = Infinity;
  const best = { x: x.slice(), lambda: lambda.slice(), residual };
  for (; iteration < MOST_ITERATIONS; iteration++) {
    for (let i = 0; i < n; i++) dual[i] = x[i] - p[i];
    addTransposed(rows, lambda, -1, dual);
    multiply(rows, x, products);
    let off = 0;
    let gap = 0;
    let largest = size;
    for (let i = 0; i < n; i++) off = Math.max(off, Math.abs(dual[i]));
    for (let k = 0; k < m; k++) {
      primal[k] = products[k] - s[k] - b[k];
      off = Math.max(off, Math.abs(primal[k]), Math.min(s[k], lambda[k]));
      gap += s[k] * lambda[k];
      largest = Math.max(largest, lambda[k]);
    }
    residual = off / largest;
    if (residual < best.residual) {
      best.x.set(x);
      best.lambda.set(lambda);
      best.residual = residual;
    }
    if (m === 0 || residual < 1e-14 || Number.isNaN(residual)) break;
    gap /= m;
    normalMatrix(n, rows, lambda, s, matrix);
    if (!choleskyFactor(matrix, 0, n)) break;
    for (let k = 0; k < m; k++) center[k] = s[k] * lambda[k];
    findDirection(rows, matrix, iterate);
    const affine = reach(iterate);
    let ahead = 0;
    for (let k = 0; k < m; k++) ahead += (s[k] + affine * ds[k]) * (lambda[k] + affine * dl[k]);
    const ratio = ahead / m / gap;
    const target = ratio * ratio * ratio * gap;
    for (let k = 0; k < m; k++) center[k] = s[k] * lambda[k] + ds[k] * dl[k] - target;
    findDirection(rows, matrix, iterate);
    const length = Math.min(1, 0.995 * reach(iterate));
    for (let i = 0; i < n; i++) x[i] += length * dx[i];
    for (let k = 0; k < m; k++) {
      s[k] += length * ds[k];
      lambda[k] += length * dl[k];
    }
  }
  return { x: best.x, multipliers: best.lambda, iterations: iteration, residual: best.residual };
}

function multiply(rows: SparseRows, x: Float64Array, out: Float64Array): void {
  const { columnAt, columns, valueAt, stride, values } = rows;
  for (let k = 0; k < rows.rows; k++) {
    const from = columnAt[k];
    const length = columnAt[k + 1] - from;
    const at = valueAt[k * stride];
    let sum = 0;
    for (let e = 0; e < length; e++) sum += values[at + e] * x[columns[from + e]];
    out[k] = sum;
  }
}

/** out += sign Cᵀ weights. */
function addTransposed(rows: SparseRows, weights: Float64Array, sign: number, out: Float64Array): void {
  const { columnAt, columns, valueAt, stride, values } = rows;
  for (let k = 0; k < rows.rows; k++) {
    const from = columnAt[k];
    const length = columnAt[k + 1] - from;
    const at = valueAt[k * stride];
    const weight = sign * weights[k];
    if (weight !== 0) for (let e = 0; e < length; e++) out[columns[from + e]] += values[at + e] * weight;
  }
}

/** I + Cᵀ diag(λ/s) C. */
function normalMatrix(
  n: number,
  rows: SparseRows,
  lambda: Float64Array,
  s: Float64Array,
  matrix: Float64Array,
): void {
  const { columnAt, columns, valueAt, stride, values } = rows;
  matrix.fill(0);
  for (let i = 0; i < n; i++) matrix[i * n + i] = 1;
  for (let k = 0; k < rows.rows; k++) {
    const from = columnAt[k];
    const length = columnAt[k + 1] - from;
    const at = valueAt[k * stride];
    for (let e = 0; e < length; e++) {
      const row = columns[from + e] * n;
      const weight = (values[at + e] * lambda[k]) / s[k];
      for (let f = 0; f < length; f++) matrix[row + columns[from + f]] += weight * values[at + f];
    }
  }
}

/** Slacks and multipliers, what is left of the three equations, and the direction in which to go. */
interface Iterate {
  readonly s: Float64Array;
  readonly lambda: Float64Array;
  readonly dual: Float64Array;
  readonly primal: Float64Array;
  readonly center: Float64Array;
  readonly dx: Float64Array;
  readonly ds: Float64Array;
  readonly dl: Float64Array;
}

/** @param factor  of the normal matrix, by Cholesky */
function findDirection(rows: SparseRows, factor: Float64Array, iterate: Iterate): void {
  const { s, lambda, dual, primal, center, dx, ds, dl } = iterate;
  const n = dx.length;
  const m = s.length;
  // (I + Cᵀ (λ/s) C) dx = −dual − Cᵀ (center + λ primal)/s
  for (let i = 0; i < n; i++) dx[i] = -dual[i];
  for (let k = 0; k < m; k++) dl[k] = (center[k] + lambda[k] * primal[k]) / s[k];
  addTransposed(rows, dl, -1, dx);
  choleskySolve(factor, 0, n, dx, 0);
  multiply(rows, dx, ds);
  for (let k = 0; k < m; k++) {
    ds[k] += primal[k];
    dl[k] = -(center[k] + lambda[k] * ds[k]) / s[k];
  }
}

/** How far s and λ can go before one of them is zero. */
function reach({ s, ds, lambda, dl }: Iterate): number {
  let length = Infinity;
  for (let k = 0; k < s.length; k++) {
    if (ds[k] < 0) length = Math.min(length, -s[k] / ds[k]);
    if (dl[k] < 0) length = Math.min(length, -lambda[k] / dl[k]);
  }
  return Math.min(length, 1 / 0.995);
}
