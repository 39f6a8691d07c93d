// The largest fraction of a direction that an island may follow without touching anything.
//
// Candidates whose known distance exceeds what the direction can move them are safe unseen; the others go through
// curved continuous collision. Bodies may not leave the motion budget for which the candidates were found, nor turn
// by more than a segment of the path may (its rotation must be recoverable from its ends).

import { CANDIDATE_STRIDE, MOTION_STRIDE, rigidAdvance } from '../../geometry/ccd/curved.ts';
import type { Candidates } from './candidates.ts';
import type { Island } from './islands.ts';
import type { Model } from './model.ts';
import { reachOf } from './newton.ts';
import type { Pair } from './pairs.ts';
import type { Poses } from './poses.ts';
import type { Work } from './work.ts';

/** Fraction of a gap that a step leaves. */
const keep = 0.2;
/** Largest turn of one segment [rad]. */
const largestTurn = 2.5;

const motions = new Float64Array(2 * MOTION_STRIDE);
let queue = new Int32Array(256 * CANDIDATE_STRIDE);

/** 0, with work.spent set, where the motion budget does not last for at least half of the direction. */
export function largestFreeStep(work: Work, island: Island): number {
  let free = limitByBudget(work, island);
  if (work.spent && free < 0.5) return 0;
  boundPairs(work, island);
  for (const pair of island.pairs) {
    if (free <= 0) break;
    free = advancePair(work, work.poses, island, pair, free);
  }
  return free;
}

/** How far each pair comes by the direction at full length, into pair.bound. */
export function boundPairs(work: Work, island: Island): void {
  const { place, model } = work;
  const d = island.direction;
  for (const pair of island.pairs) {
    const a = 6 * place[pair.a];
    const b = 6 * place[pair.b];
    let ux = 0,
      uy = 0,
      uz = 0,
      turn = 0;
    if (a >= 0) {
      ux = d[a];
      uy = d[a + 1];
      uz = d[a + 2];
      turn +=
        model.radius[pair.a] * Math.sqrt(d[a + 3] * d[a + 3] + d[a + 4] * d[a + 4] + d[a + 5] * d[a + 5]);
    }
    if (b >= 0) {
      ux -= d[b];
      uy -= d[b + 1];
      uz -= d[b + 2];
      turn +=
        model.radius[pair.b] * Math.sqrt(d[b + 3] * d[b + 3] + d[b + 4] * d[b + 4] + d[b + 5] * d[b + 5]);
    }
    pair.bound = (Math.sqrt(ux * ux + uy * uy + uz * uz) + turn) * (1 + 1e-12);
  }
}

function limitByBudget(work: Work, island: Island): number {
  let free = 1;
  for (let k = 0; k < island.bodies.length; k++) {
    const body = island.bodies[k];
    const at = 6 * k;
    const reach = reachOf(island.direction, at, work.model.radius[body]);
    const left = work.budget[body] - work.moved[body];
    if (reach * free > left) {
      free = Math.max(0, left / reach);
      work.spent = true;
    }
    const d = island.direction;
    const turn = Math.sqrt(d[at + 3] * d[at + 3] + d[at + 4] * d[at + 4] + d[at + 5] * d[at + 5]);
    if (turn * free > largestTurn) free = largestTurn / turn;
  }
  return free;
}

function advancePair(work: Work, poses: Poses, island: Island, pair: Pair, free: number): number {
  // Only motion that uses up most of a known distance is worth a query.
  const count = queueNear(
    work.candidates,
    pair,
    pair.motion + pair.separation + (free * pair.bound) / (1 - keep),
  );
  if (count === 0) return free;
  work.tally.ccdQueries += count;
  loadMotion(0, poses, pair.a, island.direction, work.place[pair.a]);
  loadMotion(MOTION_STRIDE, poses, pair.b, island.direction, work.place[pair.b]);
  const { vertices } = work.model;
  return rigidAdvance(
    vertices,
    motions,
    0,
    vertices,
    motions,
    MOTION_STRIDE,
    queue,
    count,
    pair.separation,
    keep,
    pair.dHat,
    free,
  );
}

/** Queues the candidates of a pair whose known distance is at most `limit`. */
function queueNear(candidates: Candidates, pair: Pair, limit: number): number {
  const { list, known } = candidates;
  let count = 0;
  for (let c = pair.start; c < pair.end; c++) {
    if (known[c] > limit) continue;
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

function loadMotion(at: number, poses: Poses, body: number, direction: Float64Array, place: number): void {
  for (let k = 0; k < 9; k++) motions[at + k] = poses.r[9 * body + k];
  for (let k = 0; k < 3; k++) {
    motions[at + 9 + k] = poses.q[3 * body + k];
    motions[at + 12 + k] = place >= 0 ? direction[6 * place + 3 + k] : 0;
    motions[at + 15 + k] = place >= 0 ? direction[6 * place + k] : 0;
  }
}

/**
 * Whether all bodies can go straight from where the step began to where they are now. `chord` holds (u, ω) of each
 * body. Pairs that cannot have met along the way are not looked at.
 */
export function chordIsFree(
  work: Work,
  model: Model,
  pairs: readonly Pair[],
  chord: Float64Array,
  stepMotion: Float64Array,
): boolean {
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i];
    const travelled = stepMotion[pair.a] + stepMotion[pair.b];
    if (travelled === 0) continue;
    // Everything on the chord is within `travelled` of the present poses.
    const count = queueNear(work.candidates, pair, pair.motion + pair.separation + travelled);
    if (count === 0) continue;
    loadMotion(0, work.start, pair.a, chord, pair.a);
    loadMotion(MOTION_STRIDE, work.start, pair.b, chord, pair.b);
    const reached = rigidAdvance(
      model.vertices,
      motions,
      0,
      model.vertices,
      motions,
      MOTION_STRIDE,
      queue,
      count,
      pair.separation,
      0.01,
      pair.dHat,
      1,
    );
    if (reached < 1) return false;
  }
  return true;
}
