// A goal as the options of a command say it: --minimise, --maximise or --threshold a measure, --over parameters.

import { type Fault, FaultError } from '../../scene/fault/index.ts';
import type { Goal } from '../goal.ts';

/** As they stand on the command line, still text. */
export interface GoalOptions {
  readonly minimise?: string | undefined;
  readonly maximise?: string | undefined;
  readonly threshold?: string | undefined;
  /** Names with commas between them. */
  readonly over?: string | undefined;
  readonly tolerance?: string | undefined;
  readonly budget?: string | undefined;
  readonly method?: string | undefined;
  readonly atOnce?: string | undefined;
}

type Detail = Exclude<keyof GoalOptions, Goal['kind']>;
const FLAGS: Readonly<Record<Detail, string>> = {
  over: '--over',
  tolerance: '--tolerance',
  budget: '--budget',
  method: '--method',
  atOnce: '--at-once',
};
const KINDS = ['minimise', 'maximise', 'threshold'] as const;
const METHODS = ['cma-es', 'nelder-mead'] as const;

/**
 * The goal, or undefined where none is named.
 * @throws FaultError where two are, or what goes with it cannot be used
 */
export function readGoal(options: GoalOptions): Goal | undefined {
  const faults: Fault[] = [];
  const kinds = KINDS.filter((kind) => options[kind] !== undefined);
  if (kinds.length > 1)
    faults.push({
      what: 'one search has one goal',
      where: `--${kinds[1]}`,
      remedy: `name one of --${kinds.join(', --')}`,
    });
  const tolerance = numberOf(
    options,
    'tolerance',
    (value) => value > 0 && value < 1,
    'a part of the range, such as 0.001',
    faults,
  );
  const budget = numberOf(
    options,
    'budget',
    (value) => Number.isInteger(value) && value > 0,
    'a whole number of runs',
    faults,
  );
  const atOnce = numberOf(
    options,
    'atOnce',
    (value) => Number.isInteger(value) && value > 0 && value <= 1000,
    'a whole number of runs, at most 1000',
    faults,
  );
  const method = METHODS.find((one) => one === options.method);
  if (options.method !== undefined && method === undefined)
    faults.push({
      what: 'there is no such method',
      where: '--method',
      value: options.method,
      remedy: METHODS.join(' or '),
    });
  const [kind] = kinds;
  const idle =
    kind === undefined ? Object.keys(FLAGS).find((key) => options[key as Detail] !== undefined) : undefined;
  if (idle !== undefined)
    faults.push({
      what: 'belongs to a search, and none is asked for',
      where: FLAGS[idle as Detail],
      remedy: `add --${KINDS.join(', --')} with the name of a measure, or leave it out`,
    });
  if (faults.length > 0) throw new FaultError('this cannot be looked for:', faults);
  const measure = kind === undefined ? undefined : options[kind];
  if (kind === undefined || measure === undefined) return undefined;
  const over = (options.over ?? '').split(',').map((name) => name.trim());
  return {
    kind,
    measure,
    over: over.filter((name) => name !== ''),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(budget === undefined ? {} : { budget }),
    ...(method === undefined ? {} : { method }),
    ...(atOnce === undefined ? {} : { atOnce }),
  };
}

function numberOf(
  options: GoalOptions,
  key: 'tolerance' | 'budget' | 'atOnce',
  fits: (value: number) => boolean,
  remedy: string,
  faults: Fault[],
): number | undefined {
  const text = options[key];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && fits(value)) return value;
  faults.push({ what: 'is none', where: FLAGS[key], value: text, remedy: `give ${remedy}` });
  return undefined;
}
