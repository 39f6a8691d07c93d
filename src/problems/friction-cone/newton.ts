// Semismooth Newton on Alart and Curnier's function of frictional contact, one proximal problem at a time.
//
//   u = W r + q + α (r − r⁰),   y = r − ρ u
//   Φ_n = r_n − max(0, y_n)
//   Φ_t = r_t − P(y_t on the disc of radius μ max(0, y_n))
//
// Φ = 0 exactly where the law holds; ρ is 1 over the size of the contact's own block, so that r and ρ u are alike. Each
// contact parts (Φ = r), sticks (Φ = ρ u) or slides; the Jacobian follows from the case. Contacts that part have
// Δr = −r and leave the linear system, which is dense over the others. α > 0 (a proximal term around r⁰) makes the
// system regular where W is singular; the caller lets it fall to nothing.
// A step is halved while ‖Φ‖ would exceed the worst of its last values; if no length will do, the shortest is taken:
// Φ is only piecewise smooth, and getting off a kink may cost a little first. The best point is kept.
//
// Alart and Curnier 1991; Acary, Brémond and Huber 2018, "On solving contact problems with Coulomb friction".

import { type Graph, minimumDegreeOrdering } from '../../num/sparse/index.ts';
import type { ScaledProblem } from './problem.ts';
import { velocitiesOf } from './problem.ts';
import { solveInPlace } from './dense-solve.ts';
import { scaledResidual } from './residual.ts';

const MEMORY = 8;

export class NewtonWork {
  readonly u: Float64Array;
  readonly phi: Float64Array;
  readonly trial: Float64Array;
  readonly best: Float64Array;
  readonly step: Float64Array;
  readonly rho: Float64Array;
  /** Row of the linear system where each contact begins; -1 where it parts. */
  readonly place: Int32Array;
  /** Per contact ∂Φ/∂u and ∂Φ/∂r, 3×3 row-major. */
  readonly byU: Float64Array;
  readonly byR: Float64Array;
  /** Contacts in the order of elimination. */
  readonly order: Int32Array;
  matrix = new Float64Array(0);
  right = new Float64Array(0);
  nonzero = new Int32Array(0);

  constructor(problem: ScaledProblem) {
    const { contacts, values, diagonals } = problem;
    const n = 3 * contacts;
    this.u = new Float64Array(n);
    this.phi = new Float64Array(n);
    this.trial = new Float64Array(n);
    this.best = new Float64Array(n);
    this.step = new Float64Array(n);
    this.rho = new Float64Array(contacts);
    this.place = new Int32Array(contacts);
    this.byU = new Float64Array(9 * contacts);
    this.byR = new Float64Array(9 * contacts);
    this.order = minimumDegreeOrdering(couplings(problem));
    for (let i = 0; i < contacts; i++) {
      const at = 9 * diagonals[i];
      const trace = values[at] + values[at + 4] + values[at + 8];
      this.rho[i] = trace > 0 ? 3 / trace : 1;
    }
  }
}

/** Which contacts share a body, as a graph. */
function couplings({ contacts, starts, columns }: ScaledProblem): Graph {
  const neighbours = Array.from({ length: contacts }, () => new Set<number>());
  for (let i = 0; i < contacts; i++) {
    for (let b = starts[i]; b < starts[i + 1]; b++) {
      if (columns[b] === i) continue;
      neighbours[i].add(columns[b]);
      neighbours[columns[b]].add(i);
    }
  }
  const graphStarts = new Int32Array(contacts + 1);
  for (let i = 0; i < contacts; i++) graphStarts[i + 1] = graphStarts[i] + neighbours[i].size;
  return {
    starts: graphStarts,
    neighbours: Int32Array.from(neighbours.flatMap((set) => [...set].sort((a, b) => a - b))),
  };
}

export interface NewtonOptions {
  /** α, in units in which W's mean diagonal is 1. */
  readonly proximal: number;
  /** r⁰. */
  readonly around: Float64Array;
  /** Multiplies ρ. */
  readonly stiffness: number;
  readonly iterations: number;
  /** Ends where ‖Φ‖ is below. */
  readonly tolerance: number;
}

/** Improves r in place; returns the iterations and the least ‖Φ‖, which is that of the proximal problem. */
export function newton(
  problem: ScaledProblem,
  work: NewtonWork,
  r: Float64Array,
  options: NewtonOptions,
): { iterations: number; size: number } {
  const { trial, best, step } = work;
  const n = 3 * problem.contacts;
  let size = evaluate(problem, work, r, options);
  let least = size;
  best.set(r);
  const recent = new Float64Array(MEMORY).fill(size);
  let iteration = 0;
  for (; iteration < options.iterations && size > options.tolerance; iteration++) {
    if (!direction(problem, work, r, options)) break;
    let worst = 0;
    for (let k = 0; k < MEMORY; k++) worst = Math.max(worst, recent[k]);
    let length = 1;
    for (;;) {
      for (let k = 0; k < n; k++) trial[k] = r[k] + length * step[k];
      size = evaluate(problem, work, trial, options);
      if (size <= (1 - 1e-4 * length) * worst || length < 0.02) break;
      length /= 2;
    }
    if (!Number.isFinite(size)) break;
    r.set(trial);
    recent[iteration % MEMORY] = size;
    if (size < least) {
      least = size;
      best.set(r);
    }
  }
  r.set(best);
  return { iterations: iteration, size: least };
}

