// A sweep from its first run to its last row, whoever makes the rows.

import { countTasks, taskAt } from '../points.ts';
import type { Task } from '../row.ts';
import type { PackedSweep } from './folder.node.ts';
import type { Journal } from './journal.node.ts';
import { type KeptSweep, keepRows, type Runner, type Standing, type SweepHooks } from './keep-rows.node.ts';
import { countRuns, runsOf, type Shard, wholeSweep } from './shard.ts';
import type { ThreadPool } from './thread-pool.node.ts';

export interface SweepRun extends KeptSweep {
  readonly shard?: Shard;
}

export async function runSweep(job: SweepRun, runner: Runner, hooks: SweepHooks): Promise<Standing> {
  const { sweep, shard = wholeSweep } = job;
  const runs = countTasks(sweep.sweep);
  const counts = { runs: countRuns(shard, runs), of: () => runsOf(shard, runs) };
  return keepRows(job, runs, counts, hooks, (journal, told) =>
    runner(sweep, tasksLeft(sweep, shard, journal), told),
  );
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
