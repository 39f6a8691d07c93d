// Goldfarb and Idnani's dual active-set method for strictly convex quadratic programs (kkt.ts states them).
//
// It starts at the unconstrained minimum, so no feasible point is needed, and takes in one violated constraint after
// another, dropping those whose multiplier would turn negative: x stays optimal for the active set, which stays linearly
// independent (of redundant contacts it keeps a basis). With G = L Lᵀ and N the active rows it keeps
//
//   J = L⁻ᵀ Q,   Q R = L⁻¹ N
//
// updated by rotations, O(n²) a change. J is stored by its columns, so that every inner loop runs along memory.
// Constraints are taken by how far they are violated beside their own size; those of `first`, the last active set of a
// similar problem, before all others.
//
// Goldfarb and Idnani 1983, "A numerically stable dual method for solving strictly convex quadratic programs".

import { choleskyFactor } from '../../../src/num/dense/cholesky.ts';
import { kktResidual, type QuadraticProgram } from './kkt.ts';

export interface QpSolution {
  /** 'infeasible': the constraints exclude each other; 'failed': G not positive definite, or too many iterations. */
  readonly status: 'solved' | 'infeasible' | 'failed';
  readonly x: Float64Array;
  /** λ, one of each constraint. */
  readonly multipliers: Float64Array;
  /** The constraints that hold with equality, in the order they came in. */
  readonly active: Int32Array;
  readonly iterations: number;
  /** kkt.ts */
  readonly residual: number;
}

/** Violations below this beside the terms they are a sum of do not count. */
const VIOLATED = 1e-12;
/** A step direction below this beside its right side is none: the constraint depends on the active ones. */
const DEPENDENT = 1e-11;
const SOLVED = 1e-8;

export function solveQp(program: QuadraticProgram, first: ArrayLike<number> = []): QpSolution {
  const solve = new DualActiveSet(program);
  const status = solve.ready ? solve.run(first) : 'failed';
  const { x, multipliers, iterations } = solve.answer();
  const residual = kktResidual(program, x, multipliers);
  return {
    status: status === 'solved' && !(residual <= SOLVED) ? 'failed' : status,
    x,
    multipliers,
    active: solve.active.slice(0, solve.count),
    iterations,
    residual,
  };
}

class DualActiveSet {
  readonly ready: boolean;
  readonly active: Int32Array;
  /** How many constraints are active. */
  count = 0;
  private readonly program: QuadraticProgram;
  private readonly x: Float64Array;
  /** Column k of J is row k here. */
  private readonly j: Float64Array;
  /** R upper triangular, column k at k·n. */
  private readonly r: Float64Array;
  private readonly u: Float64Array;
  private readonly d: Float64Array;
  private readonly z: Float64Array;
  private readonly back: Float64Array;
  private readonly isActive: Uint8Array;
  private iterations = 0;

  constructor(program: QuadraticProgram) {
    const { n, g, a, constraints } = program;
    this.program = program;
    this.x = new Float64Array(n);
    this.j = new Float64Array(n * n);
    this.r = new Float64Array(n * n);
    this.u = new Float64Array(n + 1);
    this.d = new Float64Array(n);
    this.z = new Float64Array(n);
    this.back = new Float64Array(n);
    this.active = new Int32Array(n + 1);
    this.isActive = new Uint8Array(constraints);
    const lower = g.slice(0, n * n);
    this.ready = choleskyFactor(lower, 0, n);
    if (!this.ready) return;
    // Row k of J's storage is column k of L⁻ᵀ, which is row k of L⁻¹: lower triangular
    for (let k = 0; k < n; k++) {
      for (let c = 0; c <= k; c++) {
        let sum = k === c ? 1 : 0;
        for (let m = c; m < k; m++) sum -= lower[k * n + m] * this.j[m * n + c];
        this.j[k * n + c] = sum / lower[k * n + k];
      }
    }
    // x = −L⁻ᵀ L⁻¹ a
    for (let k = 0; k < n; k++) {
      let sum = 0;
      for (let i = 0; i <= k; i++) sum += this.j[k * n + i] * a[i];
      for (let i = 0; i <= k; i++) this.x[i] -= sum * this.j[k * n + i];
    }
  }

  run(first: ArrayLike<number>): QpSolution['status'] {
    const { equalities, constraints } = this.program;
    for (let k = 0; k < equalities; k++) if (!this.take(k)) return 'infeasible';
    for (let e = 0; e < first.length; e++) {
      const k = first[e];
      if (k < equalities || k >= constraints || this.isActive[k] === 1 || this.violation(k) === 0) continue;
      if (!this.take(k)) return 'infeasible';
    }
    const limit = 20 * (constraints + this.program.n) + 100;
    while (this.iterations < limit) {
      let worst = -1;
      let most = 0;
      for (let k = equalities; k < constraints; k++) {
        if (this.isActive[k] === 1) continue;
        const off = this.violation(k);
        if (off > most) {
          most = off;
          worst = k;
        }
      }
      if (worst < 0) return 'solved';
      if (!this.take(worst)) return 'infeasible';
    }
    return 'failed';
  }

  answer(): { x: Float64Array; multipliers: Float64Array; iterations: number } {
    const multipliers = new Float64Array(this.program.constraints);
    for (let k = 0; k < this.count; k++) multipliers[this.active[k]] = this.u[k];
    return { x: this.x, multipliers, iterations: this.iterations };
  }

  private slack(k: number): number {
    const { n, c, b } = this.program;
    let sum = -b[k];
    for (let i = 0; i < n; i++) sum += c[k * n + i] * this.x[i];
    return sum;
  }

