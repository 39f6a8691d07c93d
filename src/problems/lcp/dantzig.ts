// Dantzig's pivoting for complementarity with bounds, in Baraff's form.
//
//   w = A x + b,   lo ≤ x ≤ hi,   w ≥ 0 where x = lo,   w ≤ 0 where x = hi,   w = 0 between
//
// A is symmetric and positive semidefinite, row-major; a row with lo = −∞ and hi = ∞ is an equation. These come
// first; then one row after another is driven to its condition while all earlier rows keep theirs: x_i moves, the
// rows C strictly between their bounds follow by Δx_C = −A_CC⁻¹ A_Ci Δx_i, and the step ends where w_i is zero, x_i is
// at its bound, a row of C meets a bound (and leaves C), or a row at its bound has w = 0 (and joins C).
// A_CC stays factored: each pivot is O(n²).
//
// Where A is singular the pivot of row i over C may vanish: x_i then moves along a null vector of A, which changes no
// w, until a row of C meets its bound. If none does, the row depends on C: it is left where it is, and the problem has
// no solution unless w_i is zero already. Ties take the row itself, then the least index, so that zero steps do not
// cycle; a limit on pivots stands behind it.
//
// Baraff 1994, "Fast contact force computation for nonpenetrating rigid bodies"; Cottle and Dantzig 1968.

import { ActiveFactor } from './active-factor.ts';
import { affine, type BoundedProblem, boundedResidual, type SolveReport, solvedBelow } from './report.ts';

const WAITING = 0;
const BETWEEN = 1;
const AT_LO = 2;
const AT_HI = 3;
/** Depends on the rows between their bounds, so that w stays zero with theirs: x stays where it is. */
const DEPENDENT = 4;

/** A pivot below this share of the row's diagonal counts as zero; the next is tried where one fails. */
const ZERO_PIVOTS = [1e-12, 1e-9, 1e-14];
/** Speeds below this share of their natural size count as zero. */
const ZERO_SPEED = 1e-13;
/** A dependent row whose w is below this share of the terms it is a sum of is satisfied. */
const CONSISTENT = 1e-11;

/** What a solve needs; made once, used again, grows when it must. */
export class DantzigWork {
  factor = new ActiveFactor(0);
  capacity = 0;
  state = new Uint8Array(0);
  order = new Int32Array(0);
  stepX = new Float64Array(0);
  stepW = new Float64Array(0);
  scratch = new Float64Array(0);
  /** Added to each diagonal entry, as a share of it. */
  regularisation: number;
  zeroPivot = 0;
  readonly report: SolveReport = {
    status: 'solved',
    method: 'dantzig',
    pivots: 0,
    residual: 0,
    dependent: 0,
    regularisation: 0,
  };

  constructor(capacity = 0, regularisation = 0) {
    this.regularisation = regularisation;
    this.fit(capacity);
  }

  fit(n: number): void {
    if (n <= this.capacity) return;
    const capacity = Math.max(n, 2 * this.capacity);
    this.capacity = capacity;
    this.factor = new ActiveFactor(capacity);
    this.state = new Uint8Array(capacity);
    this.order = new Int32Array(capacity);
    this.stepX = new Float64Array(capacity);
    this.stepW = new Float64Array(capacity);
    this.scratch = new Float64Array(capacity);
  }
}

/**
 * Solves the problem above; x and w are written. Allocates nothing once `work` is large enough.
 * The report belongs to `work` and is overwritten by the next solve; its residual is that of A as given, whatever
 * the regularisation.
 */
export function solveBounded(work: DantzigWork, problem: BoundedProblem): SolveReport {
  work.fit(problem.n);
  const { report } = work;
  report.pivots = 0;
  for (let trial = 0; trial < ZERO_PIVOTS.length; trial++) {
    work.zeroPivot = ZERO_PIVOTS[trial];
    attempt(work, problem);
    if (report.status === 'solved') break;
  }
  return report;
}

function attempt(work: DantzigWork, problem: BoundedProblem): void {
  const { n, a, b, lo, hi, x, w } = problem;
  const { factor, state, order, report } = work;
  factor.count = 0;
  report.status = 'solved';
  report.dependent = 0;
  report.regularisation = work.regularisation;

  let next = 0;
  for (let i = 0; i < n; i++) if (isEquation(lo, hi, i)) order[next++] = i;
  for (let i = 0; i < n; i++) if (!isEquation(lo, hi, i)) order[next++] = i;
  for (let i = 0; i < n; i++) {
    x[i] = Math.min(Math.max(0, lo[i]), hi[i]);
    state[i] = WAITING;
  }
  affine(n, a, x, b, w);

  const limit = report.pivots + 50 * n + 100;
  for (let k = 0; k < n && report.pivots <= limit; k++) drive(work, problem, order[k], limit);
  if (report.pivots > limit) report.status = 'limit';
  for (let i = 0; i < n; i++) if (state[i] === DEPENDENT) report.dependent++;
  refine(work, problem);
  report.residual = boundedResidual(problem);
  if (report.status === 'solved' && !(report.residual <= solvedBelow)) report.status = 'failed';
}

function isEquation(lo: Float64Array, hi: Float64Array, i: number): boolean {
  return lo[i] === -Infinity && hi[i] === Infinity;
}

