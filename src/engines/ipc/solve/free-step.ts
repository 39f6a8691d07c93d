// The largest fraction of a direction that an island may follow without touching anything.
//
// Candidates whose known distance exceeds what the direction can move them are safe unseen; the others go through
// curved continuous collision. A pair that moves further than its candidates hold is searched along its way (swept.ts).
// Bodies may not leave the motion budget for which the pairs were found, nor turn by more than a segment of the path may
// (its rotation must be recoverable from its ends).

import { CANDIDATE_STRIDE, MOTION_STRIDE } from '../../../geometry/ccd/index.ts';
import { boundPair } from '../contact/clearance.ts';
import type { Pair, PairMotion } from '../contact/pairs.ts';
import { advanceSwept, type Keep, loadMotions } from '../contact/swept.ts';
import type { Model } from '../model.ts';
import { advanceCandidates } from '../native.ts';
import type { Poses } from '../step/poses.ts';
import { lengthAt, reachOf } from '../step/reach.ts';
import { boundSoft, softChordIsFree } from '../soft/soft-way.ts';
import type { Work } from '../step/work.ts';
import type { Island } from './islands.ts';

/** Fraction of a gap that the warm start leaves, which should not begin deep in a barrier, and that a Newton step does. */
export const keepInWarmStart: Keep = { first: 0.8, later: 0.8, within: 1 };
export const keepInNewton: Keep = { first: 0.3, later: 0.8, within: 1 };
const keepOnChord: Keep = { first: 0.01, later: 0.01, within: 1 };
/** Largest turn of one segment [rad]. */
const largestTurn = 2.5;

/** 0, with work.nearby.budgetSpent, where nothing but a motion budget stops it, before half of the direction. */
export function largestFreeStep(work: Work, island: Island, keep: Keep): number {
  boundPairs(work, island);
  const wasSpent = work.nearby.budgetSpent;
  const room = limitByBudget(work, island);
  const { pairs } = island;
  let free = island.soft ? boundSoft(work, island, room, keep) : room;
  for (let k = 0; k < island.moving.length && free > 0; k++) {
    const i = island.moving.data[k];
    if (!pairs[i].isStill) free = advancePair(work, pairs[i], motionOf(island, i), free, keep);
  }
  // what something stops before it has used up its room needs no more of it
  if (free < room) work.nearby.budgetSpent = wasSpent;
  return work.nearby.budgetSpent && free < 0.5 ? 0 : free;
}

const still = new Float64Array(6);
const motion: PairMotion = { ofA: still, atA: 0, ofB: still, atB: 0 };

/** How the island's direction moves the bodies of its pair i, until it is asked for another. */
function motionOf({ direction, placeA, placeB }: Island, i: number): PairMotion {
  const a = placeA[i];
  const b = placeB[i];
  motion.ofA = a >= 0 ? direction : still;
  motion.atA = a >= 0 ? 6 * a : 0;
  motion.ofB = b >= 0 ? direction : still;
  motion.atB = b >= 0 ? 6 * b : 0;
  return motion;
}

/** How far each body of an island comes by its direction. */
let reaches = new Float64Array(64);

/** How far each pair of the island comes by its direction, and which of them move. */
function boundPairs(work: Work, island: Island): void {
  const { bodies, direction, placeA, placeB, moving, nearing } = island;
  moving.clear();
  nearing.clear();
  if (reaches.length < bodies.length) reaches = new Float64Array(2 * bodies.length);
  for (let k = 0; k < bodies.length; k++)
    reaches[k] = (1 + 1e-12) * reachOf(direction, 6 * k, work.model.radius[bodies[k]]);
  for (let i = 0; i < island.pairs.length; i++) {
    const pair = island.pairs[i];
    // most pairs of a heap that falls, and never nearer than this
    const both = (placeA[i] < 0 ? 0 : reaches[placeA[i]]) + (placeB[i] < 0 ? 0 : reaches[placeB[i]]);
    if (both <= pair.clear) {
      pair.approach = both;
      if (both > 0) nearing.push(i);
      continue;
    }
    pair.settleAt(0); // a direction that was given up
    boundPair(work, pair, motionOf(island, i));
    if (pair.clear >= 0) nearing.push(i);
    else if (!pair.isStill || pair.changed || !pair.holdsAt(0)) moving.push(i);
  }
}

function limitByBudget(work: Work, { bodies, direction }: Island): number {
  let free = 1;
  for (let k = 0; k < bodies.length; k++) free = Math.min(free, limitOf(work, bodies[k], direction, 6 * k));
  return free;
}

