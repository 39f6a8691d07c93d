// carom sweep merge <folders>: parts of a sweep to one table.

import { join } from 'node:path';
import type { Command } from 'commander';
import { mergeSweeps } from '../../farm/index.node.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { exitCodes, exitTable } from '../exit-codes.ts';
import { jsonFlag, Output, type OutputFlags, plural, quietFlag } from '../output.ts';
import { paint } from '../paint.ts';
import { describeTally, endOf, forMachines } from './tally.ts';

interface MergeFlags extends OutputFlags {
  readonly out?: string;
}

export function addMerge(sweep: Command): void {
  sweep
    .command('merge')
    .summary('parts of a sweep to one table')
    .description('Puts the rows of parts (--shard) into one folder: each run once, in order.')
    .argument('<folders...>', 'those of the parts, as carom sweep made them')
    .option('--out <folder>', 'where all of it goes')
    .option(...jsonFlag)
    .option(...quietFlag)
    .addHelpText(
      'after',
      `\n${exitTable(['done', 'promiseBroken', 'badInput', 'machineRefused', 'notWhole'])}`,
    )
    .action(async (folders: readonly string[], _: MergeFlags, command: Command) => {
      // flags that sweep has as well are heard there
      process.exitCode = await merge(folders, command.optsWithGlobals<MergeFlags>());
    });
}

async function merge(folders: readonly string[], flags: MergeFlags): Promise<number> {
  const output = new Output(flags);
  const { out } = flags;
  if (out === undefined)
    throw new FaultError('these cannot be merged:', [
      { what: 'nothing says where', where: 'options', remedy: 'name a folder with --out' },
    ]);
  const merged = await mergeSweeps(folders, out);
  const { name, runs, counted, tally } = merged;
  output.say(`${counted} of ${plural(runs, 'run')}: ${describeTally(tally)}`);
  if (counted < runs)
    output.complain(
      paint.yellow(`${plural(runs - counted, 'run')} without a row: a part is missing or unfinished`),
    );
  output.say(`table: ${join(out, 'rows.csv')}, ${join(out, 'rows.parquet')}`);
  output.result({ sweep: name, folder: out, ...forMachines(merged) });
  return counted < runs ? exitCodes.notWhole : endOf(tally);
}
