// Starts of several bodies at once, moved until the forward engine brings all of them to their places: what each ends beside its
// place by, it starts as much to the other side the next time. Where what a body does depends little on a millimetre more or less
// at its start, that ends at the wish; where it does not, other starts are drawn.

import { conjugateQuaternion, multiplyQuaternions, normalizeQuaternion } from '../../../../num/index.ts';
import type { Model } from '../../model.ts';
import { bodySpeed } from '../body-speed.ts';
import { isBall } from '../is-ball.ts';
import { GroupRun } from '../refine/group-run.ts';
import { missOf, NEAR, NEAR_ANGLE } from '../refine/miss.ts';
import { copyStart, type ReplayStart } from '../replay.ts';

/** What is slower rests [m/s]; it is looked at every so many ticks. */
const RESTS = 1e-4;
const LOOKS = 16;
/** The most a start is moved in a round [m], [rad]. */
const MOST_MOVED = 0.01;
const MOST_TURNED = 0.2;
/** How much of what certificate A allows may be used. */
const USED = 0.95;

/**
 * @param bodies  a group that touches nobody else, whose starts may be moved
 * @param up      along which they are not
 * @returns the start from which all of them reach their places; undefined where none was found
 */
export function aim(
  model: Model,
  end: Float64Array,
  bodies: readonly number[],
  guess: ReplayStart,
  up: Float64Array,
  ticks: number,
  rounds: number,
  stop: () => boolean,
): ReplayStart | undefined {
  const run = new GroupRun(model, bodies);
  const start = copyStart(guess);
  for (let round = 0; round < rounds && !stop(); round++) {
    const there = copyStart(start);
    settle(model, run, there, ticks);
    const misses = missesOf(model, bodies, there.poses, end);
    const worst = Math.max(...misses);
    if (worst <= USED) return start;
    if (!Number.isFinite(worst)) return undefined;
    for (const body of bodies) correct(model, start.poses, there.poses, end, body, up);
  }
  return undefined;
}

/** Share of a group that the engine brings back to their places from a start, no farther away than it may be. */
export function shareBack(
  model: Model,
  end: Float64Array,
  bodies: readonly number[],
  start: ReplayStart,
  ticks: number,
): number {
  const there = copyStart(start);
  settle(model, new GroupRun(model, bodies), there, ticks);
  return missesOf(model, bodies, there.poses, end).filter((miss) => miss <= USED).length / bodies.length;
}

/** By how much each misses its place, in what certificate A allows. */
function missesOf(model: Model, bodies: readonly number[], poses: Float64Array, end: Float64Array): number[] {
  return bodies.map((body) => {
    const { distance, angle } = missOf(model, body, poses, end);
    return Math.max(distance / NEAR, angle / NEAR_ANGLE);
  });
}

/** Runs until everything rests, or for so many ticks. */
function settle(model: Model, run: GroupRun, { poses, motion }: ReplayStart, ticks: number): void {
  for (let tick = 0; tick < ticks; tick += LOOKS) {
    run.run(poses, motion, tick, Math.min(ticks, tick + LOOKS));
    // what has just been let go is slow, too
    if (tick > LOOKS && run.bodies.every((body) => bodySpeed(model, motion, body) < RESTS)) return;
  }
}

const turn = new Float64Array(4);

function correct(
  model: Model,
  start: Float64Array,
  there: Float64Array,
  end: Float64Array,
  body: number,
  up: Float64Array,
): void {
  const at = 7 * body;
  const miss = [0, 1, 2].map((k) => there[at + k] - end[at + k]);
  const rise = miss[0] * up[0] + miss[1] * up[1] + miss[2] * up[2];
  for (let k = 0; k < 3; k++) miss[k] -= rise * up[k];
  const far = Math.sqrt(miss[0] * miss[0] + miss[1] * miss[1] + miss[2] * miss[2]);
  const share = 0.9 * Math.min(1, MOST_MOVED / Math.max(far, 1e-300));
  for (let k = 0; k < 3; k++) start[at + k] -= share * miss[k];
  if (isBall(model, body) || missOf(model, body, there, end).angle > MOST_TURNED) return;
  conjugateQuaternion(turn, 0, there, at + 3);
  multiplyQuaternions(turn, 0, end, at + 3, turn, 0);
  // about the vertical alone: how a body leans is its way of falling, and what it leans on
  const about = turn[0] * up[0] + turn[1] * up[1] + turn[2] * up[2];
  for (let k = 0; k < 3; k++) turn[k] = about * up[k];
  normalizeQuaternion(turn, 0);
  multiplyQuaternions(start, at + 3, turn, 0, start, at + 3);
  normalizeQuaternion(start, at + 3);
}
