// carom worker --queue redis://…: takes runs of sweeps from a queue and sends their rows, until it is told to stop.

import { once } from 'node:events';
import { type Command, Option } from 'commander';
import { poolRunner, takeRuns } from '../../farm/queue/index.node.ts';
import { threadsFor } from '../../farm/index.node.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { bytesArgument, countArgument, numberArgument } from '../arguments.ts';
import { exitCodes, exitTable } from '../exit-codes.ts';
import { Output, type OutputFlags, plural } from '../output.ts';
import { paint } from '../paint.ts';
import { leaveWithout } from './leave-without.ts';
import { makePool, THREAD } from './threads.ts';

interface WorkerFlags extends OutputFlags {
  readonly queue?: string;
  readonly jobs?: number;
  readonly out: string;
  readonly maxWall?: number;
  readonly maxMemory?: number;
}

export function addWorker(program: Command): void {
  program
    .command('worker')
    .summary('takes runs of sweeps from a queue, on as many machines as there are')
    .description(
      'Takes runs from a queue in Redis or Valkey, simulates them and sends their rows to whoever sweeps\n' +
        '(carom sweep --queue). It runs nothing but tasks of sweeps (docs/scaling.md).',
    )
    .addOption(
      new Option(
        '--queue <url>',
        'redis://host:6379, or rediss:// for TLS; secrets better in CAROM_QUEUE',
      ).env('CAROM_QUEUE'),
    )
    .option('--jobs <count>', 'runs at a time (default: all cores that have memory)', countArgument)
    .option('--out <folder>', 'where recordings stay that a sweep keeps', 'out/worker')
    .option('--max-wall <seconds>', 'what a run may take here', numberArgument)
    .option('--max-memory <size>', 'what a run may take here, such as 2GB', bytesArgument)
    .addHelpText(
      'after',
      `
Examples:
  carom worker --queue redis://queue.example:6379
  CAROM_QUEUE=rediss://name:password@queue.example:6380 carom worker --jobs 8

${exitTable(['badInput', 'machineRefused', 'interrupted', 'terminated'])}`,
    )
    .action(async (flags: WorkerFlags) => {
      process.exitCode = await work(flags);
    });
}

async function work(flags: WorkerFlags): Promise<number> {
  const output = new Output(flags);
  if (flags.queue === undefined)
    throw new FaultError('there is nothing to take runs from', [
      {
        what: 'no queue is given',
        where: '--queue',
        remedy: 'give --queue redis://host:6379, or CAROM_QUEUE',
      },
    ]);
  const limits = {
    wallSeconds: flags.maxWall ?? Number.POSITIVE_INFINITY,
    memoryBytes: flags.maxMemory ?? Number.POSITIVE_INFINITY,
  };
  const jobs = flags.jobs || threadsFor(limits.memoryBytes);
  const pool = makePool({ thread: THREAD, threads: jobs, limits, folder: flags.out });
  let made = 0;
  const taking = await takeRuns({
    queue: flags.queue,
    jobs,
    runner: poolRunner(pool),
    tell: (line) => output.complain(paint.yellow(line)),
    made: () => made++,
  });
  output.say(`takes runs from ${taking.address}, ${jobs} at a time; Ctrl-C gives back what runs`);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const ended = await Promise.race([
    taking.refused,
    ...signals.map((name) => once(process, name).then(() => name)),
  ]);
  await taking.close();
  output.say(`${plural(made, 'run')} made`);
  output.result({ queue: taking.address, runs: made });
  leaveWithout();
  // others make what it gave back; as for any command the error says what to do
  if (ended instanceof Error) throw ended;
  return ended === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
}
