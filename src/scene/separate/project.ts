// The shortest moves that fulfil all rows n · (δ_a - δ_b) ≥ missing, and which rows no move fulfils:
//
//   min ½ Σ w |δ|² + C Σ s    subject to   n_r · (δ_a - δ_b) + s_r ≥ missing_r,   s ≥ 0
//
// w is how many bodies a mover has, s what stays missing. C is above what any row of a tower of all things weighs, so that s is zero where there is a
// way. Mehrotra's predictor and corrector on both complementarities (t λ → 0 of the rows, s (C - λ) → 0 of what is
// missing); each iteration factors I + Nᵀ D N, three unknowns a thing, sparse. Iterations hardly grow with the height of
// a stack, in which projections row by row (Hildreth) crawl.
//
// Mehrotra 1992; Wright, "Primal-Dual Interior-Point Methods".

import { analyse, LdlFactor, patternFromPairs } from '../../num/sparse/index.ts';
import { createArena } from '../../num/kernels/index.ts';
import type { Vec3 } from '../types.ts';

export interface Row {
  /** Movers; -1 for what stays. */
  readonly a: number;
  readonly b: number;
  readonly normal: Vec3;
  /** [m] */
  readonly missing: number;
  /** Short by less than this [m] is good enough. */
  readonly tolerance: number;
}

const MOST_ITERATIONS = 60;
/** Moves below this part of what is missing are what the method leaves of none. */
const NOTHING = 1e-6;

/**
 * @param free  of each mover three numbers: 0 for axes along which it stays; of n bodies that move as one 1/√n for others
 * @returns     xyz of each mover, and the rows that stay short
 */
export function projectMoves<R extends Row>(
  rows: readonly R[],
  free: Float64Array,
): { readonly steps: Float64Array; readonly stuck: readonly R[] } {
  const steps = new Float64Array(free.length);
  // Rows that nothing moves are short of all they miss.
  const stuck = rows.filter((row) => weightOf(row, free) === 0 && row.missing > row.tolerance);
  const left = rows.filter((row) => weightOf(row, free) > 0);
  const unit = left.reduce((most, { missing }) => Math.max(most, missing), 0);
  if (unit === 0) return { steps, stuck };
  const program = new Program(left, free, unit);
  program.solve();
  for (let i = 0; i < steps.length; i++)
    steps[i] = Math.abs(program.delta[i]) > NOTHING ? unit * free[i] * program.delta[i] : 0;
  return { steps, stuck: [...stuck, ...left.filter((row) => shortOf(row, steps) > row.tolerance)] };
}

/** How much of a row's normal lies along axes that are free. */
function weightOf({ a, b, normal }: Row, free: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const can = (a >= 0 && free[3 * a + k] > 0) || (b >= 0 && free[3 * b + k] > 0);
    if (can) sum += normal[k] * normal[k];
  }
  // Below this a move would be a hundred times as long as what it opens.
  return a === b || sum < 1e-4 ? 0 : sum;
}

/** What is still missing [m]. */
function shortOf({ a, b, normal, missing }: Row, steps: Float64Array): number {
  let opened = 0;
  for (let k = 0; k < 3; k++)
    opened += normal[k] * ((a >= 0 ? steps[3 * a + k] : 0) - (b >= 0 ? steps[3 * b + k] : 0));
  return missing - opened;
}

/** In units of the largest that is missing. */
class Program {
  /** The moves times the root of how many bodies make them. */
  readonly delta: Float64Array;
  private readonly rows: readonly Row[];
  /** Six numbers a row: its normal along the free axes of a, and its opposite along those of b. */
  private readonly entries: Float64Array;
  private readonly missing: Float64Array;
  /** C. */
  private readonly most: number;
  private readonly t: Float64Array;
  private readonly s: Float64Array;
  private readonly lambda: Float64Array;
  /** C - λ, kept beside it: near C nothing of the difference would be left. */
  private readonly mu: Float64Array;
  private readonly d: Float64Array;
  private readonly dDelta: Float64Array;
  private readonly dLambda: Float64Array;
  private readonly dT: Float64Array;
  private readonly dS: Float64Array;
  private readonly ldl: LdlFactor;
  private readonly slots: Int32Array;

