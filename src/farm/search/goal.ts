// What is looked for in a sweep, and which of its parameters may be chosen for it.

import { type Fault, FaultError, spellingHint } from '../../scene/fault/index.ts';
import type { Source, Sweep } from '../sweep.ts';

/** Where a measure is least or greatest, or at which value of one parameter it begins or ceases to be true. */
export interface Goal {
  readonly kind: 'minimise' | 'maximise' | 'threshold';
  /** The name of a measure of the sweep. */
  readonly measure: string;
  /** Names of parameters with a range; all that have one unless said, and for a threshold one. */
  readonly over: readonly string[];
  /** As a part of each range; 1e-3 unless said. */
  readonly tolerance?: number;
  /** At most so many runs, for a threshold so many a point of the other parameters. */
  readonly budget?: number;
  /** How many runs are asked for at once for a threshold; 1 unless said. */
  readonly atOnce?: number;
  /** Of minima: CMA-ES, unless said, for what is rugged or noisy, Nelder–Mead for what is smooth. */
  readonly method?: 'cma-es' | 'nelder-mead';
}

type Range = Extract<Source, { readonly kind: 'range' }>;

export interface Chosen {
  readonly name: string;
  readonly from: Range;
}

/**
 * The parameters that are chosen.
 * @throws FaultError where the sweep does not have what the goal names
 */
export function chosenOf(sweep: Sweep, goal: Goal): readonly Chosen[] {
  const faults: Fault[] = [];
  const measures = sweep.measures.map(({ name }) => name);
  if (!measures.includes(goal.measure)) {
    const remedy = spellingHint(goal.measure, measures);
    faults.push({
      what: 'the sweep has no such measure',
      where: `--${goal.kind}`,
      value: goal.measure,
      remedy,
    });
  }
  const ranged = sweep.parameters.flatMap(({ name, from }) =>
    from.kind === 'range' ? [{ name, from }] : [],
  );
  const names = ranged.map(({ name }) => name);
  for (const name of goal.over.filter((one) => !names.includes(one))) {
    const remedy = spellingHint(name, names);
    faults.push({
      what: 'the sweep has no parameter with a range of this name',
      where: '--over',
      value: name,
      remedy,
    });
  }
  const chosen = goal.over.length === 0 ? ranged : ranged.filter(({ name }) => goal.over.includes(name));
  if (faults.length === 0 && (goal.kind === 'threshold' ? chosen.length !== 1 : chosen.length === 0)) {
    const what =
      goal.kind === 'threshold'
        ? 'a threshold is looked for over one parameter'
        : 'there is nothing to choose';
    faults.push({
      what,
      where: '--over',
      value: String(chosen.length),
      remedy: `name one of ${names.join(', ') || 'those that you give a range'}`,
    });
  }
  if (faults.length > 0) throw new FaultError('this cannot be looked for:', faults);
  return chosen;
}
