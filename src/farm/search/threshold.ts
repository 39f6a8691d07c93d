// At which value of one parameter a measure begins or ceases to be true, at every point of the other parameters. Points
// go on side by side, so that many threads and machines have work, in rounds: which run is which does not depend on who
// makes it.

import { bisect, type Threshold } from '../../num/optimise/index.ts';
import { valueAtFraction } from '../draw/index.ts';
import type { Goal } from '../goal.ts';
import { countTasks, taskAt } from '../points.ts';
import type { Row } from '../row.ts';
import type { Sweep } from '../sweep.ts';
import { type AskRows, Asked } from './asked.ts';
import { budgetOf, checkGoal, type Chosen, chosenOf, withoutChosen } from './chosen.ts';

export interface ThresholdAt extends Omit<Threshold, 'end'> {
  /** The other parameters that are not computed from the one that is looked for. */
  readonly values: Readonly<Record<string, number>>;
  /** A run that could not be measured is no answer: to take it as either would move the threshold. */
  readonly end: Threshold['end'] | 'not measured';
  /** Why it was not measured; empty where it was. */
  readonly what: string;
}

/** Points that go on side by side. */
const POINTS_AT_ONCE = 1000;

/** The thresholds in the order of the points. @param hash  of the packed sweep */
export async function* findThresholds(
  sweep: Sweep,
  hash: string,
  goal: Goal,
  ask: AskRows,
): AsyncGenerator<ThresholdAt, void, void> {
  checkGoal(sweep, goal);
  const chosen = chosenOf(sweep, goal);
  const asked = new Asked(sweep, hash, ask);
  // Without it what depends on it cannot be computed, and is left out of the values.
  const others = withoutChosen(sweep, chosen);
  const count = countTasks(others);
  for (let from = 0; from < count; from += POINTS_AT_ONCE) {
    const points: PointSearch[] = [];
    for (let point = from; point < Math.min(count, from + POINTS_AT_ONCE); point++)
      points.push(new PointSearch(taskAt(others, hash, point).values, chosen[0], goal));
    for (let open = points; open.length > 0; open = open.filter(({ found }) => found === undefined)) {
      const rows = await asked.at(open.flatMap((point) => point.wants()));
      let next = 0;
      for (const point of open) {
        const from = next;
        next += point.wants().length;
        point.sees(rows.slice(from, next));
      }
    }
    for (const { found } of points) if (found !== undefined) yield found;
  }
}

/** The threshold at one point of the other parameters. */
class PointSearch {
  found: ThresholdAt | undefined;
  private readonly values: Readonly<Record<string, number>>;
  private readonly chosen: Chosen;
  private readonly measure: string;
  private readonly search: ReturnType<typeof bisect>;
  private asks: readonly number[] = [];
  private evaluations = 0;

  constructor(values: PointSearch['values'], chosen: Chosen, goal: Goal) {
    const { tolerance = 1e-3, atOnce = 1, measure } = goal;
    this.values = values;
    this.chosen = chosen;
    this.measure = measure;
    // parts of the range, so that a logarithmic one is halved by ratios
    this.search = bisect(0, 1, { tolerance, atOnce, budget: budgetOf(goal, 1) });
    this.take(this.search.next());
  }

  wants(): readonly Readonly<Record<string, number>>[] {
    return this.asks.map((part) => ({ ...this.values, [this.chosen.name]: this.valueAt(part) }));
  }

  /** @param rows  of what it wants, in that order */
  sees(rows: readonly Row[]): void {
    this.evaluations += rows.length;
    const silent = rows.find(({ measures }) => (measures[this.measure] ?? null) === null);
    if (silent === undefined) {
      this.take(this.search.next(rows.map(({ measures }) => measures[this.measure] !== 0)));
      return;
    }
    const what = `run ${silent.run} could not be measured${silent.what === '' ? '' : `: ${silent.what}`}`;
    const { values, evaluations } = this;
    this.found = { values, fails: undefined, holds: undefined, evaluations, end: 'not measured', what };
  }

  private take(step: ReturnType<PointSearch['search']['next']>): void {
    if (step.done !== true) {
      this.asks = step.value;
      return;
    }
    const { fails, holds } = step.value;
    const at = (part: number | undefined) => (part === undefined ? undefined : this.valueAt(part));
    this.found = { ...step.value, values: this.values, fails: at(fails), holds: at(holds), what: '' };
  }

  private valueAt(part: number): number {
    return valueAtFraction(this.chosen.from, part);
  }
}