/** Moves x_i until row i has its condition, keeping that of every row driven before. */
function drive(work: DantzigWork, problem: BoundedProblem, i: number, limit: number): void {
  const { n, a, b, lo, hi, x, w } = problem;
  const { factor, state, stepX, stepW, report } = work;
  const { members } = factor;
  for (;;) {
    if (x[i] === lo[i] && (w[i] >= 0 || lo[i] === hi[i])) {
      state[i] = AT_LO;
      return;
    }
    if (x[i] === hi[i] && w[i] <= 0) {
      state[i] = AT_HI;
      return;
    }
    if (++report.pivots > limit) return;

    const diagonal = a[i * n + i] * (1 + work.regularisation);
    const direction = w[i] < 0 ? 1 : -1;
    const pivot = factor.measure(a, n, i, diagonal);
    const moves = pivot > work.zeroPivot * diagonal;
    // Moving along a null vector to mend rounding would only exchange rows at their bounds, forever.
    if (!moves && Math.abs(w[i]) <= CONSISTENT * termsOf(n, i, a, b, x)) {
      state[i] = DEPENDENT;
      return;
    }
    factor.solveMeasured(stepX);
    const count = factor.count;
    for (let k = 0; k < count; k++) stepX[k] *= -direction;

    let step = moves ? Math.abs(w[i]) / pivot : Infinity;
    let event = i;
    const room = direction > 0 ? hi[i] - x[i] : x[i] - lo[i];
    const bounded = room <= step;
    if (bounded) step = room;

    for (let k = 0; k < count; k++) {
      const j = members[k];
      const speed = stepX[k];
      if (Math.abs(speed) * Math.sqrt(a[j * n + j]) <= ZERO_SPEED * Math.sqrt(diagonal)) continue;
      const reach = Math.max(0, (speed > 0 ? hi[j] - x[j] : lo[j] - x[j]) / speed);
      if (reach < step || (reach === step && event !== i && j < event)) {
        step = reach;
        event = j;
      }
    }
    for (let j = 0; j < n; j++) {
      if (state[j] === BETWEEN) continue;
      let speed = direction * a[j * n + i];
      const row = j * n;
      for (let k = 0; k < count; k++) speed += a[row + members[k]] * stepX[k];
      stepW[j] = speed;
      const restless = (state[j] === AT_LO && speed < 0) || (state[j] === AT_HI && speed > 0);
      if (!restless || lo[j] === hi[j]) continue;
      if (Math.abs(speed) <= 10 * ZERO_SPEED * Math.sqrt(a[j * n + j] * diagonal)) continue;
      const reach = Math.max(0, -w[j] / speed);
      if (reach < step || (reach === step && event !== i && j < event)) {
        step = reach;
        event = j;
      }
    }

    if (step === Infinity) {
      state[i] = DEPENDENT;
      report.status = 'ray';
      return;
    }
    x[i] += direction * step;
    for (let k = 0; k < count; k++) {
      const j = members[k];
      x[j] = Math.min(Math.max(x[j] + stepX[k] * step, lo[j]), hi[j]);
    }
    for (let j = 0; j < n; j++) if (state[j] !== BETWEEN) w[j] += stepW[j] * step;

    if (event !== i) {
      exchange(work, n, event, a, w, stepX);
      continue;
    }
    if (bounded) {
      x[i] = direction > 0 ? hi[i] : lo[i];
      state[i] = direction > 0 ? AT_HI : AT_LO;
      return;
    }
    w[i] = 0;
    factor.append(i, pivot);
    state[i] = BETWEEN;
    return;
  }
}

/** Row j leaves the rows between their bounds, or joins them. */
function exchange(
  work: DantzigWork,
  n: number,
  j: number,
  a: Float64Array,
  w: Float64Array,
  stepX: Float64Array,
): void {
  const { factor, state } = work;
  w[j] = 0;
  if (state[j] === BETWEEN) {
    let k = 0;
    while (factor.members[k] !== j) k++;
    state[j] = stepX[k] < 0 ? AT_LO : AT_HI;
    factor.remove(k);
    // What depended on the rows before may no longer depend on those that are left.
    for (let i = 0; i < n; i++) if (state[i] === DEPENDENT) join(work, n, i, a);
    return;
  }
  join(work, n, j, a);
}

/** Row j, whose w is zero, joins the rows between their bounds unless it depends on them. */
function join(work: DantzigWork, n: number, j: number, a: Float64Array): void {
  const { factor, state } = work;
  const diagonal = a[j * n + j] * (1 + work.regularisation);
  const pivot = factor.measure(a, n, j, diagonal);
  if (!(pivot > work.zeroPivot * diagonal)) {
    state[j] = DEPENDENT;
    return;
  }
  factor.append(j, pivot);
  state[j] = BETWEEN;
}

/** |b_i| + Σ|A_ij x_j|: the size of the terms that w_i is a sum of. */
function termsOf(n: number, i: number, a: Float64Array, b: Float64Array, x: Float64Array): number {
  let sum = Math.abs(b[i]);
  for (let j = 0; j < n; j++) sum += Math.abs(a[i * n + j] * x[j]);
  return sum;
}

/** Two steps of iterative refinement of the rows between their bounds: hundreds of updates leave rounding behind. */
function refine(work: DantzigWork, { n, a, b, lo, hi, x, w }: BoundedProblem): void {
  const { factor, scratch } = work;
  const { members, count } = factor;
  for (let round = 0; round < 2; round++) {
    affine(n, a, x, b, w);
    for (let k = 0; k < count; k++) scratch[k] = w[members[k]];
    factor.solve(scratch);
    for (let k = 0; k < count; k++) {
      const j = members[k];
      x[j] = Math.min(Math.max(x[j] - scratch[k], lo[j]), hi[j]);
    }
  }
}
