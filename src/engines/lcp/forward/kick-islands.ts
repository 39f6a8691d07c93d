// The kicks of all islands of a step. Islands do not touch, so they are solved on as many threads as there are.
//
// First what needs no solve is kicked and the other islands' problems are written into shared memory; then the kernel
// solves them; then motion and impulses are taken over. Every problem has arrays of its own, so nothing depends on which
// thread solved what: where shared memory is used up, or none is given, islands are solved here one by one.

import type { Impulses } from './impulses.ts';
import type { IslandThreads } from './island-threads.ts';
import {
  kickIsland,
  kickSimply,
  type KickStep,
  mostRows,
  poseProblem,
  takeSolution,
  tautens,
} from './kick.ts';

/** How each island's kick went: residual, what was asked of it, and what its contacts and joints did [J]. */
export class Outcomes {
  residuals = new Float64Array(0);
  asked = new Float64Array(0);
  works = new Float64Array(0);

  reserve(islands: number): void {
    if (this.residuals.length >= islands) return;
    this.residuals = new Float64Array(2 * islands);
    this.asked = new Float64Array(2 * islands);
    this.works = new Float64Array(2 * islands);
  }

  note(island: number, residual: number, { asked, work }: Impulses): void {
    this.residuals[island] = residual;
    this.asked[island] = asked;
    this.works[island] = work;
  }
}

/** As kickIsland, of all of them; by `threads` where there are any. */
export function kickIslands(step: KickStep, threads: IslandThreads | undefined, outcomes: Outcomes): void {
  const { model, islands, impulses } = step;
  outcomes.reserve(islands.count);
  threads?.clear();
  for (let i = 0; i < islands.count; i++) {
    if (kickSimply(step, i)) {
      outcomes.note(i, 0, impulses);
      continue;
    }
    const bodies = islands.bodyStart[i + 1] - islands.bodyStart[i];
    const problem = threads?.add(i, bodies, mostRows(model, islands, i));
    if (problem === undefined) {
      outcomes.note(i, kickIsland(step, i), impulses);
      continue;
    }
    poseProblem(step, i, problem);
  }
  if (threads === undefined) return;
  const isSolved = threads.solve();
  for (let k = 0; k < threads.count; k++) {
    const problem = threads.problems[k];
    const island = threads.islands[k];
    if (!isSolved || tautens(step, island, problem)) {
      outcomes.note(island, kickIsland(step, island, isSolved ? 1 : 0), impulses);
      continue;
    }
    takeSolution(step, island, problem);
    outcomes.note(island, problem.residual, impulses);
  }
}
