// What every complementarity solve returns, and the judge that all of them share.
//
//   w = M z + q,  lo ≤ z ≤ hi,   w ≥ 0 where z = lo,   w ≤ 0 where z = hi,   w = 0 between
//
// (the plain problem has lo = 0, hi = ∞). With m the largest |M_ij| the residual is
//
//   max_i |m z_i − clamp(m z_i − w_i, m lo_i, m hi_i)| / max_i(|q_i|, m |z⁰_i|)
//
// where z⁰ is the point of the box nearest to 0. For the plain problem that is max|min(m z, w)| / max|q|:
// z is multiplied by m so that it has the unit of w, and the quotient has none.

export type LcpMethod = 'dantzig' | 'lemke' | 'interior point' | 'semismooth newton' | 'enumeration';

/** 'ray': no solution along the path taken, and none at all where M is monotone; 'limit': too many pivots. */
export type LcpStatus = 'solved' | 'ray' | 'limit' | 'failed';

/** w = M z + q */
export interface Lcp {
  readonly n: number;
  /** Row-major. */
  readonly m: Float64Array;
  readonly q: Float64Array;
}

export interface SolveReport {
  status: LcpStatus;
  method: LcpMethod;
  /** Pivots of a pivoting method, iterations of another. */
  pivots: number;
  /** As above; Infinity where a number is not finite. */
  residual: number;
  /** Rows that depend on others and were left out (Dantzig). */
  dependent: number;
  /** The relative amount added to the diagonal (Dantzig), 0 unless asked for. */
  regularisation: number;
}

/** Below this residual an answer counts as solved. */
export const solvedBelow = 1e-9;

export function largestMagnitude(a: Float64Array, length = a.length): number {
  let largest = 0;
  for (let i = 0; i < length; i++) {
    const size = Math.abs(a[i]);
    // NaN must not be lost in the comparison
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

/** out = M z + q, all of order n, M row-major. */
export function affine(
  n: number,
  m: Float64Array,
  z: Float64Array,
  q: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < n; i++) {
    let sum = q[i];
    const row = i * n;
    for (let j = 0; j < n; j++) sum += m[row + j] * z[j];
    out[i] = sum;
  }
}

/** The residual above of the plain problem; writes w. */
export function lcpResidual(
  n: number,
  m: Float64Array,
  q: Float64Array,
  z: Float64Array,
  w: Float64Array,
): number {
  affine(n, m, z, q, w);
  const size = largestMagnitude(m, n * n) || 1;
  const unit = largestMagnitude(q, n) || 1;
  let worst = 0;
  for (let i = 0; i < n; i++) {
    const miss = Math.abs(Math.min(size * z[i], w[i]));
    if (!(miss <= worst)) worst = miss;
  }
  return Number.isNaN(worst) ? Infinity : worst / unit;
}

/** w = A x + b, lo ≤ x ≤ hi, with A row-major of order n; x and w are what a solve writes. */
export interface BoundedProblem {
  readonly n: number;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly lo: Float64Array;
  readonly hi: Float64Array;
  readonly x: Float64Array;
  readonly w: Float64Array;
}

/** The residual above of the problem with bounds; writes w. */
export function boundedResidual({ n, a, b, lo, hi, x, w }: BoundedProblem): number {
  affine(n, a, x, b, w);
  const size = largestMagnitude(a, n * n) || 1;
  let unit = 0;
  let worst = 0;
  for (let i = 0; i < n; i++) {
    unit = Math.max(unit, Math.abs(b[i]), size * Math.abs(Math.min(Math.max(0, lo[i]), hi[i])));
    const moved = x[i] - w[i] / size;
    const miss = Math.abs(x[i] - Math.min(Math.max(moved, lo[i]), hi[i]));
    if (!(miss <= worst)) worst = miss;
  }
  return Number.isNaN(worst) ? Infinity : (size * worst) / (unit || 1);
}
