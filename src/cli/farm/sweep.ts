// carom sweep <file>: many runs of one scene, each with other numbers, to a table.

import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { onThreads, readShard, runSearch, runSweep, type Standing } from '../../farm/index.node.ts';
import type { Finding } from '../../farm/search/index.ts';
import { onQueue } from '../../farm/queue/index.node.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { bytesArgument, countArgument, numberArgument } from '../arguments.ts';
import { exitCodes, exitTable } from '../exit-codes.ts';
import { jsonFlag, Output, type OutputFlags, plural, quietFlag } from '../output.ts';
import { paint } from '../paint.ts';
import { pasted } from '../pasted.ts';
import { leaveWithout } from './leave-without.ts';
import { addMerge } from './merge.ts';
import { readSweepFile } from './read-sweep-file.ts';
import { addSearchOptions, endOfFinding, sayFinding, type SearchFlags, withGoal } from './search.ts';
import { SweepPage } from './sweep-page.ts';
import { SweepProgress } from './sweep-progress.ts';
import { describeTally, endOf, forMachines } from './tally.ts';
import { makePool, poolOptions, type ThreadFlags } from './threads.ts';

interface SweepFlags extends OutputFlags, ThreadFlags, SearchFlags {
  readonly out?: string;
  readonly resume?: boolean;
  readonly shard?: string;
  readonly queue?: string;
  readonly view?: boolean;
}

export function addSweep(program: Command): void {
  const sweep = program
    .command('sweep')
    .summary('many runs of a scene with other numbers, to a table')
    .description(
      'Runs a scene again and again with other numbers, on all cores, and writes a table with a row a run.\n' +
        'The sweep file says which numbers, and what to measure (docs/farm.md).',
    )
    .argument('<file>', 'a sweep file (JSON)')
    .option('--out <folder>', 'where rows and recordings go (default: out/<name of the sweep>)')
    .option('--jobs <count>', 'runs at a time (default: all cores that have memory)', countArgument)
    .option('--resume', 'go on from the rows that are there: each run is made once')
    .option('--shard <i/n>', 'only the i-th of n parts; carom sweep merge makes one of them')
    .addOption(
      new Option(
        '--queue <url>',
        'runs are made by whoever runs carom worker on this Redis (docs/scaling.md)',
      ).env('CAROM_QUEUE'),
    )
    .option('--max-wall <seconds>', 'what a run may take', numberArgument)
    .option('--max-memory <size>', 'what a run may take, such as 2GB', bytesArgument)
    .option('--view', 'a page that fills while it runs, on loopback, until Ctrl-C (docs/studio.md)');
  addSearchOptions(sweep)
    .option(...jsonFlag)
    .option(...quietFlag)
    .addHelpText(
      'after',
      `
Examples:
  carom sweep ladder.json
  carom sweep ladder.json --view                     with its page; carom view out/ladder shows it later
  carom sweep ladder.json --resume                   go on after Ctrl-C or a crash
  carom sweep ladder.json --shard 2/8 --out shard-2  a part, on one of eight machines
  carom sweep merge shard-* --out out/ladder         one table of all parts
  carom sweep ladder.json --queue redis://host:6379  on all machines that run carom worker
  carom sweep ladder.json --threshold stands --over mu
                                                     the least friction with which it stands

${exitTable(['done', 'promiseBroken', 'badInput', 'machineRefused', 'interrupted', 'terminated'])}`,
    )
    .action(async (file: string, flags: SweepFlags, { parent }: Command) => {
      const typed = (parent as unknown as { rawArgs: readonly string[] }).rawArgs;
      const output = new Output(flags);
      const page = flags.view ? new SweepPage(output) : undefined;
      try {
        process.exitCode = await sweepFile(file, flags, typed, output, page);
      } finally {
        await page?.close();
      }
    });
  addMerge(sweep);
}