  /** How far constraint k is violated, over √(c·c); 0 where it is not beyond rounding. */
  private violation(k: number): number {
    const { n, c, b } = this.program;
    let sum = -b[k];
    let terms = Math.abs(b[k]);
    let square = 0;
    for (let i = 0; i < n; i++) {
      const entry = c[k * n + i];
      const term = entry * this.x[i];
      sum += term;
      terms += Math.abs(term);
      square += entry * entry;
    }
    return sum < -VIOLATED * terms ? -sum / Math.sqrt(square || 1) : 0;
  }

  /** Makes constraint p active, dropping others as it must; false where that cannot be: the constraints exclude it. */
  private take(p: number): boolean {
    const { n, c, equalities } = this.program;
    const { d, z, j, u, x, back } = this;
    // An equation may have to be approached from either side; c and b of p with this sign
    const sign = p < equalities && this.slack(p) > 0 ? -1 : 1;
    let multiplier = 0;
    for (;;) {
      this.iterations++;
      let whole = 0;
      for (let k = 0; k < n; k++) {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += j[k * n + i] * c[p * n + i];
        d[k] = sign * sum;
        whole += d[k] * d[k];
      }
      let free = 0;
      z.fill(0);
      for (let k = this.count; k < n; k++) {
        const weight = d[k];
        free += weight * weight;
        for (let i = 0; i < n; i++) z[i] += weight * j[k * n + i];
      }
      this.solveR();
      const independent = free > DEPENDENT * DEPENDENT * whole;
      const slack = sign * this.slack(p);
      const primal = independent ? Math.max(0, -slack / free) : Infinity;
      let dual = Infinity;
      let drop = -1;
      for (let k = 0; k < this.count; k++) {
        if (this.active[k] < equalities || !(back[k] > 1e-14)) continue;
        const reach = Math.max(0, u[k]) / back[k];
        if (reach < dual) {
          dual = reach;
          drop = k;
        }
      }
      const step = Math.min(primal, dual);
      if (step === Infinity) return this.isConsistent(p, slack);
      if (independent) for (let i = 0; i < n; i++) x[i] += step * z[i];
      for (let k = 0; k < this.count; k++) u[k] -= step * back[k];
      multiplier += step;
      if (primal <= dual) {
        this.append(p, sign);
        u[this.count - 1] = sign * multiplier;
        return true;
      }
      this.remove(drop);
    }
  }

  /** A constraint that depends on the active ones and cannot be reached is harmless only where it already holds. */
  private isConsistent(p: number, slack: number): boolean {
    const { n, c, b } = this.program;
    let terms = Math.abs(b[p]);
    for (let i = 0; i < n; i++) terms += Math.abs(c[p * n + i] * this.x[i]);
    if (Math.abs(slack) > 1e-9 * terms) return false;
    // it holds: taken for active with multiplier 0, which it keeps
    this.isActive[p] = 1;
    return true;
  }

  /** back = R⁻¹ d₁. */
  private solveR(): void {
    const { n } = this.program;
    const { r, d, back, count } = this;
    for (let k = count - 1; k >= 0; k--) {
      let sum = d[k];
      for (let m = k + 1; m < count; m++) sum -= r[m * n + k] * back[m];
      back[k] = sum / r[k * n + k];
    }
  }

  /** Rotates d's free part into its first entry, J's columns with it; the column joins R. */
  private append(p: number, sign: number): void {
    const { n } = this.program;
    const { d, j, r, count } = this;
    for (let k = n - 1; k > count; k--) {
      if (d[k] === 0) continue;
      const length = Math.sqrt(d[k - 1] * d[k - 1] + d[k] * d[k]);
      rotate(j, n, k - 1, k, d[k - 1] / length, d[k] / length);
      d[k - 1] = length;
      d[k] = 0;
    }
    // R is that of the constraint as it was given: an equation approached from above had its sign changed
    for (let k = 0; k <= count; k++) r[count * n + k] = sign * d[k];
    this.active[count] = p;
    this.isActive[p] = 1;
    this.count = count + 1;
  }

  private remove(drop: number): void {
    const { n } = this.program;
    const { j, r, u, active } = this;
    this.isActive[active[drop]] = 0;
    const last = this.count - 1;
    for (let k = drop; k < last; k++) {
      active[k] = active[k + 1];
      u[k] = u[k + 1];
      for (let i = 0; i <= k + 1; i++) r[k * n + i] = r[(k + 1) * n + i];
    }
    this.count = last;
    // R is upper Hessenberg from `drop` on: rotate its rows k, k + 1, and J's columns with them
    for (let k = drop; k < last; k++) {
      const above = r[k * n + k];
      const below = r[k * n + k + 1];
      if (below === 0) continue;
      const length = Math.sqrt(above * above + below * below);
      const cosine = above / length;
      const sine = below / length;
      for (let m = k; m < last; m++) {
        const top = r[m * n + k];
        const bottom = r[m * n + k + 1];
        r[m * n + k] = cosine * top + sine * bottom;
        r[m * n + k + 1] = cosine * bottom - sine * top;
      }
      rotate(j, n, k, k + 1, cosine, sine);
    }
  }
}

/** (row a, row b) := (c a + s b, c b − s a). */
function rotate(m: Float64Array, n: number, a: number, b: number, c: number, s: number): void {
  const rowA = a * n;
  const rowB = b * n;
  for (let i = 0; i < n; i++) {
    const top = m[rowA + i];
    const bottom = m[rowB + i];
    m[rowA + i] = c * top + s * bottom;
    m[rowB + i] = c * bottom - s * top;
  }
}
