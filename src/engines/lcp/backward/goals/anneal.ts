// Draws a past by how plausible it is and how well it meets goals, p ∝ plausibility · exp(−Σ w d²/2 / T), with Metropolis' rule,
// while T falls: at first anything that is plausible will do, in the end only what meets the goals.

import { exp, log } from '../../../../num/elementary/index.ts';
import type { Chain } from './chain.ts';

/** Temperatures, in squares of what is natural for a body: its radius for places. */
const FIRST = 4;
const LAST = 1e-4;
const FALL = log(LAST / FIRST);
/** Tries that are drawn anew, so that no chain is caught. */
const ANEW = 0.2;

/**
 * @param attempt  looks for a past with what the chain has; what it costs, undefined where there is none
 * @param better   the last attempt is the best so far, at this cost
 * @returns the least cost; undefined where there was no past at all
 */
export function anneal(
  chain: Chain,
  tries: number,
  attempt: () => number | undefined,
  better: (cost: number) => void,
  stop: () => boolean,
): number | undefined {
  let now: number | undefined;
  let least: number | undefined;
  for (let n = 0; n < tries && least !== 0 && !stop(); n++) {
    const temperature = FIRST * exp((n / tries) * FALL);
    chain.propose(now === undefined || chain.uniform() < ANEW);
    const cost = attempt();
    if (cost === undefined) continue;
    if (least === undefined || cost < least) {
      least = cost;
      better(cost);
    }
    if (now !== undefined && cost > now && chain.uniform() >= exp((now - cost) / temperature)) continue;
    now = cost;
    chain.keep();
  }
  return least;
}
