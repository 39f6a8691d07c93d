// carom check: runs public problem sets through our own kernels. Here continuous collision; check-contact.ts has the rest.

import { readdirSync, readFileSync, statSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { paint } from '../paint.ts';
import { checkQueries, type QueryFile } from '../../geometry/ccd/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { addContactChecks } from './check-contact.ts';
import { exitCodes } from '../exit-codes.ts';
import { Output, plural, short } from '../output.ts';

interface CheckFlags {
  readonly json?: boolean;
}

export function addCheck(program: Command): void {
  const check = program
    .command('check')
    .summary('run public problem sets through our kernels')
    .description('Runs public problem sets through the kernels that the engines use.');
  check
    .command('ccd')
    .description(
      'Continuous-collision queries (Wang et al. 2021): CSV files of eight rows a query, below folders named\n' +
        'vertex-face or edge-edge. Every collision must be found; false alarms only cost time.',
    )
    .argument('<path>', 'a CSV file, or a folder of them')
    .addHelpText('after', '\nExample:\n  carom check ccd ccd-queries --json')
    .action((path: string, flags: CheckFlags) => {
      process.exitCode = checkCcd(path, flags);
    });
  addContactChecks(check);
}

function checkCcd(path: string, flags: CheckFlags): number {
  const output = new Output(flags);
  const found = checked(path, () => checkQueries(queryFiles(path)));
  const { queries, positives, missed, falseAlarms, nanosecondsPerQuery, worstTimeRatio } = found;
  output.say(
    `${plural(queries, 'query', 'queries')}, ${plural(positives, 'collision')}: ` +
      `${missed === 0 ? paint.green('none missed') : paint.red(`${missed} missed`)}, ${plural(falseAlarms, 'false alarm')} ` +
      `(${short((100 * falseAlarms) / Math.max(1, queries - positives))}% of the rest), ` +
      `reported at ${short(worstTimeRatio)} of the true time or later, ${Math.round(nanosecondsPerQuery)} ns a query`,
  );
  output.result({ queries, positives, missed, falseAlarms, nanosecondsPerQuery });
  return missed === 0 ? exitCodes.done : exitCodes.promiseBroken;
}

/** What is wrong with a file of queries is said by their reader. */
function checked<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FaultError(`"${path}" cannot be checked:`, [
      { what: error.message, where: path, remedy: 'correct the file' },
    ]);
  }
}

function queryFiles(path: string): QueryFile[] {
  const refuse = (what: string, remedy: string): never => {
    throw new FaultError(`"${path}" cannot be checked:`, [{ what, where: path, remedy }]);
  };
  if (!existsSync(path)) refuse('there is no such file or folder', 'correct the path');
  const paths = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.csv'))
        .sort()
        .map((name) => join(path, name))
    : [path];
  if (paths.length === 0) refuse('there are no CSV files in it', 'give a folder of query files');
  return paths.map((name) => ({ path: name, text: readFileSync(name, 'utf8') }));
}
