// A thread of a pool: runs one task after the other, and keeps the sweep of the last.

import { parentPort, workerData } from 'node:worker_threads';
import { Stopped, packError } from '../../sim/index.ts';
import { unpackSweep } from '../pack.ts';
import { type RunHooks, runTask } from '../run-task.ts';
import type { Sweep } from '../sweep.ts';
import type { Ready } from './asked-thread.node.ts';
import { keepIn } from './keep-in.node.ts';
import type { RunLimits, TaskAnswer, TaskRequest, ThreadStart } from './thread-messages.ts';

/**
 * To be called once, by a thread that a pool has started.
 * @param expectationsOf  what examples expect, for measures that ask
 */
export function serveTasks(expectationsOf?: RunHooks['expectationsOf']): void {
  const { stop, folder, limits, threads } = workerData as ThreadStart;
  const numbers = new Int32Array(stop);
  let sweep: Sweep | undefined;
  let rssBefore = 0;
  const hooks: RunHooks = {
    stopped: () => Atomics.load(numbers, 0) !== 0,
    memoryBytes: () => memoryOf(threads, rssBefore),
    ...(folder === undefined ? {} : { keepInto: keepIn(folder) }),
    ...(expectationsOf === undefined ? {} : { expectationsOf }),
  };
  const answer = async ({ task, packed }: TaskRequest): Promise<TaskAnswer> => {
    try {
      if (packed !== undefined) sweep = limited(unpackSweep(packed), limits);
      if (sweep === undefined) throw new Error('a task came before its sweep');
      rssBefore = process.memoryUsage.rss();
      return { row: await runTask(sweep, task, hooks) };
    } catch (error) {
      return error instanceof Stopped ? { stopped: true } : { error: packError(error) };
    }
  };
  const post = (said: TaskAnswer) => parentPort?.postMessage(said);
  parentPort?.on('message', (request: TaskRequest) => void answer(request).then(post));
  parentPort?.postMessage({ ready: true } satisfies Ready);
}

/** Limits change what is run to its end, not what it is: the sweep keeps its hash. */
function limited(sweep: Sweep, limits: RunLimits): Sweep {
  return { ...sweep, limits: { ...sweep.limits, ...limits } };
}

/**
 * What this thread uses. Its own heap and buffers are known; memory that threads may share is only known of the whole
 * process, which gives back late what earlier runs had: what it grew by since this one began, in equal parts.
 */
function memoryOf(threads: number, rssBefore: number): number {
  const { heapUsed, external, rss } = process.memoryUsage();
  return Math.max(heapUsed + external, (rss - rssBefore) / threads);
}
