// The way of a time step: the poses that every accepted move led to, and nothing in between that was not checked.
//
// Islands move one after another, each checked against the others where they are. A round of such moves is one knot of the
// path where no two islands can have come near each other by moving at the same time; else each move is one.

import {
  conjugateQuaternion,
  multiplyQuaternions,
  rotationVectorFromQuaternion,
} from '../../../num/index.ts';
import type { Pair } from '../contact/pairs.ts';
import { isStatic } from '../model.ts';
import { chordIsFree } from '../solve/free-step.ts';
import type { IpcState } from '../state.ts';
import { lengthAt } from './reach.ts';
import type { Work } from './work.ts';

export function beginPath(work: Work, time: number): void {
  work.path.times = [time];
  work.path.poses = [work.poses.knot()];
}

/** A span begins. */
export function beginMoves({ path }: Work): void {
  path.moves = [];
  path.travelled.fill(0);
}

/** Some bodies have moved, while all others stayed where they were. */
export function addMove({ path, poses }: Work, bodies: Int32Array): void {
  const numbers = new Float64Array(7 * bodies.length);
  for (let k = 0; k < bodies.length; k++) poses.write(bodies[k], numbers, 7 * k);
  path.moves.push({ bodies, poses: numbers, isKnot: false });
}

/** After some moves: a knot where they are all made, or one after each. */
export function endRound(work: Work): void {
  const { moves, travelled } = work.path;
  let first = moves.length;
  while (first > 0 && !moves[first - 1].isKnot) first--;
  const together = moves.length - first < 2 || isFreeTogether(work);
  for (let m = first; m < moves.length; m++) {
    moves[m].isKnot = !together || m === moves.length - 1;
    for (const body of moves[m].bodies) travelled[body] = 0;
  }
}

/** Whether no two bodies of different islands can have met that moved in this round. */
function isFreeTogether({ nearby, islands, path }: Work): boolean {
  for (const pair of nearby.pairs) {
    const { a, b } = pair;
    const both = path.travelled[a] + path.travelled[b];
    if (path.travelled[a] === 0 || both === path.travelled[a] || islands.of[a] === islands.of[b]) continue;
    if (both >= leastDistance(pair) - pair.separation) return false;
  }
  return true;
}

/** No two primitives of a pair are nearer to each other than this, as far as that need be known. */
function leastDistance({ candidates, dHat, separation, linearUsed, angularUsed, clear }: Pair): number {
  const { count, known, far } = candidates;
  let least = dHat + separation + Math.max(0, clear); // what is not among the candidates is out of the barrier's reach
  for (let c = 0; c < count; c++) least = Math.min(least, known[c] - linearUsed - angularUsed * far[c]);
  return least;
}

/** Adds the way of this step: straight to its end where that is free, else every knot of the line searches. */
export function addToPath(work: Work): void {
  const { path } = work;
  const { begin, end } = work.span;
  let knots = 0;
  for (const { isKnot } of path.moves) if (isKnot) knots++;
  if (knots <= 1 || goesStraight(work)) {
    path.times.push(end);
    path.poses.push(work.poses.knot());
    return;
  }
  const pose = work.start.knot();
  let j = 0;
  for (const { bodies, poses, isKnot } of path.moves) {
    for (let k = 0; k < bodies.length; k++)
      for (let c = 0; c < 7; c++) pose[7 * bodies[k] + c] = poses[7 * k + c];
    if (!isKnot) continue;
    path.times.push(++j === knots ? end : begin + ((end - begin) * j) / knots);
    path.poses.push(pose.slice());
  }
}

function goesStraight(work: Work): boolean {
  const { model } = work;
  if (chord.length !== 6 * model.count) chord = new Float64Array(6 * model.count);
  else chord.fill(0);
  for (let i = 0; i < model.count; i++) {
    if (work.role[i] === isStatic) continue;
    for (let k = 0; k < 3; k++) chord[6 * i + k] = work.poses.q[3 * i + k] - work.start.q[3 * i + k];
    writeTurn(work, i, chord, 6 * i + 3);
    // beyond this the turn could not be read back from its two ends
    if (lengthAt(chord, 6 * i + 3) > 2.5) return false;
  }
  return chordIsFree(work, chord);
}

/** (u, ω) of each body from the start of the step to its end. */
let chord = new Float64Array(0);
const turn = new Float64Array(4);

/** Rotation vector of body i over the step, into out[at…at+2]. */
export function writeTurn(work: Work, i: number, out: Float64Array, at: number): void {
  conjugateQuaternion(turn, 0, work.start.o, 4 * i);
  multiplyQuaternions(turn, 0, work.poses.o, 4 * i, turn, 0);
  rotationVectorFromQuaternion(out, at, turn, 0);
}

export function writePath(work: Work, state: IpcState): void {
  const { times, poses } = work.path;
  const size = 7 * work.model.count;
  state.pathTimes = new Float64Array(times.length);
  for (let j = 0; j < times.length; j++) state.pathTimes[j] = times[j];
  state.pathPoses = new Float64Array(size * poses.length);
  for (let j = 0; j < poses.length; j++) state.pathPoses.set(poses[j], size * j);
  work.path.poses = []; // the state has them now
}
