// Solves a kick so that loads are shared where motion and modes do not say how.
//
// Impulses that still solve it stay: rest stays rest. Else it is solved on beds first (bedding.ts), and from there without: these
// impulses are near by, beds being nearly hard, and hold to the bit.

import { judge, type Judgement } from '../solve/judge.ts';
import type { SolverMemory } from '../solve/memory.ts';
import type { ContactProblem, ContactSolution, SolveOptions } from '../solve/problem.ts';
import { solveContacts } from '../solve/solve.ts';
import type { Kick } from './kick.ts';
import { updateImpulses } from './update-impulses.ts';

export function solveShared(
  { problem, bedded }: Pick<Kick, 'problem' | 'bedded'>,
  options: SolveOptions,
  memory: SolverMemory,
): ContactSolution {
  updateImpulses(problem, memory, options.friction);
  if (bedded !== undefined && !stillSolve(problem, options, memory)) {
    solveContacts(bedded(), options, memory);
    updateImpulses(problem, memory, options.friction);
  }
  return solveContacts(problem, options, memory);
}

const verdict: Judgement = { residual: 0, normal: 0, friction: 0 };

function stillSolve(problem: ContactProblem, options: SolveOptions, memory: SolverMemory): boolean {
  const { contacts, ids, dofs } = problem;
  const impulses = new Float64Array(3 * contacts);
  for (let c = 0; c < contacts; c++) {
    const place = memory.placeOf(ids[c]);
    if (place < 0) continue;
    const last = options.friction ? 3 : 1;
    for (let e = 0; e < last; e++) impulses[3 * c + e] = memory.impulses[3 * place + e];
  }
  judge(problem, impulses, options.directions, new Float64Array(dofs), verdict, options.friction);
  return verdict.residual <= options.tolerance;
}