/** @param typed  the whole command line, to be gone on with */
async function sweepFile(
  file: string,
  flags: SweepFlags,
  typed: readonly string[],
  output: Output,
  page: SweepPage | undefined,
): Promise<number> {
  const { sweep, text } = withGoal(await readSweepFile(file), flags);
  const { search } = sweep.sweep;
  const folder = flags.out ?? join('out', folderName(sweep.sweep.name));
  const { queue } = flags;
  if (queue !== undefined && flags.shard !== undefined)
    throw new FaultError('a sweep is either a part or on a queue', [
      {
        what: 'both are given',
        where: '--shard',
        value: flags.shard,
        remedy: 'leave --shard or --queue out',
      },
    ]);
  if (search !== undefined && flags.shard !== undefined)
    throw new FaultError('a search has no parts', [
      {
        what: 'which runs it makes depends on what came of others',
        where: '--shard',
        value: flags.shard,
        remedy: 'leave it out, or use --queue for many machines',
      },
    ]);
  const shard = flags.shard === undefined ? undefined : readShard(flags.shard);
  const options = poolOptions(sweep.sweep, flags, folder);
  await page?.open(folder);
  const pool = makePool(options);
  const progress = new SweepProgress(output.quiet);
  let last: Standing | undefined;
  const signals = onSignals(() => pool.stop());
  const told = (standing: Standing) => {
    last = standing;
    progress.told(standing, signals.signal() !== undefined);
  };
  const timer = setInterval(() => last && told(last), 100);
  let standing: Standing;
  let finding: Finding | undefined;
  try {
    const job = { sweep, given: text, folder, resume: flags.resume ?? false };
    const hooks = { stopped: () => signals.signal() !== undefined, told };
    const tell = (line: string) => output.complain(paint.yellow(line));
    const runner = queue === undefined ? onThreads(pool, options.threads) : onQueue(queue, { tell });
    if (search === undefined) standing = await runSweep({ ...job, shard }, runner, hooks);
    else ({ standing, finding } = await runSearch(job, search, runner, hooks));
  } finally {
    clearInterval(timer);
    signals.off();
    progress.clear();
    await pool.close();
  }
  const isWhole = search === undefined ? standing.counted === standing.runs : finding !== undefined;
  const signal = isWhole ? undefined : signals.signal();
  sayStanding(output, standing, folder);
  if (search !== undefined && finding !== undefined) sayFinding(output, sweep.sweep, search, finding);
  if (signal !== undefined) sayStopped(output, signal, typed);
  output.result({
    sweep: sweep.sweep.name,
    folder,
    ...forMachines(standing),
    damaged: standing.damaged,
    ...finding,
  });
  if (signal === undefined) await page?.stay();
  if (signal !== undefined && queue !== undefined) leaveWithout();
  if (signal !== undefined) return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
  return Math.max(endOf(standing.tally), finding === undefined ? exitCodes.done : endOfFinding(finding));
}

function sayStanding(output: Output, standing: Standing, folder: string): void {
  const { runs, isAtMost, counted, tally, damaged } = standing;
  const made = isAtMost ? plural(counted, 'run') : `${counted} of ${plural(runs, 'run')}`;
  output.say(`${made}: ${describeTally(tally)}`);
  if (damaged > 0)
    output.complain(paint.yellow(`${plural(damaged, 'damaged line')} of the journal passed over`));
  if (tally['set aside'] > 0)
    output.complain(
      paint.yellow(
        `${plural(tally['set aside'], 'run')} took three threads along: set-aside.json says which`,
      ),
    );
  output.say(`table: ${join(folder, 'rows.csv')}, ${join(folder, 'rows.parquet')}`);
}

function sayStopped(output: Output, signal: NodeJS.Signals, typed: readonly string[]): void {
  const again = typed.filter((word) => word !== '--resume');
  output.complain(paint.yellow(`stopped by ${signal}; ${pasted(...again, '--resume')} goes on from here`));
}

interface Signals {
  /** Which one came. */
  signal(): NodeJS.Signals | undefined;
  off(): void;
}

function onSignals(stop: () => void): Signals {
  let came: NodeJS.Signals | undefined;
  const interrupt = (name: NodeJS.Signals) => {
    // Whoever asks twice does not want to wait for the step; rows that are there are safe.
    if (came !== undefined) process.exit(name === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted);
    came = name;
    stop();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: () => came,
    off() {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}

function folderName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'sweep';
}