/** Φ at r, with u, its cases and derivatives; returns ‖Φ‖. */
export function evaluate(
  problem: ScaledProblem,
  work: NewtonWork,
  r: Float64Array,
  options: NewtonOptions,
): number {
  const { contacts, mu } = problem;
  const { u, phi, byU, byR, place, rho, order } = work;
  const { proximal, around, stiffness } = options;
  velocitiesOf(problem, r, u);
  for (let k = 0; k < 3 * contacts; k++) u[k] += proximal * (r[k] - around[k]);
  byU.fill(0);
  byR.fill(0);
  let square = 0;
  for (let i = 0; i < contacts; i++) {
    const at = 3 * i;
    const d = 9 * i;
    const step = stiffness * rho[i];
    const yn = r[at] - step * u[at];
    const yx = r[at + 1] - step * u[at + 1];
    const yy = r[at + 2] - step * u[at + 2];
    if (yn <= 0) {
      place[i] = -1;
      phi[at] = r[at];
      phi[at + 1] = r[at + 1];
      phi[at + 2] = r[at + 2];
    } else {
      place[i] = 0;
      phi[at] = step * u[at];
      byU[d] = step;
      const t = Math.sqrt(yx * yx + yy * yy);
      const radius = mu[i] * yn;
      if (t <= radius) {
        phi[at + 1] = step * u[at + 1];
        phi[at + 2] = step * u[at + 2];
        byU[d + 4] = step;
        byU[d + 8] = step;
      } else {
        // Φ_t = r_t − μ y_n e,  e = y_t/|y_t|;  ∂(μ y_n e) = μ e ∂y_n + μ y_n/|y_t| (I − e eᵀ) ∂y_t
        const ex = yx / t;
        const ey = yy / t;
        phi[at + 1] = r[at + 1] - radius * ex;
        phi[at + 2] = r[at + 2] - radius * ey;
        const bend = radius / t;
        const xx = bend * ey * ey;
        const xy = -bend * ex * ey;
        const yyy = bend * ex * ex;
        byR[d + 3] = -mu[i] * ex;
        byR[d + 4] = 1 - xx;
        byR[d + 5] = -xy;
        byR[d + 6] = -mu[i] * ey;
        byR[d + 7] = -xy;
        byR[d + 8] = 1 - yyy;
        byU[d + 3] = step * mu[i] * ex;
        byU[d + 4] = step * xx;
        byU[d + 5] = step * xy;
        byU[d + 6] = step * mu[i] * ey;
        byU[d + 7] = step * xy;
        byU[d + 8] = step * yyy;
      }
    }
    square += phi[at] * phi[at] + phi[at + 1] * phi[at + 1] + phi[at + 2] * phi[at + 2];
  }
  let rows = 0;
  for (let k = 0; k < contacts; k++) {
    const i = order[k];
    if (place[i] < 0) continue;
    place[i] = rows;
    rows += 3;
  }
  return Math.sqrt(square);
}

/** step = −J⁻¹ Φ; false where J is singular. */
export function direction(
  problem: ScaledProblem,
  work: NewtonWork,
  r: Float64Array,
  options: NewtonOptions,
): boolean {
  const { contacts, starts, columns, values } = problem;
  // the line search left its last trial behind, which is where r is now
  const { phi, byU, byR, place, step } = work;
  let rows = 0;
  for (let i = 0; i < contacts; i++) {
    if (place[i] >= 0) rows += 3;
    else for (let k = 0; k < 3; k++) step[3 * i + k] = -r[3 * i + k];
  }
  if (work.matrix.length < rows * rows) {
    work.matrix = new Float64Array(rows * rows);
    work.right = new Float64Array(rows);
    work.nonzero = new Int32Array(rows);
  }
  const { matrix, right } = work;
  matrix.fill(0, 0, rows * rows);
  for (let i = 0; i < contacts; i++) {
    const row = place[i];
    if (row < 0) continue;
    for (let k = 0; k < 3; k++) {
      const u0 = byU[9 * i + 3 * k];
      const u1 = byU[9 * i + 3 * k + 1];
      const u2 = byU[9 * i + 3 * k + 2];
      const to = (row + k) * rows;
      let known = -phi[3 * i + k];
      for (let b = starts[i]; b < starts[i + 1]; b++) {
        const at = 9 * b;
        const j = columns[b];
        const p = place[j];
        for (let l = 0; l < 3; l++) {
          const entry = u0 * values[at + l] + u1 * values[at + 3 + l] + u2 * values[at + 6 + l];
          if (p >= 0) matrix[to + p + l] += entry;
          else known -= entry * step[3 * j + l];
        }
      }
      right[row + k] = known;
      matrix[to + row] += byR[9 * i + 3 * k] + options.proximal * u0;
      matrix[to + row + 1] += byR[9 * i + 3 * k + 1] + options.proximal * u1;
      matrix[to + row + 2] += byR[9 * i + 3 * k + 2] + options.proximal * u2;
    }
  }
  if (!solveInPlace(matrix, right, rows, work.nonzero)) return false;
  for (let i = 0; i < contacts; i++) {
    if (place[i] >= 0) for (let k = 0; k < 3; k++) step[3 * i + k] = right[place[i] + k];
  }
  return true;
}

/** The residual of the problem itself at r. */
export function residualAt(problem: ScaledProblem, work: NewtonWork, r: Float64Array): number {
  velocitiesOf(problem, r, work.u);
  const residual = scaledResidual(problem, r, work.u);
  return Number.isFinite(residual) ? residual : Infinity;
}
