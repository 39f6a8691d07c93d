// A sweep from its first run to its last row, whoever makes the rows. What is there is not made again, a row that comes
// twice counts once, and whatever ends it, the folder can be gone on with.

import { countTasks, taskAt } from '../points.ts';
import type { Row, Task } from '../row.ts';
import { type PackedSweep, prepareFolder } from './folder.node.ts';
import { Journal, type Tally } from './journal.node.ts';
import { writeProgress } from './progress-file.node.ts';
import { countRuns, runsOf, type Shard, wholeSweep } from './shard.ts';
import { writeTables } from './tables.node.ts';
import type { ThreadPool } from './thread-pool.node.ts';

/** Makes rows of tasks, in any order; ends early where it is told to stop. */
export type Runner = (sweep: PackedSweep, tasks: Iterable<Task>, hooks: RunnerHooks) => Promise<void>;

export interface RunnerHooks {
  stopped(): boolean;
  /** A run has begun somewhere. */
  began(): void;
  /** A run has its row. */
  row(row: Row): void;
}

export interface SweepRun {
  readonly sweep: PackedSweep;
  /** The text of the sweep file. */
  readonly given: string;
  readonly folder: string;
  readonly resume: boolean;
  readonly shard?: Shard;
}

/** How far a sweep is. */
export interface Standing {
  /** Of this shard. */
  readonly runs: number;
  /** With rows that were there before. */
  readonly counted: number;
  readonly running: number;
  readonly tally: Readonly<Tally>;
  /** Lines of the journal that were no rows. */
  readonly damaged: number;
}

export interface SweepHooks {
  stopped(): boolean;
  told(standing: Standing): void;
}

export async function runSweep(job: SweepRun, runner: Runner, hooks: SweepHooks): Promise<Standing> {
  const { sweep, folder, shard = wholeSweep } = job;
  prepareFolder(folder, sweep, job.given, job.resume);
  const runs = countTasks(sweep.sweep);
  const journal = await Journal.open(folder, runs);
  const before = journal.counted.size;
  let counted = 0;
  for (const run of runsOf(shard, runs)) if (journal.counted.has(run)) counted++;
  let running = 0;
  const standing = () => ({
    runs: countRuns(shard, runs),
    counted: counted + journal.counted.size - before,
    running,
    tally: journal.tally,
    damaged: journal.damaged,
  });
  const change = (by: number) => {
    running = Math.max(0, running + by);
    hooks.told(standing());
  };
  const endProgress = writeProgress(folder, sweep.sweep, standing);
  try {
    await runner(sweep, tasksLeft(sweep, shard, journal), {
      stopped: hooks.stopped,
      began: () => change(1),
      row(row) {
        journal.append(row);
        change(-1);
      },
    });
    // while nobody else may write the journal
    writeTables(folder, sweep.sweep);
  } finally {
    endProgress();
    journal.close();
  }
  return { ...standing(), running: 0 };
}

function* tasksLeft({ sweep, hash }: PackedSweep, shard: Shard, { counted }: Journal): Generator<Task> {
  for (const run of runsOf(shard, counted.runs)) if (!counted.has(run)) yield taskAt(sweep, hash, run);
}

/** Rows from the threads of this process. */
export function onThreads(pool: ThreadPool, threads: number): Runner {
  return async ({ packed }, tasks, { stopped, began, row }) => {
    const next = tasks[Symbol.iterator]();
    const work = async () => {
      for (let task = next.next(); !task.done && !stopped(); task = next.next()) {
        began();
        const made = await pool.run(packed, task.value);
        if (made) row(made);
      }
    };
    const worked = Array.from({ length: threads }, () =>
      work().catch((error: unknown) => {
        // the machine refused: no other run is begun, and those that run end
        pool.stop();
        throw error;
      }),
    );
    const failed = (await Promise.allSettled(worked)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  };
}
