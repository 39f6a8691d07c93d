// Lemke's complementary pivoting for w = M z + q, w ≥ 0, z ≥ 0, w ⊥ z, with any square M.
//
// An artificial unknown z₀ with covering vector 1 makes a start feasible; then the complement of what left the basis
// enters it, until z₀ leaves (solved) or nothing stops the entering unknown (a ray: where M is copositive-plus,
// so monotone, or a frictional contact problem with a solution, there is none then).
// Degenerate problems are the rule in contact, so the ratio test is lexicographic: rows of [q̄ | B⁻¹] divided by the
// entering column are compared entry by entry, and no basis comes twice. B⁻¹ is kept: each pivot is O(n²).
//
// Some problems take exponentially many pivots (Murty 1978): `limit` gives up early, and solve.ts goes on otherwise.
//
// Cottle, Pang and Stone, "The Linear Complementarity Problem", section 4.4 and 4.9.

import { luFactor, luSolve } from '../../num/dense/index.ts';
import { solveBasis } from './basis.ts';
import { type Lcp, lcpResidual, type SolveReport, solvedBelow } from './report.ts';
import { scaleLcp } from './scaling.ts';

/** In scaled variables: entries of the entering column up to this cannot stop it. */
const ZERO_PIVOT = 1e-8;
/** Ratios this close are a tie. */
const TIE = 1e-12;

export interface LemkeOptions {
  /** The most pivots; 10 n + 50 unless told. */
  readonly limit?: number;
  /** The covering vector, positive, in scaled variables; ones unless told. Another one takes another path. */
  readonly covering?: Float64Array;
  /** q is taken for this much larger, in scaled variables: fewer ties, for a slightly different problem. */
  readonly shift?: Float64Array;
}

/** Writes z and w; M is row-major. */
export function lemke(
  { n, m, q }: Lcp,
  z: Float64Array,
  w: Float64Array,
  options: LemkeOptions = {},
): SolveReport {
  const limit = options.limit ?? 10 * n + 50;
  const tableau = new Tableau(n, m, q, options);
  // B⁻¹ is computed anew after so many pivots, before rounding piles up
  const fresh = 15 + (n >> 3);
  let pivots = 0;
  let status: SolveReport['status'] = 'limit';
  let entering = 2 * n;
  let row = tableau.mostNegative();
  if (row < 0) status = 'solved';
  else tableau.enter(entering);
  while (status === 'limit' && pivots < limit) {
    const leaving = tableau.pivot(row, entering);
    pivots++;
    if (leaving === 2 * n) {
      status = 'solved';
      break;
    }
    if (pivots % fresh === 0 && !tableau.refresh()) break;
    entering = leaving < n ? leaving + n : leaving - n;
    tableau.enter(entering);
    row = tableau.blockingRow();
    if (row < 0) status = 'ray';
  }

  const isBasic = new Uint8Array(2 * n + 1);
  for (let i = 0; i < n; i++) isBasic[tableau.basis[i]] = 1;
  if (!solveBasis(n, m, q, (i) => isBasic[n + i] === 1, z)) z.fill(0, 0, n);
  for (let i = 0; i < n; i++) z[i] = Math.max(0, z[i]);
  const residual = lcpResidual(n, m, q, z, w);
  // a ray with z₀ at zero is a solution as well
  if (residual <= solvedBelow) status = 'solved';
  else if (status === 'solved') status = 'failed';
  return { status, method: 'lemke', pivots, residual, dependent: 0, regularisation: 0 };
}

/** Unknowns: w is 0 … n−1, z is n … 2n−1, z₀ is 2n. I w − M z − 1 z₀ = q. */
class Tableau {
  /** The unknown that is basic in each row. */
  readonly basis: Int32Array;
  private readonly n: number;
  private readonly m: Float64Array;
  private readonly q: Float64Array;
  private readonly covering: Float64Array;
  private readonly inverse: Float64Array;
  private readonly values: Float64Array;
  private readonly column: Float64Array;
  private readonly tied: Int32Array;

  constructor(n: number, m: Float64Array, q: Float64Array, { covering, shift }: LemkeOptions) {
    const scaled = scaleLcp(n, m, q);
    this.n = n;
    this.m = scaled.m;
    this.q = scaled.q;
    if (shift) for (let i = 0; i < n; i++) this.q[i] += shift[i];
    this.covering = covering ?? new Float64Array(n).fill(1);
    this.values = this.q.slice();
    this.inverse = new Float64Array(n * n);
    for (let i = 0; i < n; i++) this.inverse[i * n + i] = 1;
    this.basis = Int32Array.from({ length: n }, (_, i) => i);
    this.column = new Float64Array(n);
    this.tied = new Int32Array(n);
  }

