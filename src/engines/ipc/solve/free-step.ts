// The largest fraction of a direction that an island may follow without touching anything.
//
// Candidates whose known distance exceeds what the direction can move them are safe unseen; the others go through
// curved continuous collision. A pair that moves further than its candidates hold is searched along its way (swept.ts).
// Bodies may not leave the motion budget for which the pairs were found, nor turn by more than a segment of the path may (its rotation must be recoverable from its ends).

import { CANDIDATE_STRIDE, MOTION_STRIDE } from '../../../geometry/ccd/index.ts';
import type { Island } from './islands.ts';
import { reachOf } from './newton.ts';
import { advanceCandidates } from '../native.ts';
import type { Pair } from '../contact/pairs.ts';
import type { Poses } from '../step/poses.ts';
import { advanceSwept, loadMotion, tally } from '../contact/swept.ts';
import type { Work } from '../step/work.ts';

/** Fraction of a gap that a Newton step leaves, and that the warm start does: it should not begin deep in a barrier. */
export const keepInNewton = 0.3;
export const keepInWarmStart = 0.8;
const keepOnChord = 0.01;
/** Largest turn of one segment [rad]. */
const largestTurn = 2.5;

const motions = new Float64Array(2 * MOTION_STRIDE);
let queue = new Int32Array(256 * CANDIDATE_STRIDE);

/** 0, with work.spent set, where a motion budget does not last for at least half of the direction. */
export function largestFreeStep(work: Work, island: Island, keep: number): number {
  boundPairs(work, island);
  let free = limitByBudget(work, island);
  if (work.spent && free < 0.5) return 0;
  for (const pair of island.pairs) {
    if (free <= 0) break;
    if (pair.isStill) continue;
    free = advancePair(work, work.poses, island, pair, free, keep);
  }
  return free;
}

const still = new Float64Array(6);

/** How far each pair of the island comes by its direction. */
function boundPairs(work: Work, island: Island): void {
  const { place, model, poses } = work;
  const d = island.direction;
  for (const pair of island.pairs) {
    const a = place[pair.a];
    const b = place[pair.b];
    pair.settleAt(0); // a direction that was given up
    pair.bound(
      poses,
      model.radius[pair.a],
      model.radius[pair.b],
      a >= 0 ? d : still,
      a >= 0 ? 6 * a : 0,
      b >= 0 ? d : still,
      b >= 0 ? 6 * b : 0,
    );
  }
}

function limitByBudget(work: Work, island: Island): number {
  const d = island.direction;
  let free = 1;
  for (let k = 0; k < island.bodies.length; k++) {
    const body = island.bodies[k];
    const at = 6 * k;
    const motion = reachOf(d, at, work.model.radius[body]);
    const left = work.budget[body] - work.moved[body];
    if (motion * free > left) {
      free = Math.max(0, left / motion);
      work.spent = true;
    }
    const turn = Math.sqrt(d[at + 3] * d[at + 3] + d[at + 4] * d[at + 4] + d[at + 5] * d[at + 5]);
    if (turn * free > largestTurn) free = largestTurn / turn;
  }
  return free;
}

function advancePair(
  work: Work,
  poses: Poses,
  island: Island,
  pair: Pair,
  free: number,
  keep: number,
): number {
  const { model, place } = work;
  const a = place[pair.a];
  const b = place[pair.b];
  const da = a >= 0 ? island.direction : still;
  const db = b >= 0 ? island.direction : still;
  const ia = a >= 0 ? 6 * a : 0;
  const ib = b >= 0 ? 6 * b : 0;
  if (!pair.holdsAt(free)) {
    tally.queries = 0;
    const reached = advanceSwept(model, poses, pair, da, ia, db, ib, free, keep, keepInWarmStart);
    work.tally.ccdQueries += tally.queries;
    return reached;
  }
  // Only motion that uses up most of a known distance is worth a query.
  const scale = free / (1 - keep);
  const count = queueNear(
    pair,
    pair.linearUsed + scale * pair.linear,
    pair.angularUsed + scale * pair.angular,
  );
  if (count === 0) return free;
  work.tally.ccdQueries += count;
  loadMotion(motions, 0, poses, pair.a, da, ia, 1);
  loadMotion(motions, MOTION_STRIDE, poses, pair.b, db, ib, 1);
  return advanceCandidates(model, motions, queue, count, pair.separation, keep, pair.dHat, free);
}

/** Queues the candidates of a pair that a motion by `linear` and `angular` could bring to the minimum separation. */
function queueNear(pair: Pair, linear: number, angular: number): number {
  const { list, known, far, count: candidates } = pair.candidates;
  const limit = pair.separation + linear;
  let count = 0;
  for (let c = 0; c < candidates; c++) {
    if (known[c] > limit + angular * far[c]) continue;
    if ((count + 1) * CANDIDATE_STRIDE > queue.length) {
      const larger = new Int32Array(2 * queue.length);
      larger.set(queue);
      queue = larger;
    }
    for (let k = 0; k < CANDIDATE_STRIDE; k++)
      queue[count * CANDIDATE_STRIDE + k] = list[c * CANDIDATE_STRIDE + k];
    count++;
  }
  return count;
}

/** Whether all bodies can go straight from where the step began to where they are now; `chord` holds (u, ω) of each. */
export function chordIsFree(work: Work, chord: Float64Array): boolean {
  const { model, start, pairs } = work;
  const { radius } = model;
  for (const pair of pairs) {
    pair.bound(start, radius[pair.a], radius[pair.b], chord, 6 * pair.a, chord, 6 * pair.b);
    const { linear, angular } = pair;
    pair.linear = 0;
    pair.angular = 0;
    if (linear === 0 && angular === 0) continue;
    const ia = 6 * pair.a;
    const ib = 6 * pair.b;
    if (pair.renewed) {
      if (advanceSwept(model, start, pair, chord, ia, chord, ib, 1, keepOnChord, keepOnChord) < 1)
        return false;
      continue;
    }
    // The candidates held all along; everything on the chord is within its motion of the present poses.
    const count = queueNear(pair, pair.linearUsed + linear, pair.angularUsed + angular);
    if (count === 0) continue;
    loadMotion(motions, 0, start, pair.a, chord, ia, 1);
    loadMotion(motions, MOTION_STRIDE, start, pair.b, chord, ib, 1);
    const reached = advanceCandidates(
      model,
      motions,
      queue,
      count,
      pair.separation,
      keepOnChord,
      pair.dHat,
      1,
    );
    if (reached < 1) return false;
  }
  return true;
}
