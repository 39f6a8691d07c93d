// Frictional contact with the exact Coulomb cone: islands apart, one method after another until the residual says solved.
//
//   Gauss–Seidel          while it gains
//   proximal Newton       from there; with other weights of the map
//   friction raised       from the frictionless solution to μ in steps, each the start of the next
//   the pyramid as LCP    for small islands, as a start close to a solution (pyramid.ts)
//   Gauss–Seidel again    thousands of sweeps, as long as they gain
//
// residual.ts judges the answer on the problem as it was given. Where nothing succeeds the best is returned with the
// status 'failed' and its residual: a problem may have no solution.

import { sweep } from './gauss-seidel.ts';
import { islandsOf } from './islands.ts';
import { NewtonWork, residualAt } from './newton.ts';
import { type FrictionProblem, type ScaledProblem, scaleProblem, unitsOf } from './problem.ts';
import { proximalNewton } from './proximal.ts';
import { pyramidStart } from './pyramid.ts';
import { frictionResidual, solvedBelow } from './residual.ts';

type FrictionMethod =
  | 'none'
  | 'gauss-seidel'
  | 'newton'
  | 'newton, other start'
  | 'newton, rising friction'
  | 'pyramid, newton'
  | 'long gauss-seidel';

export interface FrictionOptions {
  /** The residual to reach, 1e−8 unless told. */
  readonly tolerance?: number;
  /** Reactions to start from, those of the step before; zero unless told. */
  readonly start?: ArrayLike<number>;
  /** Start from the solution with a pyramid of so many edges (4 to 16) instead, by Lemke's method. */
  readonly directions?: number;
  /** Newton's iterations on an island after which nothing new is tried; 10,000 unless told. */
  readonly iterations?: number;
}

export interface FrictionSolution {
  readonly status: 'solved' | 'failed';
  /** Reactions, in the units of the problem. */
  readonly r: Float64Array;
  readonly u: Float64Array;
  readonly residual: number;
  /** Newton's iterations, and sweeps, of all islands together. */
  readonly iterations: number;
  readonly sweeps: number;
  /** The method that the hardest island took. */
  readonly method: FrictionMethod;
}

const methods: readonly FrictionMethod[] = [
  'none',
  'gauss-seidel',
  'newton',
  'newton, other start',
  'newton, rising friction',
  'pyramid, newton',
  'long gauss-seidel',
];

export function solveFriction(problem: FrictionProblem, options: FrictionOptions = {}): FrictionSolution {
  const tolerance = options.tolerance ?? solvedBelow;
  const { contacts } = problem;
  const r = new Float64Array(3 * contacts);
  const u = new Float64Array(3 * contacts);
  const effort = { iterations: 0, sweeps: 0, method: 0 };
  const units = unitsOf(problem);
  if (units.q > 0) {
    const islands = islandsOf(problem);
    const unit = units.q / units.w;
    for (const members of islands) {
      const scaled = scaleProblem(problem, members, units);
      const island = new IslandSolve(
        scaled,
        (0.9 * tolerance) / Math.sqrt(islands.length),
        options.iterations ?? 10_000,
      );
      if (options.start) {
        const { start } = options;
        members.forEach((contact, k) => {
          for (let e = 0; e < 3; e++) island.start[3 * k + e] = start[3 * contact + e] / unit;
        });
      }
      island.run(options.directions);
      effort.iterations += island.iterations;
      effort.sweeps += island.sweeps;
      effort.method = Math.max(effort.method, methods.indexOf(island.method));
      members.forEach((contact, k) => {
        for (let e = 0; e < 3; e++) r[3 * contact + e] = island.best[3 * k + e] * unit;
      });
    }
  }
  const residual = frictionResidual(problem, r, u);
  const { iterations, sweeps } = effort;
  const status = residual <= tolerance ? 'solved' : 'failed';
  return { status, r, u, residual, iterations, sweeps, method: methods[effort.method] };
}

/** Of the proximal term and of the map, in the order that solved most of our own problems soonest. */
const weights = [
  { alpha: 1e-3, stiffness: 10 },
  { alpha: 1e-3, stiffness: 100 },
  { alpha: 0.1, stiffness: 10 },
  { alpha: 0.1, stiffness: 1 },
  { alpha: 1e-6, stiffness: 1 },
  { alpha: 10, stiffness: 1 },
  { alpha: 1e-3, stiffness: 3 },
];

