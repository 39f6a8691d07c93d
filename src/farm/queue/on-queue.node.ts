// Rows from whoever takes runs from a queue, for the same folder and the same journal as those from threads.

import { version } from '../../sim/index.ts';
import { countTasks, taskAt } from '../points.ts';
import type { Runner } from '../local/run-sweep.node.ts';
import { RunSet } from '../local/run-set.ts';
import { type Delivery, type QueueOptions, sweepByQueue } from './sweep-by-queue.node.ts';

const ASK_MS = 100;

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
    const count = countTasks(sweep);
    const asked = new RunSet(count);
    for (const { run } of tasks) asked.add(run);
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
      const job = { queue, packed, hash, count, taskAt: (run: number) => taskAt(sweep, hash, run), version };
      ended(await sweepByQueue(job, sink, { ...options, signal: stop.signal }));
    } finally {
      clearInterval(timer);
    }
  };
}
