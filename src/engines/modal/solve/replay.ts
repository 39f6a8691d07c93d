// A contact problem given by W, q and μ (a file, or a public one), with the pyramid and polished to the exact cone.
//
// W as it was measured or rounded may be unsymmetric or slightly indefinite; solveContacts needs W = H Hᵀ. So the defect goes
// to the right side, q := q + (W − H Hᵀ) r, until the judge of W itself says solved: a few rounds, as the defect is small.

import { type FrictionProblem, solveFriction } from '../../../problems/friction-cone/index.ts';
import { contactProblemOf } from './factor-problem.ts';
import { type Judgement, judgeMatrix } from './judge.ts';
import { SolverMemory } from './memory.ts';
import { type SolveMethod, type SolveOptions, solveDefaults } from './problem.ts';
import { solveContacts } from './solve.ts';

const MOST_ROUNDS = 30;

export interface ReplayedSolution {
  /** Reactions with the pyramid, their residual (judge.ts) and how they were found. */
  readonly r: Float64Array;
  readonly residual: number;
  readonly method: SolveMethod;
  readonly iterations: number;
  /** With the exact cone, from there; its residual is that of problems/friction-cone. */
  readonly exact: { readonly r: Float64Array; readonly residual: number; readonly method: string };
}

/** Solves a public friction problem as the engine solves its own. */
export function replayProblem(
  problem: FrictionProblem,
  options: Partial<SolveOptions> = {},
): ReplayedSolution {
  const all = { ...solveDefaults, ...options };
  const { contacts } = problem;
  const contact = contactProblemOf(problem);
  const memory = new SolverMemory();
  const verdict: Judgement = { residual: Infinity, normal: Infinity, friction: Infinity };
  const u = new Float64Array(3 * contacts);
  const last = contact.dofs - 1;
  let best = new Float64Array(3 * contacts);
  let residual = Infinity;
  let method: SolveMethod = 'failed';
  let iterations = 0;
  for (let round = 0; round < MOST_ROUNDS && residual > all.tolerance; round++) {
    const found = solveContacts(contact, all, memory);
    iterations += found.iterations;
    judgeMatrix(problem, found.impulses, all.directions, u, verdict);
    if (!(verdict.residual < residual)) break;
    residual = verdict.residual;
    best = found.impulses.slice();
    // later rounds mostly keep what the first found
    if (round === 0) method = found.method;
    // u − H v is what W and H Hᵀ differ in, at these impulses
    for (let row = 0; row < 3 * contacts; row++) {
      const at = contact.starts[row];
      let made = 0;
      for (let k = 0; k < contact.dofs; k++) made += contact.values[at + k] * found.velocity[k];
      contact.values[at + last] += u[row] - made;
    }
  }
  if (residual > all.tolerance) method = 'failed';
  const polished = solveFriction(problem, { start: best });
  return {
    r: best,
    residual,
    method,
    iterations,
    exact: { r: polished.r, residual: polished.residual, method: polished.method },
  };
}