  /** The row where z₀ enters: the least q/d, the last among equals (lexicographically the least); -1 where q ≥ 0. */
  mostNegative(): number {
    const { n, values, covering } = this;
    let row = -1;
    let least = 0;
    for (let i = 0; i < n; i++) {
      const ratio = values[i] / covering[i];
      if (ratio > least || ratio === 0) continue;
      row = i;
      least = ratio;
    }
    return row;
  }

  /** column = B⁻¹ times the entering unknown's column. */
  enter(unknown: number): void {
    const { n, m, inverse, column, covering } = this;
    for (let i = 0; i < n; i++) {
      const row = i * n;
      let sum = 0;
      if (unknown < n) sum = inverse[row + unknown];
      else if (unknown === 2 * n) for (let k = 0; k < n; k++) sum -= inverse[row + k] * covering[k];
      else for (let k = 0; k < n; k++) sum -= inverse[row + k] * m[k * n + unknown - n];
      column[i] = sum;
    }
  }

  /** The row that stops the entering unknown first; -1 where none does. */
  blockingRow(): number {
    const { n, basis, values, column, tied } = this;
    let least = Infinity;
    for (let i = 0; i < n; i++) if (column[i] > ZERO_PIVOT) least = Math.min(least, values[i] / column[i]);
    if (least === Infinity) return -1;
    let count = 0;
    for (let i = 0; i < n; i++) {
      if (!(column[i] > ZERO_PIVOT) || values[i] / column[i] > least + TIE * Math.max(1, Math.abs(least)))
        continue;
      // z₀ may leave: solved, whatever else could
      if (basis[i] === 2 * n) return i;
      tied[count++] = i;
    }
    return this.leastOf(count);
  }

  /** Among the tied rows the one whose row of B⁻¹ over its entry of the column is lexicographically least. */
  private leastOf(count: number): number {
    const { n, inverse, column, tied } = this;
    for (let k = 0; k < n && count > 1; k++) {
      let least = Infinity;
      for (let t = 0; t < count; t++) least = Math.min(least, inverse[tied[t] * n + k] / column[tied[t]]);
      let kept = 0;
      for (let t = 0; t < count; t++) {
        const i = tied[t];
        if (inverse[i * n + k] / column[i] <= least + TIE * Math.max(1, Math.abs(least))) tied[kept++] = i;
      }
      count = kept;
    }
    return tied[0];
  }

  /** Exchanges the basic unknown of a row for the one that enters; returns the one that left. */
  pivot(row: number, entering: number): number {
    const { n, basis, inverse, values, column } = this;
    const leaving = basis[row];
    const at = row * n;
    const head = column[row];
    for (let k = 0; k < n; k++) inverse[at + k] /= head;
    values[row] /= head;
    for (let i = 0; i < n; i++) {
      const factor = column[i];
      if (i === row || factor === 0) continue;
      const to = i * n;
      for (let k = 0; k < n; k++) inverse[to + k] -= factor * inverse[at + k];
      const value = values[i] - factor * values[row];
      // negative by rounding only
      values[i] = Math.abs(value) <= 1e-15 ? 0 : value;
    }
    basis[row] = entering;
    return leaving;
  }

  /** B⁻¹ and B⁻¹ q from the basis alone; false where it is singular. */
  refresh(): boolean {
    const { n, m, q, covering, basis, inverse, values, column } = this;
    const matrix = new Float64Array(n * n);
    for (let j = 0; j < n; j++) {
      const unknown = basis[j];
      for (let i = 0; i < n; i++) {
        if (unknown < n) matrix[i * n + j] = i === unknown ? 1 : 0;
        else matrix[i * n + j] = unknown === 2 * n ? -covering[i] : -m[i * n + unknown - n];
      }
    }
    const factors = luFactor(matrix, n);
    if (factors.sign === 0) return false;
    for (let j = 0; j < n; j++) {
      column.fill(0);
      column[j] = 1;
      luSolve(factors, column);
      for (let i = 0; i < n; i++) inverse[i * n + j] = column[i];
    }
    values.set(q);
    luSolve(factors, values);
    for (let i = 0; i < n; i++) if (values[i] < 0 && values[i] > -1e-9) values[i] = 0;
    return true;
  }
}