  constructor(rows: readonly Row[], free: Float64Array, unit: number) {
    const count = rows.length;
    const movers = free.length / 3;
    this.rows = rows;
    this.delta = new Float64Array(free.length);
    this.entries = new Float64Array(6 * count);
    this.missing = Float64Array.from(rows, ({ missing }) => missing / unit);
    const bodies = free.reduce((sum, one) => sum + (one > 0 ? 1 / (one * one) : 0), 0);
    // A tower of n carries 1 + 2 + … + n at its foot.
    this.most = 10 * (bodies + 1) * (bodies + 1);
    this.t = new Float64Array(count).fill(1);
    this.s = new Float64Array(count).fill(1);
    this.lambda = new Float64Array(count).fill(1);
    this.mu = new Float64Array(count).fill(this.most - 1);
    this.d = new Float64Array(count);
    this.dDelta = new Float64Array(free.length);
    this.dLambda = new Float64Array(count);
    this.dT = new Float64Array(count);
    this.dS = new Float64Array(count);
    rows.forEach(({ a, b, normal }, r) => {
      for (let k = 0; k < 3; k++) {
        if (a >= 0) this.entries[6 * r + k] = free[3 * a + k] * normal[k];
        if (b >= 0) this.entries[6 * r + 3 + k] = -free[3 * b + k] * normal[k];
      }
    });
    const both = rows.map(({ a, b }) => (a >= 0 && b >= 0 ? [a, b] : [Math.max(a, b), Math.max(a, b)]));
    const { pattern, slots } = patternFromPairs(
      movers,
      3,
      both.map(([a]) => a),
      both.map(([, b]) => b),
    );
    this.slots = slots;
    // The readable core has the same bits, and nothing has to be loaded for it.
    this.ldl = new LdlFactor(analyse(pattern), createArena(), 'readable');
  }

