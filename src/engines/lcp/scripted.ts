// Bodies whose motion is given: along their path, or at their starting velocities for ever.

import { multiplyQuaternions, quaternionFromRotationVector } from '../../num/index.ts';
import { writeScripted } from '../../sim/index.ts';
import type { Model } from './model.ts';

const turn = new Float64Array(3);
const turned = new Float64Array(4);
const pose = new Float64Array(7);
const unwanted = new Float64Array(6);

/** Puts every kinematic body where it is at a time [s]. */
export function placeScripted(model: Model, time: number, poses: Float64Array): void {
  for (let b = 0; b < model.bodies; b++) {
    if (model.isKinematic[b] === 0) continue;
    const path = model.paths[b];
    if (path) {
      writeScripted(path, time, poses, 7 * b, unwanted, 0);
      continue;
    }
    for (let k = 0; k < 3; k++) {
      poses[7 * b + k] = model.startPoses[7 * b + k] + time * model.startVelocities[6 * b + k];
      turn[k] = time * model.startVelocities[6 * b + 3 + k];
    }
    quaternionFromRotationVector(turned, 0, turn, 0);
    multiplyQuaternions(poses, 7 * b + 3, turned, 0, model.startPoses, 7 * b + 3);
  }
}

/** Linear and angular velocity of a kinematic body at a time [s] into out[at…at+5]. */
export function scriptedVelocity(
  model: Model,
  body: number,
  time: number,
  out: Float64Array,
  at: number,
): void {
  const path = model.paths[body];
  if (path) writeScripted(path, time, pose, 0, out, at);
  else for (let k = 0; k < 6; k++) out[at + k] = model.startVelocities[6 * body + k];
}
