// Rows from whoever takes runs from a queue, for the same folder and the same journal as those from threads.

import { version } from '../../sim/index.ts';
import { countTasks, taskAt } from '../points.ts';
import type { Task } from '../row.ts';
import type { Runner } from '../local/keep-rows.node.ts';
import { RunSet } from '../local/run-set.ts';
import { type Delivery, type QueueOptions, sweepByQueue } from './sweep-by-queue.node.ts';

const ASK_MS = 100;
/** What was asked for before: no row is of it, as it has its own already. */
const NO_TASK = { values: {}, seed: -1 };

/**
 * @param queue  the URL of a Redis
 * @param ended  told what the queue did twice or not at all
 */
export function onQueue(
  queue: string,
  options: Omit<QueueOptions, 'signal'> = {},
  ended: (delivery: Delivery) => void = () => undefined,
): Runner {
  return async ({ packed, hash, sweep }, tasks, hooks) => {
    // of a sweep the number of a run says what it is; a search chooses, and asks for few at a time
    const chosen = sweep.search === undefined ? undefined : new Map([...tasks].map((one) => [one.run, one]));
    const count = chosen === undefined ? countTasks(sweep) : Math.max(...chosen.keys()) + 1;
    const asked = new RunSet(count);
    for (const { run } of chosen?.values() ?? tasks) asked.add(run);
    const taskOf = (run: number): Task =>
      chosen === undefined ? taskAt(sweep, hash, run) : (chosen.get(run) ?? { ...NO_TASK, sweep: hash, run });
    const got = new RunSet(count);
    const sink = {
      isDone: (run: number) => !asked.has(run) || got.has(run),
      add(row: Parameters<typeof hooks.row>[0]) {
        got.add(row.run);
        hooks.began();
        hooks.row(row);
      },
    };
    const stop = new AbortController();
    const timer = setInterval(() => hooks.stopped() && stop.abort(), ASK_MS);
    try {
      const job = { queue, packed, hash, count, taskAt: taskOf, version };
      ended(await sweepByQueue(job, sink, { ...options, signal: stop.signal }));
    } finally {
      clearInterval(timer);
    }
  };
}
