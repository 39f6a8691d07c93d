// Nonsmooth Gauss–Seidel: one contact after another solved exactly with the others held still.
//
// Each sweep is cheap and the first ones gain much, also where W is singular; then the gains fade (some 1e−5 after
// thousands of sweeps on a stack), and newton.ts goes on.
//
// Jourdan, Alart and Jean 1998; Moreau's contact dynamics.

import { solveContact } from './local.ts';
import { type ScaledProblem, writeVelocity } from './problem.ts';

const push = new Float64Array(3);
const block = new Float64Array(9);

/** One sweep over all contacts, there and, if asked, back; r is changed in place. */
export function sweep(problem: ScaledProblem, r: Float64Array, backward: boolean): void {
  const { contacts } = problem;
  if (backward) for (let i = contacts - 1; i >= 0; i--) relax(problem, i, r);
  else for (let i = 0; i < contacts; i++) relax(problem, i, r);
}

function relax(problem: ScaledProblem, i: number, r: Float64Array): void {
  const { values, diagonals, mu } = problem;
  writeVelocity(problem, i, diagonals[i], r, push, 0);
  for (let e = 0; e < 9; e++) block[e] = values[9 * diagonals[i] + e];
  solveContact(block, 0, push, 0, mu[i], r, 3 * i);
}
