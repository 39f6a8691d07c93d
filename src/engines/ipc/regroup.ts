// New islands in the middle of a step, after bodies were frozen or others touched: they go on where the former ones were.
//
// After some iterations friction goes on as it was lagged: to lag it again would change the energy that Newton is minimising,
// with normal forces that are not those of any minimum.

import type { Island } from './islands.ts';
import type { Pair } from './pairs.ts';
import { formIslands } from './refresh.ts';
import { lag } from './soften.ts';
import type { Work } from './work.ts';

/** Until so many iterations friction had rather know the new contacts. */
const settledIn = 5;

/** What the islands that follow go on with. */
type Former = Pick<
  Island,
  | 'passes'
  | 'change'
  | 'iterations'
  | 'shortMoves'
  | 'softness'
  | 'softened'
  | 'kinks'
  | 'friction'
  | 'normalForces'
>;

export function regroupIslands(work: Work): void {
  const ofBody = new Array<Former | undefined>(work.model.count).fill(undefined);
  const ofPair = new Map<Pair, { former: Former; at: number }>();
  for (const island of work.islands) {
    const former: Former = { ...island };
    for (const body of island.bodies) ofBody[body] = former;
    for (let at = 0; at < island.pairs.length; at++) ofPair.set(island.pairs[at], { former, at });
  }
  for (const island of formIslands(work, true)) {
    for (const body of island.bodies) takeCounts(island, ofBody[body]);
    const { friction, pairs, normalForces } = island;
    for (let i = 0; i < pairs.length; i++) {
      const was = ofPair.get(pairs[i]);
      friction.start[i] = friction.count;
      if (!was) continue;
      friction.take(was.former.friction, was.at);
      normalForces[i] = was.former.normalForces[was.at];
    }
    friction.start[pairs.length] = friction.count;
    if (island.softness === 1 && island.iterations < settledIn) lag(work, island);
  }
}

/** Counts go on, or friction passes that move far enough to touch others would begin anew for ever. */
function takeCounts(island: Island, former: Former | undefined): void {
  if (!former) return;
  island.passes = Math.max(island.passes, former.passes);
  island.change = Math.min(island.change, former.change);
  island.iterations = Math.max(island.iterations, former.iterations);
  island.shortMoves = Math.max(island.shortMoves, former.shortMoves);
  island.softness = Math.max(island.softness, former.softness);
  island.softened = Math.max(island.softened, former.softened);
  island.kinks = Math.max(island.kinks, former.kinks);
}
