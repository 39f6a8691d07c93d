// Which parameters of a sweep are chosen for a goal, and how many runs that may take.

import { type Fault, FaultError, spellingHint } from '../../scene/fault/index.ts';
import type { Goal } from '../goal.ts';
import { countTasks } from '../points.ts';
import type { Source, Sweep } from '../sweep.ts';

type Range = Extract<Source, { readonly kind: 'range' }>;

export interface Chosen {
  readonly name: string;
  readonly from: Range;
}

/** Of a search for a minimum, a parameter. */
const BUDGET_EACH = 100;
/** Of a threshold, a point of the other parameters. */
const BUDGET_THRESHOLD = 200;

/** The parameters that are chosen: those that are named, or all that have a range. */
export function chosenOf({ parameters }: Pick<Sweep, 'parameters'>, { over }: Goal): readonly Chosen[] {
  return parameters.flatMap(({ name, from }) =>
    from.kind === 'range' && (over.length === 0 || over.includes(name)) ? [{ name, from }] : [],
  );
}

/** The sweep without a parameter: the points at which its threshold is looked for. */
export function withoutChosen(sweep: Sweep, chosen: readonly Chosen[]): Sweep {
  const names = chosen.map(({ name }) => name);
  return { ...sweep, parameters: sweep.parameters.filter(({ name }) => !names.includes(name)), repeats: 1 };
}

/** At most so many runs, of the whole for a minimum and of each point for a threshold. */
export function budgetOf(goal: Goal, chosen: number): number {
  return goal.kind === 'threshold'
    ? (goal.budget ?? BUDGET_THRESHOLD)
    : (goal.budget ?? BUDGET_EACH * chosen);
}

/** How many runs a search takes at most. */
export function mostRuns(sweep: Sweep, goal: Goal): number {
  const chosen = chosenOf(sweep, goal);
  const each = budgetOf(goal, chosen.length);
  return goal.kind === 'threshold' ? each * countTasks(withoutChosen(sweep, chosen)) : each;
}

/** How a key of a goal is called where it was said. */
type Where = (key: keyof Goal | Goal['kind']) => string;

/** In a sweep file. */
const inFile: Where = (key) => `search.${key}`;

/** @throws FaultError where this sweep cannot have this goal */
export function checkGoal(sweep: Sweep, goal: Goal, where: Where = inFile): void {
  const faults = faultsOfGoal(sweep, goal, where);
  if (faults.length > 0) throw new FaultError('this cannot be looked for:', faults);
}

/** What makes a goal one that this sweep cannot have. */
export function faultsOfGoal(sweep: Sweep, goal: Goal, where: Where = inFile): Fault[] {
  const faults: Fault[] = [];
  const measures = sweep.measures.map(({ name }) => name);
  if (!measures.includes(goal.measure))
    faults.push({
      what: 'the sweep has no such measure',
      where: where(goal.kind),
      value: goal.measure,
      remedy: spellingHint(goal.measure, measures),
    });
  const names = chosenOf(sweep, { ...goal, over: [] }).map(({ name }) => name);
  for (const name of goal.over.filter((one) => !names.includes(one)))
    faults.push({
      what: 'the sweep has no parameter with a range of this name',
      where: where('over'),
      value: name,
      remedy: spellingHint(name, names),
    });
  const count = chosenOf(sweep, goal).length;
  if (faults.length === 0 && (goal.kind === 'threshold' ? count !== 1 : count === 0))
    faults.push({
      what:
        goal.kind === 'threshold'
          ? 'a threshold is looked for over one parameter'
          : 'there is nothing to choose',
      where: where('over'),
      value: String(count),
      remedy: `name one of ${names.join(', ') || 'those that you give a range'}`,
    });
  if (sweep.repeats > 1)
    faults.push({
      what: 'a search makes each run once',
      where: 'repeats',
      value: String(sweep.repeats),
      remedy: 'leave repeats out of the sweep file',
    });
  const isFew = goal.kind === 'threshold' && goal.budget !== undefined && goal.budget < 2;
  if (isFew)
    faults.push({
      what: 'is too few for both ends of the range',
      where: where('budget'),
      value: String(goal.budget),
      remedy: 'give 2 or more',
    });
  return faults;
}
