// At which value of one parameter a measure begins or ceases to be true, at every point of the other parameters.

import { bisect, type Threshold } from '../../num/optimise/index.ts';
import { countTasks, taskAt } from '../points.ts';
import type { Row } from '../row.ts';
import type { Sweep } from '../sweep.ts';
import { type AskRows, Asked } from './asked.ts';
import { chosenOf, type Goal } from './goal.ts';

export interface ThresholdAt extends Threshold {
  /** The other parameters that are not computed from the one that is looked for. */
  readonly values: Readonly<Record<string, number>>;
}

/** One threshold after the other, each as soon as it is known. @param hash  of the packed sweep */
export async function* findThresholds(
  sweep: Sweep,
  hash: string,
  goal: Goal,
  ask: AskRows,
): AsyncGenerator<ThresholdAt, void, void> {
  const [{ name, from }] = chosenOf(sweep, goal);
  const [least, most] = from.range;
  const { tolerance = 1e-3, atOnce, budget } = goal;
  const choices = {
    tolerance: tolerance * (most - least),
    ...(atOnce === undefined ? {} : { atOnce }),
    ...(budget === undefined ? {} : { budget }),
  };
  const asked = new Asked(sweep, hash, ask);
  // Without it what depends on it cannot be computed, and is left out of the values.
  const others = { ...sweep, parameters: sweep.parameters.filter((one) => one.name !== name), repeats: 1 };
  for (let point = 0; point < countTasks(others); point++) {
    const { values } = taskAt(others, hash, point);
    const search = bisect(least, most, choices);
    let step = search.next();
    while (step.done !== true) {
      const rows = await asked.at(step.value.map((value) => ({ ...values, [name]: value })));
      step = search.next(rows.map((row) => holds(row, goal.measure)));
    }
    yield { values, ...step.value };
  }
}

/** A run that could not be measured is no answer: to take it as either would move the threshold. */
function holds(row: Row, measure: string): boolean {
  const value = row.measures[measure] ?? null;
  if (value === null)
    throw new Error(`run ${row.run} could not be measured${row.what === '' ? '' : `: ${row.what}`}`);
  return value !== 0;
}
