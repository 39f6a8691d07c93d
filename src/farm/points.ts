// The runs of a sweep, each by its number alone, so that nobody needs a list of them.

import type { Task } from './row.ts';
import type { Sweep } from './sweep.ts';

/** How many runs there are. */
export function countTasks(sweep: Sweep): number {
  throw new Error(`not yet: ${sweep.name}`);
}

/** @param hash  of the packed sweep */
export function taskAt(sweep: Sweep, hash: string, run: number): Task {
  throw new Error(`not yet: ${sweep.name} ${hash} ${run}`);
}
