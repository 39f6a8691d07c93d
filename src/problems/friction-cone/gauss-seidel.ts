// Nonsmooth Gauss–Seidel: one contact after another solved exactly with the others held still.
//
// Each sweep is cheap and the first ones gain much, also where W is singular; then the gains fade (some 1e−5 after
// thousands of sweeps on a stack), and newton.ts goes on.
//
// Jourdan, Alart and Jean 1998; Moreau's contact dynamics.

import { solveContact } from './local.ts';
import type { ScaledProblem } from './problem.ts';

const push = new Float64Array(3);
const block = new Float64Array(9);

/** One sweep over all contacts, there and, if asked, back; r is changed in place. */
export function sweep(problem: ScaledProblem, r: Float64Array, backward: boolean): void {
  const { contacts } = problem;
  if (backward) for (let i = contacts - 1; i >= 0; i--) relax(problem, i, r);
  else for (let i = 0; i < contacts; i++) relax(problem, i, r);
}

function relax(problem: ScaledProblem, i: number, r: Float64Array): void {
  const { starts, columns, values, diagonals, q, mu } = problem;
  let x = q[3 * i];
  let y = q[3 * i + 1];
  let z = q[3 * i + 2];
  for (let b = starts[i]; b < starts[i + 1]; b++) {
    if (b === diagonals[i]) continue;
    const at = 9 * b;
    const j = 3 * columns[b];
    const n = r[j];
    const s = r[j + 1];
    const t = r[j + 2];
    x += values[at] * n + values[at + 1] * s + values[at + 2] * t;
    y += values[at + 3] * n + values[at + 4] * s + values[at + 5] * t;
    z += values[at + 6] * n + values[at + 7] * s + values[at + 8] * t;
  }
  push[0] = x;
  push[1] = y;
  push[2] = z;
  for (let e = 0; e < 9; e++) block[e] = values[9 * diagonals[i] + e];
  solveContact(block, 0, push, 0, mu[i], r, 3 * i);
}
