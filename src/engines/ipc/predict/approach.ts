// How bodies get to where they are predicted to be: straight where that is free, else by stops on the way.

import type { Keep } from '../contact/swept.ts';
import { isFree } from '../model.ts';
import type { Island } from '../solve/islands.ts';
import { moveWays } from '../step/move-ways.ts';
import { reachOf } from '../step/reach.ts';
import { freeOf, shorten } from '../step/shorten.ts';
import type { Work } from '../step/work.ts';

/** What is kept of gaps: little, as what is predicted may be deep in a barrier that carries much, and on every leg about the same. */
const keepInPrediction: Keep = { first: 0.8, later: 0.8, within: 0.05 };

/** So many moves of an island cut short by collision, and it is predicted where they lead to. */
const mostCuts = 3;

/** A way has no more legs than this. */
const mostLegs = 8;

/** About how far a body's barrier reaches, in its diagonal. */
const aboutReach = 1e-3;

/** Of fewer bodies Newton finds as soon what they meet, and to the last digit. */
const fewBodies = 8;

/**
 * Whether an island would do better to begin anew from where it is predicted to end up, which it does once in a step at most. Half-spaces
 * are what convex bodies meet.
 */
export function wantsPrediction(work: Work, island: Island): boolean {
  const { newton, joints, bodies, soft } = island;
  return (
    // vertices do not go where they would as grains
    !soft &&
    newton.cuts >= mostCuts &&
    !newton.isPredicted &&
    joints.length === 0 &&
    movesMany(work, island) &&
    bodies.every((i) => work.role[i] === isFree && work.model.shapes[i].isConvex)
  );
}

/** Whether many bodies are still on their way by more than a barrier reaches, as in a heap that collapses, not where one falls upon a heap. */
function movesMany({ model }: Work, { bodies, direction }: Island): boolean {
  let count = 0;
  for (let k = 0; k < bodies.length; k++)
    if (reachOf(direction, 6 * k, model.radius[bodies[k]]) > aboutReach * model.diagonal[bodies[k]]) count++;
  return count >= fewBodies;
}

/** Moves an island to about where it will end up, as far as that is free; all else stays where it is. Islands are to be formed anew then. */
export function moveToPrediction(work: Work, island: Island): void {
  const { prediction, motions } = work;
  island.newton.isPredicted = true;
  prediction.takesPart.fill(0);
  motions.way.fill(0);
  for (const i of island.bodies) prediction.takesPart[i] = 1;
  approach(work);
  prediction.takesPart.fill(0);
  for (const i of island.bodies) work.islands.short[i] = 1;
}

/** How fast the fastest body of an island has gone since the step began [m/s]. */
export function fastestWay({ start, poses, span }: Work, { bodies }: Island): number {
  let farthest = 0;
  for (const i of bodies) {
    const [x, y, z] = [0, 1, 2].map((k) => poses.q[3 * i + k] - start.q[3 * i + k]);
    farthest = Math.max(farthest, Math.sqrt(x * x + y * y + z * z));
  }
  return farthest / span.h;
}

/** Predicts where those bodies go that take part, and moves them there as far as it is free. */
function approach(work: Work): void {
  const { prediction } = work;
  if (!prediction.predict(work)) return;
  if (meetsMore(work)) prediction.predictAgain(work);
  const legs = isClear(work) ? 1 : Math.min(mostLegs, Math.max(2, prediction.legs(work)));
  for (let left = legs; left > 0; left--) {
    prediction.writeWays(work, 1 / left);
    shorten(work, keepInPrediction);
    if (!moveWays(work)) return;
  }
}

/** Whether anything is met on the way that was not thought of; it is from now on. */
function meetsMore(work: Work): boolean {
  const { pairs } = work.nearby;
  let any = false;
  for (let p = 0; p < pairs.length; p++) {
    const free = freeOf(work, pairs[p], keepInPrediction);
    if (free === 1) continue;
    work.prediction.addMet(work, p, pairs[p], free);
    any = true;
  }
  return any;
}

function isClear(work: Work): boolean {
  return work.nearby.pairs.every((pair) => freeOf(work, pair, keepInPrediction) === 1);
}
