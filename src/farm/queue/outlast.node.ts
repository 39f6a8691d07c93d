// What Redis refuses only for now: it is full, its disk is, it loads, it has become a replica. Trying again is all one can do.

import { setTimeout as pause } from 'node:timers/promises';

const PASSING = /^(OOM|MISCONF|LOADING|READONLY|MASTERDOWN|BUSY|TRYAGAIN|NOREPLICAS)\b|\b(OOM|MISCONF) /;
const AGAIN_MS = 1000;

export interface Outlasting {
  readonly tell: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** Does it until Redis takes it; any other error is thrown on. */
export async function outlast<Result>(
  step: () => Promise<Result>,
  { tell, signal }: Outlasting,
): Promise<Result> {
  for (let times = 0; ; times++) {
    try {
      return await step();
    } catch (error) {
      const { message } = error as Error;
      if (!PASSING.test(message) || signal?.aborted) throw error;
      if (times === 0) tell(`Redis takes nothing now (${message}); trying again until it does`);
      await pause(AGAIN_MS);
    }
  }
}
