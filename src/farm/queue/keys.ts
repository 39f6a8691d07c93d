// What lies where in Redis.

import type { Task } from '../row.ts';

/** BullMQ's name for the one queue that all sweeps of a prefix share. */
export const QUEUE = 'runs';

/** What is forgotten so long after it was last touched [s]: sweeps that nobody goes on with. */
export const KEPT_SECONDS = 7 * 24 * 3600;

/** The packed sweep. */
export function sweepKey(prefix: string, hash: string): string {
  return `${prefix}:sweep:${hash}`;
}

/** The stream of rows on their way to who asked for them. */
export function rowsKey(prefix: string, hash: string): string {
  return `${prefix}:rows:${hash}`;
}

/** One run is one job, however often it is put. */
export function jobOf({ sweep, run }: Pick<Task, 'sweep' | 'run'>): string {
  return `${sweep}-${run}`;
}
