// New islands in the middle of a step, after bodies were frozen or others touched: they go on where the former ones were.
//
// Friction goes on as it was lagged where to lag it again would raise the energy that Newton is minimising: with normal forces
// that are not those of any minimum it could rise without end.

import { frictionEnergy } from '../friction/friction.ts';
import { copyFriction, FrictionSet } from '../friction/friction-set.ts';
import type { Island } from './islands.ts';
import { energyHere } from './energy.ts';
import { joinPasses } from '../friction/passes.ts';
import type { Pair } from '../contact/pairs.ts';
import { formIslands } from '../contact/refresh.ts';
import { lag } from '../friction/soften.ts';
import { slipMotion, type Work } from '../step/work.ts';

/** By what part of its energy an island's friction may rise by being lagged again. */
const mayRise = 0.1;

/** What the islands that follow go on with. */
type Former = Pick<Island, 'newton' | 'passes' | 'friction' | 'normalForces'>;

interface Place {
  readonly former: Former;
  readonly at: number;
}

export function regroupIslands(work: Work): void {
  const ofBody = new Array<Former | undefined>(work.model.count).fill(undefined);
  const ofPair = new Map<Pair, Place>();
  for (const island of work.islands.list) {
    const former: Former = { ...island };
    for (const body of island.bodies) ofBody[body] = former;
    for (let at = 0; at < island.pairs.length; at++) ofPair.set(island.pairs[at], { former, at });
  }
  for (const island of formIslands(work, true)) {
    for (const body of island.bodies) takeCounts(island, ofBody[body]);
    takeFriction(island, ofPair);
    lagIfCheap(work, island);
  }
}

function takeFriction(island: Island, ofPair: ReadonlyMap<Pair, Place>): void {
  const { friction, pairs, normalForces } = island;
  for (let i = 0; i < pairs.length; i++) {
    const was = ofPair.get(pairs[i]);
    friction.start[i] = friction.count;
    if (!was) continue;
    friction.take(was.former.friction, was.at);
    normalForces[i] = was.former.normalForces[was.at];
  }
  friction.start[pairs.length] = friction.count;
}

/** Lags friction at the new contacts too, where that leaves the energy about what it was. */
function lagIfCheap(work: Work, island: Island): void {
  if (island.passes.softness > 1) return;
  const { friction, normalForces } = island;
  const before = frictionOf(work, island);
  const allowed = before + mayRise * (energyHere(work, island) + before);
  island.friction = new FrictionSet();
  copyFriction(island.friction, friction, island.pairs.length);
  island.normalForces = new Float64Array(normalForces.length);
  lag(work, island);
  if (frictionOf(work, island) <= allowed) return;
  island.friction = friction;
  island.normalForces = normalForces;
}

function frictionOf(work: Work, { pairs, friction }: Island): number {
  const motion = slipMotion(work, work.poses);
  let sum = 0;
  for (let i = 0; i < pairs.length; i++) sum += frictionEnergy(friction, i, pairs[i], motion);
  return sum;
}

/** Counts go on, or what moves far enough to touch others would begin anew for ever. */
function takeCounts({ newton, passes }: Island, former: Former | undefined): void {
  if (!former) return;
  newton.iterations = Math.max(newton.iterations, former.newton.iterations);
  newton.shortMoves = Math.max(newton.shortMoves, former.newton.shortMoves);
  newton.cuts = Math.max(newton.cuts, former.newton.cuts);
  newton.isPredicted ||= former.newton.isPredicted;
  joinPasses(passes, former.passes);
}
