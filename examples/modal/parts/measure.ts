// What expectations ask of runs in which bodies vibrate.

import { bodyHeight, bodyNames, column, type Expectation, type Outcome } from '../../../src/sim/index.ts';

/** Every contact problem of the run, in the scaled measure of docs/engines/modal.md. */
export const allSolved: Expectation = {
  says: 'every contact problem is solved to 1e-8',
  holds: (r) => column(r, 'residual').every((residual) => residual <= 1e-8),
};

/** How high [m] each of the bodies rises above where it was at `from` [s], at some moment after it. */
export function jumps(outcome: Outcome, pattern: RegExp, from: number): Map<string, number> {
  const rises = new Map<string, number>();
  for (const name of bodyNames(outcome, pattern)) {
    const start = bodyHeight(outcome, name, from);
    let most = 0;
    for (const time of outcome.times)
      if (time > from) most = Math.max(most, bodyHeight(outcome, name, time) - start);
    rises.set(name, most);
  }
  return rises;
}
