// Where a measure is least or greatest over the ranges of a sweep.

import { cmaEs, nelderMead, type SearchEnd } from '../../num/optimise/index.ts';
import { valueAtFraction } from '../draw/index.ts';
import type { Goal } from '../goal.ts';
import { taskAt } from '../points.ts';
import type { Row } from '../row.ts';
import type { Sweep } from '../sweep.ts';
import { type AskRows, Asked } from './asked.ts';
import { budgetOf, checkGoal, type Chosen, chosenOf, withoutChosen } from './chosen.ts';

export interface Best {
  /** The best of all rows; undefined where no run could be measured. */
  readonly row: Row | undefined;
  readonly value: number | null;
  readonly runs: number;
  readonly end: SearchEnd;
}

/** What is not chosen keeps its first value. @param hash  of the packed sweep */
export async function findBest(sweep: Sweep, hash: string, goal: Goal, ask: AskRows): Promise<Best> {
  checkGoal(sweep, goal);
  const chosen = chosenOf(sweep, goal);
  const sign = goal.kind === 'maximise' ? -1 : 1;
  const first = taskAt(withoutChosen(sweep, chosen), hash, 0).values;
  const asked = new Asked(sweep, hash, ask);
  const search = searchOf(chosen.length, sweep.seed, goal);
  let best: Row | undefined;
  let step = search.next();
  while (step.done !== true) {
    const rows = await asked.at(step.value.map((parts) => ({ ...first, ...valuesOf(chosen, parts) })));
    const costs = rows.map((row) => sign * (row.measures[goal.measure] ?? Number.NaN));
    for (const [i, row] of rows.entries()) {
      const least = best === undefined ? Infinity : sign * Number(best.measures[goal.measure]);
      if (costs[i] < least) best = row;
    }
    step = search.next(costs);
  }
  const value = best?.measures[goal.measure] ?? null;
  return { row: best, value, runs: asked.runs, end: step.value.end };
}

function searchOf(count: number, seed: number, goal: Goal) {
  const { method, tolerance = 1e-3 } = goal;
  const budget = budgetOf(goal, count);
  const cube = { least: new Array<number>(count).fill(0), most: new Array<number>(count).fill(1) };
  return method === 'nelder-mead'
    ? nelderMead(cube, { tolerance, valueTolerance: Infinity, budget })
    : cmaEs(cube, { tolerance, budget, seed });
}

/** Fractions of ranges as values, so that a logarithmic range is searched by its powers. */
function valuesOf(chosen: readonly Chosen[], parts: readonly number[]): Record<string, number> {
  return Object.fromEntries(chosen.map(({ name, from }, i) => [name, valueAtFraction(from, parts[i])]));
}
