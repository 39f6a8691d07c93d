// solveContacts: every contact problem, one method after another until the judge says solved.

import type { SolverMemory } from './memory.ts';
import type { ContactProblem, ContactSolution, SolveOptions } from './problem.ts';

export function solveContacts(
  problem: ContactProblem,
  _options: SolveOptions,
  _memory: SolverMemory,
): ContactSolution {
  throw new Error(`${problem.contacts} contacts: not yet`);
}
