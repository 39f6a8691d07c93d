// Bodies whose motion is given: along their path, or at their starting velocities for ever.

import {
  conjugateQuaternion,
  multiplyQuaternions,
  quaternionFromRotationVector,
  rotationVectorFromQuaternion,
} from '../../num/index.ts';
import { writeScripted } from '../../sim/index.ts';
import type { Model } from './model.ts';

const turn = new Float64Array(3);
const turned = new Float64Array(4);
const pose = new Float64Array(7);
const poseAfter = new Float64Array(7);
const unwanted = new Float64Array(6);

/** Puts a kinematic body where it is at a time [s]; others stay. */
export function placeScripted(
  model: Model,
  b: number,
  time: number,
  positions: Float64Array,
  positionAt: number,
  rotations: Float64Array,
  rotationAt: number,
): void {
  if (model.isKinematic[b] === 0) return;
  writePose(model, b, time, pose);
  for (let k = 0; k < 3; k++) positions[positionAt + k] = pose[k];
  for (let k = 0; k < 4; k++) rotations[rotationAt + k] = pose[3 + k];
}

/** Mean linear [m/s] and angular velocity [rad/s] of a kinematic body from a time to a later one, into out[at…at+5]. */
export function meanScripted(
  model: Model,
  b: number,
  from: number,
  span: number,
  out: Float64Array,
  at: number,
): void {
  writePose(model, b, from, pose);
  writePose(model, b, from + span, poseAfter);
  for (let k = 0; k < 3; k++) out[at + k] = (poseAfter[k] - pose[k]) / span;
  conjugateQuaternion(turned, 0, pose, 3);
  multiplyQuaternions(turned, 0, poseAfter, 3, turned, 0);
  rotationVectorFromQuaternion(turn, 0, turned, 0);
  for (let k = 0; k < 3; k++) out[at + 3 + k] = turn[k] / span;
}

function writePose(model: Model, b: number, time: number, out: Float64Array): void {
  const path = model.paths[b];
  if (path) {
    writeScripted(path, time, out, 0, unwanted, 0);
    return;
  }
  const { startPoses, startVelocities } = model;
  for (let k = 0; k < 3; k++) {
    out[k] = startPoses[7 * b + k] + time * startVelocities[6 * b + k];
    turn[k] = time * startVelocities[6 * b + 3 + k];
  }
  quaternionFromRotationVector(turned, 0, turn, 0);
  multiplyQuaternions(out, 3, turned, 0, startPoses, 7 * b + 3);
}
