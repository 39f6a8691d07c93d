// What of carom sweep is about searches: its options, and how it says what was found.

import type { Command } from 'commander';
import { packSweep, type Sweep } from '../../farm/index.ts';
import { unpacked } from '../../farm/index.node.ts';
import {
  checkGoal,
  type Finding,
  type Goal,
  type GoalOptions,
  readGoal,
  type ThresholdAt,
} from '../../farm/search/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { type Output, plural } from '../output.ts';
import { paint } from '../paint.ts';
import type { GivenSweep } from './read-sweep-file.ts';

export type SearchFlags = GoalOptions;

export function addSearchOptions(sweep: Command): Command {
  return sweep
    .option('--minimise <measure>', 'look for where a measure is least, instead of making all runs')
    .option('--maximise <measure>', 'look for where it is greatest')
    .option('--threshold <measure>', 'look for the value of a parameter from which on it is true')
    .option('--over <names>', 'which parameters are chosen, with commas (default: all with a range)')
    .option('--tolerance <part>', 'how near, as a part of a range (default: 0.001)')
    .option(
      '--budget <runs>',
      'runs at most (default: 100 a parameter; of a threshold 200 for each point of the others)',
    )
    .option('--method <name>', 'cma-es (default), or nelder-mead for what is smooth')
    .option('--at-once <count>', 'values that are tried at once for a threshold (default: 1)');
}

/**
 * The sweep with the goal that the flags name; as it was where they name none.
 * @throws FaultError
 */
export function withGoal({ sweep, text }: GivenSweep, flags: SearchFlags): GivenSweep {
  const goal = readGoal(flags);
  if (goal === undefined) return { sweep, text };
  checkGoal(sweep.sweep, goal, (key) => (key === 'atOnce' ? '--at-once' : `--${key}`));
  return { sweep: unpacked(packSweep({ ...sweep.sweep, search: goal })), text };
}

export function sayFinding(output: Output, { parameters }: Sweep, goal: Goal, finding: Finding): void {
  const { kind, measure } = goal;
  const own = parameters.filter(({ from }) => from.kind !== 'is').map(({ name }) => name);
  if ('thresholds' in finding) {
    for (const one of finding.thresholds)
      sayThreshold(output, goal, finding.parameter, describePoint(one.values, own), one);
    return;
  }
  const { row, value, runs, end } = finding.best;
  const what = `${kind === 'minimise' ? 'least' : 'greatest'} ${measure}`;
  if (row === undefined || value === null) {
    output.complain(paint.yellow(`${what}: none of ${plural(runs, 'run')} could be measured`));
    return;
  }
  const why = end === 'tolerance' ? '' : `, and ended there: ${BUDGET}`;
  output.say(
    `${what}: ${digits(value)} at ${describePoint(row.values, own)} (run ${row.run} of ${runs}${why})`,
  );
}

/** A point that could not be measured is for people to look at. */
export function endOfFinding(finding: Finding): number {
  const isWhole =
    'best' in finding
      ? finding.best.row !== undefined
      : finding.thresholds.every(({ end }) => end !== 'not measured');
  return isWhole ? exitCodes.done : exitCodes.promiseBroken;
}

const BUDGET = 'the budget was spent';

function sayThreshold(
  output: Output,
  { measure }: Goal,
  parameter: string,
  point: string,
  { fails, holds, evaluations, end, what }: ThresholdAt,
): void {
  const where = point === '' ? '' : `${point}: `;
  const runs = plural(evaluations, 'run');
  if (end === 'not measured') {
    output.complain(paint.yellow(`${where}not known, ${what}`));
    return;
  }
  output.say(`${where}${measure} ${sideOf(parameter, fails, holds, end)} (${runs})`);
}

function sideOf(
  parameter: string,
  fails: number | undefined,
  holds: number | undefined,
  end: ThresholdAt['end'],
): string {
  if (fails === undefined || holds === undefined) return `${end}, from one end of ${parameter} to the other`;
  const side = `${holds > fails ? 'from' : 'up to'} ${parameter} = ${digits(holds)}, not at ${digits(fails)}`;
  return end === 'budget' ? `${side}, and ended there: ${BUDGET}` : side;
}

/** @param own  parameters that are not computed from others */
function describePoint(values: Readonly<Record<string, number>>, own: readonly string[]): string {
  return Object.entries(values)
    .filter(([name]) => own.includes(name))
    .map(([name, value]) => `${name} = ${digits(value)}`)
    .join(', ');
}

/** What a tolerance of a thousandth of a range may need. */
function digits(value: number): string {
  return String(Number(value.toPrecision(6)));
}