/** The fraction of (u, ω) at direction[at…at+5] that body i has room for, with nearby.budgetSpent where that is its budget. */
export function limitOf({ model, nearby }: Work, i: number, direction: Float64Array, at: number): number {
  // what is hidden meets nothing
  if (i >= model.firstHidden[0]) return 1;
  let free = 1;
  const reach = reachOf(direction, at, model.radius[i]);
  const left = nearby.budget[i] - nearby.moved[i];
  if (reach > left) {
    free = Math.max(0, left / reach);
    // a body that wants to go farther than any can is stopped on its way, whatever room it has
    if (left < Math.min(reach, 0.5 * nearby.widest)) nearby.budgetSpent = true;
  }
  const turn = lengthAt(direction, at + 3);
  return turn * free > largestTurn ? largestTurn / turn : free;
}

/** The largest fraction, up to `free`, of a motion that was bounded, by which a pair keeps these parts of its gaps. */
export function advancePair(
  { model, poses, tally }: Work,
  pair: Pair,
  way: PairMotion,
  free: number,
  keep: Keep,
): number {
  if (!pair.holdsAt(free)) return advanceSwept(model, poses, pair, way, free, keep, tally);
  // Only motion that uses up most of a known distance is worth a query.
  const scale = free / (1 - keep.first);
  queue.fill(pair, pair.linearUsed + scale * pair.linear, pair.angularUsed + scale * pair.angular);
  tally.ccdQueries += queue.count;
  return advanceQueued(model, poses, pair, way, free, keep);
}

/** Whether all bodies can go straight from where the step began to where they are now; `chord` holds (u, ω) of each. */
export function chordIsFree(work: Work, chord: Float64Array): boolean {
  const { model, start, nearby } = work;
  const uncounted = { ccdQueries: 0 };
  if (!softChordIsFree(work, chord)) return false;
  const way = motion;
  way.ofA = way.ofB = chord;
  for (const pair of nearby.pairs) {
    way.atA = 6 * pair.a;
    way.atB = 6 * pair.b;
    if (pair.clear >= 0) {
      if (pair.approachOf(model.coreRadius, way) <= pair.clear) continue; // seen from its end
      if (advanceSwept(model, start, pair, way, 1, keepOnChord, uncounted) < 1) return false;
      continue;
    }
    pair.bound(start, model.coreRadius, way);
    const { linear, angular } = pair;
    pair.linear = 0;
    pair.angular = 0;
    if (linear === 0 && angular === 0) continue;
    // Candidates that held all along: everything on the chord is within its motion of the present poses.
    if (!pair.renewed) queue.fill(pair, pair.linearUsed + linear, pair.angularUsed + angular);
    const reached = pair.renewed
      ? advanceSwept(model, start, pair, way, 1, keepOnChord, uncounted)
      : advanceQueued(model, start, pair, way, 1, keepOnChord);
    if (reached < 1) return false;
  }
  return true;
}

/** Candidates that may come too near, one after another as rigidAdvance takes them. */
class Queue {
  count = 0;
  list = new Int32Array(256 * CANDIDATE_STRIDE);

  /** Takes the candidates of a pair that a motion by `linear` and `angular` could bring to the minimum separation. */
  fill(pair: Pair, linear: number, angular: number): void {
    const { list, known, far, count } = pair.candidates;
    const limit = pair.separation + linear;
    this.count = 0;
    for (let c = 0; c < count; c++) {
      if (known[c] > limit + angular * far[c]) continue;
      const to = this.count++ * CANDIDATE_STRIDE;
      if (to + CANDIDATE_STRIDE > this.list.length) this.grow();
      for (let k = 0; k < CANDIDATE_STRIDE; k++) this.list[to + k] = list[c * CANDIDATE_STRIDE + k];
    }
  }

  private grow(): void {
    const larger = new Int32Array(2 * this.list.length);
    larger.set(this.list);
    this.list = larger;
  }
}

const queue = new Queue();
const motions = new Float64Array(2 * MOTION_STRIDE);

/** How far the pair whose candidates are queued may go. */
function advanceQueued(
  model: Model,
  poses: Poses,
  pair: Pair,
  way: PairMotion,
  free: number,
  keep: Keep,
): number {
  if (queue.count === 0) return free;
  loadMotions(motions, poses, pair, way, 1);
  const { separation, dHat } = pair;
  return advanceCandidates(
    model,
    motions,
    queue.list,
    queue.count,
    separation,
    keep.first,
    keep.within * dHat,
    free,
  );
}
