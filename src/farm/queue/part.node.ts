// Whoever stops does not wait for ever for a Redis that is out of reach: what is left there comes back when its locks are
// over, or when the sweep is gone on with.

import { setTimeout as pause } from 'node:timers/promises';

const MOST_MS = 5000;

/**
 * What the work comes to, or undefined where it is left alone after all this time.
 * @param mostMs  from `stopped` on
 */
export async function partFrom<Result>(
  work: Promise<Result>,
  { stopped = Promise.resolve(), mostMs = MOST_MS }: { stopped?: Promise<unknown>; mostMs?: number } = {},
): Promise<Result | undefined> {
  const ended = new AbortController();
  const late = stopped
    .then(() => pause(Math.min(mostMs, MOST_MS), undefined, ended))
    .then(
      () => undefined,
      () => undefined,
    );
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
    // nobody waits for it any more
    work.catch(() => undefined);
  }
}

/** Fulfilled when the signal comes; never, where there is none. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