class IslandSolve {
  readonly start: Float64Array;
  readonly best: Float64Array;
  method: FrictionMethod = 'none';
  iterations = 0;
  sweeps = 0;
  private least = Infinity;
  private readonly problem: ScaledProblem;
  private readonly work: NewtonWork;
  /** Newton's method goes on to this … */
  private readonly tolerance: number;
  /** … and what it leaves below this is good enough. */
  private readonly enough: number;
  private readonly budget: number;

  constructor(problem: ScaledProblem, enough: number, budget: number) {
    this.budget = budget;
    this.problem = problem;
    this.tolerance = 0.1 * enough;
    this.enough = enough;
    this.work = new NewtonWork(problem);
    this.start = new Float64Array(3 * problem.contacts);
    this.best = new Float64Array(3 * problem.contacts);
  }

  run(directions: number | undefined): void {
    const { problem, start } = this;
    const r = start.slice();
    if (this.keep(r, 'none')) return;
    if (directions !== undefined && pyramidStart(problem, directions, r)) {
      if (this.keep(r, 'pyramid, newton') || this.newton(r, 1e-3, 10, 'pyramid, newton')) return;
    }
    r.set(start);
    if (this.gaussSeidel(r, 200, 'gauss-seidel')) return;
    const settled = r.slice();
    for (let k = 0; k < weights.length; k++) {
      r.set(k < 3 ? settled : this.best);
      if (this.newton(r, weights[k].alpha, weights[k].stiffness, k === 0 ? 'newton' : 'newton, other start'))
        return;
    }
    if (this.raiseFriction(r, 10) || this.raiseFriction(r, 40)) return;
    if (directions === undefined && problem.contacts <= 30 && pyramidStart(problem, 8, r)) {
      if (this.newton(r, 1e-3, 10, 'pyramid, newton')) return;
    }
    r.set(this.best);
    if (this.gaussSeidel(r, 5000, 'long gauss-seidel')) return;
    this.newton(r, 1e-3, 10, 'long gauss-seidel');
  }

  /** Sweeps until solved, or until a tenth of them gains less than a tenth. */
  private gaussSeidel(r: Float64Array, most: number, method: FrictionMethod): boolean {
    const stretch = Math.max(10, most / 10);
    let before = residualAt(this.problem, this.work, r);
    for (let done = 0; done < most; done += stretch) {
      for (let k = 0; k < stretch; k++) sweep(this.problem, r, k % 2 === 1);
      this.sweeps += stretch;
      if (this.keep(r, method)) return true;
      const residual = residualAt(this.problem, this.work, r);
      if (!(residual < 0.9 * before) && done > 0) break;
      before = residual;
    }
    return false;
  }

  private newton(r: Float64Array, alpha: number, stiffness: number, method: FrictionMethod): boolean {
    if (this.iterations >= this.budget) return false;
    const options = { alpha, stiffness, rounds: 40, tolerance: this.tolerance };
    this.iterations += proximalNewton(this.problem, this.work, r, options).iterations;
    return this.keep(r, method) || this.least <= this.enough;
  }

  /** Without friction the problem is convex and easy: solve that, and let μ rise step by step with what was found. */
  private raiseFriction(r: Float64Array, steps: number): boolean {
    const { problem, work } = this;
    const trial = new Float64Array(r.length);
    r.fill(0);
    for (let k = 0; k <= steps && this.iterations < this.budget; k++) {
      const eased = { ...problem, mu: problem.mu.map((mu) => (mu * k) / steps) };
      let least = Infinity;
      const from = r.slice();
      for (const { alpha, stiffness } of weights) {
        trial.set(from);
        const options = { alpha, stiffness, rounds: 40, tolerance: this.tolerance };
        const { iterations, residual } = proximalNewton(eased, work, trial, options);
        this.iterations += iterations;
        if (residual < least) {
          least = residual;
          r.set(trial);
        }
        if (least <= this.enough) break;
      }
    }
    return this.keep(r, 'newton, rising friction') || this.least <= this.enough;
  }

  /** Remembers r if it is the best so far; whether it solves the island. */
  private keep(r: Float64Array, method: FrictionMethod): boolean {
    const residual = residualAt(this.problem, this.work, r);
    if (residual < this.least) {
      this.least = residual;
      this.best.set(r);
      this.method = method;
    }
    return this.least <= this.tolerance;
  }
}
