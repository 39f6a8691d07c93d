// What became of runs that are out: most wait or run. Some crashed too often, and some are not in the queue as they should
// be, because Redis lost them or somebody else put something in their place.

import type { Queue } from 'bullmq';
import type { Task } from '../row.ts';
import { jobOf } from './keys.ts';
import { isTask } from '../same-task.ts';
import { readable, SWEEP_MISSING } from './why.ts';

export interface Found {
  readonly crashed: readonly { readonly task: Task; readonly why: string }[];
  /** Nothing of them is in the queue any more: they can be put again. */
  readonly lost: readonly Task[];
}

/** Where a run is as it should be. */
const fine = new Set<string>(['waiting', 'active']);

export async function findLost(queue: Queue, tasks: readonly Task[]): Promise<Found> {
  const states = await Promise.all(tasks.map((task) => queue.getJobState(jobOf(task))));
  const crashed: { task: Task; why: string }[] = [];
  const lost: Task[] = [];
  for (const [i, task] of tasks.entries()) {
    if (fine.has(states[i])) continue;
    const why = states[i] === 'failed' ? await whyCrashed(queue, task) : undefined;
    if (why !== undefined) {
      crashed.push({ task, why });
      continue;
    }
    // also what somebody put to wait for ever in its place
    await removeJob(queue, task);
    lost.push(task);
  }
  return { crashed, lost };
}

/** Undefined where what failed was not this run. */
async function whyCrashed(queue: Queue, task: Task): Promise<string | undefined> {
  const job = await queue.getJob(jobOf(task));
  if (job === undefined || !isTask(job.data, task)) return undefined;
  const { failedReason } = job;
  return failedReason?.startsWith(SWEEP_MISSING) ? undefined : readable(failedReason);
}

export async function removeJob(queue: Queue, task: Task): Promise<void> {
  await queue.remove(jobOf(task));
}