  solve(): void {
    const { t, s, lambda, mu } = this;
    const count = lambda.length;
    for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
      let gap = 0;
      for (let r = 0; r < count; r++) gap += t[r] * lambda[r] + s[r] * mu[r];
      gap /= 2 * count;
      // Where rounding leaves nothing to solve with, it is as near as it comes.
      if (!this.factor()) return;
      const off = this.direct(0, false);
      if (gap < 1e-10 && off < 1e-10) return;
      const affine = this.reach();
      let ahead = 0;
      for (let r = 0; r < count; r++) {
        const by = affine * this.dLambda[r];
        ahead += (t[r] + affine * this.dT[r]) * (lambda[r] + by);
        ahead += (s[r] + affine * this.dS[r]) * (mu[r] - by);
      }
      const ratio = ahead / (2 * count) / gap;
      this.direct(ratio * ratio * ratio * gap, true);
      const length = Math.min(1, 0.995 * this.reach());
      for (let i = 0; i < this.delta.length; i++) this.delta[i] += length * this.dDelta[i];
      for (let r = 0; r < count; r++) {
        t[r] += length * this.dT[r];
        s[r] += length * this.dS[r];
        lambda[r] += length * this.dLambda[r];
        mu[r] -= length * this.dLambda[r];
      }
    }
  }

  /** I + Nᵀ D N, D = 1 / (t/λ + s/μ). */
  private factor(): boolean {
    const { rows, entries, d, t, s, lambda, mu, slots } = this;
    const { values, symbolic } = this.ldl;
    const { starts } = symbolic.pattern;
    values.fill(0);
    for (let j = 0; j + 1 < starts.length; j++) for (let k = 0; k < 3; k++) values[9 * starts[j] + 4 * k] = 1;
    for (let r = 0; r < rows.length; r++) {
      const { a, b } = rows[r];
      d[r] = 1 / (t[r] / lambda[r] + s[r] / mu[r]);
      const o = 6 * r;
      for (let i = 0; i < 3; i++) {
        for (let k = 0; k < 3; k++) {
          if (a >= 0) values[9 * starts[a] + 3 * i + k] += d[r] * entries[o + i] * entries[o + k];
          if (b >= 0) values[9 * starts[b] + 3 * i + k] += d[r] * entries[o + 3 + i] * entries[o + 3 + k];
          if (a < 0 || b < 0) continue;
          const at = slots[r] >= 0 ? 9 * slots[r] + 3 * i + k : 9 * ~slots[r] + 3 * k + i;
          values[at] += d[r] * entries[o + i] * entries[o + 3 + k];
        }
      }
    }
    return this.ldl.factor({ definite: true }).complete;
  }

  /**
   * The direction towards t λ = s μ = target, the second time with what the first one left of second order.
   * @returns the largest of what is left of the equations without products
   */
  private direct(target: number, isCorrector: boolean): number {
    const { rows, d, t, s, lambda, mu, most, missing, delta, dDelta, dLambda, dT, dS } = this;
    let off = 0;
    for (let i = 0; i < delta.length; i++) dDelta[i] = -delta[i];
    for (let r = 0; r < rows.length; r++) this.addTo(dDelta, r, lambda[r]);
    for (let i = 0; i < delta.length; i++) off = Math.max(off, Math.abs(dDelta[i]) / most);
    for (let r = 0; r < rows.length; r++) {
      const left = this.product(delta, r) + s[r] - t[r] - missing[r];
      off = Math.max(off, Math.abs(left));
      const second = isCorrector ? dLambda[r] : 0;
      const first = t[r] * lambda[r] - target + dT[r] * second;
      const other = s[r] * mu[r] - target - dS[r] * second;
      dT[r] = first;
      dS[r] = other;
      dLambda[r] = -left + other / mu[r] - first / lambda[r];
      this.addTo(dDelta, r, d[r] * dLambda[r]);
    }
    this.ldl.solve(dDelta);
    for (let r = 0; r < rows.length; r++) {
      dLambda[r] = d[r] * (dLambda[r] - this.product(dDelta, r));
      dT[r] = -(dT[r] + t[r] * dLambda[r]) / lambda[r];
      dS[r] = -(dS[r] - s[r] * dLambda[r]) / mu[r];
    }
    return off;
  }

  private product(x: Float64Array, r: number): number {
    const { a, b } = this.rows[r];
    const { entries } = this;
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      if (a >= 0) sum += entries[6 * r + k] * x[3 * a + k];
      if (b >= 0) sum += entries[6 * r + 3 + k] * x[3 * b + k];
    }
    return sum;
  }

  private addTo(x: Float64Array, r: number, by: number): void {
    const { a, b } = this.rows[r];
    const { entries } = this;
    for (let k = 0; k < 3; k++) {
      if (a >= 0) x[3 * a + k] += by * entries[6 * r + k];
      if (b >= 0) x[3 * b + k] += by * entries[6 * r + 3 + k];
    }
  }

  /** How far everything that must stay positive can go. */
  private reach(): number {
    const { t, s, lambda, mu, dT, dS, dLambda } = this;
    let length = 1 / 0.995;
    for (let r = 0; r < t.length; r++) {
      if (dT[r] < 0) length = Math.min(length, -t[r] / dT[r]);
      if (dS[r] < 0) length = Math.min(length, -s[r] / dS[r]);
      if (dLambda[r] < 0) length = Math.min(length, -lambda[r] / dLambda[r]);
      if (dLambda[r] > 0) length = Math.min(length, mu[r] / dLambda[r]);
    }
    return length;
  }
}
