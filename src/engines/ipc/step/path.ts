// The way of a time step: the poses that every accepted move led to, and nothing in between that was not checked.

import {
  conjugateQuaternion,
  multiplyQuaternions,
  rotationVectorFromQuaternion,
} from '../../../num/index.ts';
import { isStatic } from '../model.ts';
import { chordIsFree } from '../solve/free-step.ts';
import type { IpcState } from '../state.ts';
import { lengthAt } from './reach.ts';
import type { Work } from './work.ts';

export function beginPath(work: Work, time: number): void {
  work.path.times = [time];
  work.path.poses = [work.poses.knot()];
}

export function addKnot(work: Work): void {
  work.path.knots.push(work.poses.knot());
}

/** Adds the way of this step: straight to its end where that is free, else every knot of the line searches. */
export function addToPath(work: Work): void {
  const { path } = work;
  const { begin, end } = work.span;
  const { knots } = path;
  const straight = knots.length <= 1 || goesStraight(work);
  const chosen = straight ? knots.slice(-1) : knots;
  chosen.forEach((knot, j) => {
    path.times.push(j + 1 === chosen.length ? end : begin + ((end - begin) * (j + 1)) / chosen.length);
    path.poses.push(knot);
  });
}

function goesStraight(work: Work): boolean {
  const { model } = work;
  const chord = new Float64Array(6 * model.count);
  for (let i = 0; i < model.count; i++) {
    if (work.role[i] === isStatic) continue;
    for (let k = 0; k < 3; k++) chord[6 * i + k] = work.poses.q[3 * i + k] - work.start.q[3 * i + k];
    writeTurn(work, i, chord, 6 * i + 3);
    // beyond this the turn could not be read back from its two ends
    if (lengthAt(chord, 6 * i + 3) > 2.5) return false;
  }
  return chordIsFree(work, chord);
}

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
  state.pathTimes = Float64Array.from(times);
  state.pathPoses = new Float64Array(size * poses.length);
  poses.forEach((knot, j) => {
    state.pathPoses.set(knot, size * j);
  });
}
