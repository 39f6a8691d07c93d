// The proximal loop: a sequence of regular problems W + α I around the last answer, α falling as they succeed.
//
// A solution of the problem itself is a fixed point whatever α is; a small α takes fewer rounds, a large one makes each
// easier. So α falls by 5 after a round that Newton's method solved, and rises by 5 after one that it did not.

import { type NewtonWork, newton, residualAt } from './newton.ts';
import type { ScaledProblem } from './problem.ts';

const LEAST_ALPHA = 1e-13;
const LARGEST_ALPHA = 100;
/** Rounds without a gain after which it gives up. */
const PATIENCE = 10;

export interface ProximalOptions {
  readonly alpha: number;
  readonly stiffness: number;
  readonly rounds: number;
  readonly tolerance: number;
}

/** Improves r in place; returns Newton's iterations and the residual. */
export function proximalNewton(
  problem: ScaledProblem,
  work: NewtonWork,
  r: Float64Array,
  options: ProximalOptions,
): { iterations: number; residual: number } {
  let { alpha } = options;
  const around = new Float64Array(r.length);
  const trial = new Float64Array(r.length);
  const best = r.slice();
  let residual = residualAt(problem, work, r);
  let least = residual;
  let iterations = 0;
  let idle = 0;
  for (let round = 0; round < options.rounds && residual > options.tolerance && idle < PATIENCE; round++) {
    idle++;
    around.set(r);
    trial.set(r);
    const ended = newton(problem, work, trial, {
      proximal: alpha,
      around,
      stiffness: options.stiffness,
      iterations: 30,
      tolerance: Math.max(1e-15, 1e-3 * Math.min(1, residual, options.tolerance * 1e3)),
    });
    iterations += ended.iterations;
    const after = residualAt(problem, work, trial);
    const solved = ended.size <= Math.max(1e-13, 0.1 * Math.min(residual, 1));
    alpha = solved ? Math.max(LEAST_ALPHA, 0.2 * alpha) : Math.min(LARGEST_ALPHA, 5 * alpha);
    if (solved || after < residual) {
      r.set(trial);
      residual = after;
    }
    if (residual < least) {
      if (residual < 0.9 * least) idle = 0;
      least = residual;
      best.set(r);
    }
  }
  r.set(best);
  return { iterations, residual: least };
}
