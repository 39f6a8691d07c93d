// The motion between two knots: constant velocity, and constant angular velocity about a fixed axis.

import {
  conjugateQuaternion,
  multiplyQuaternions,
  quaternionFromRotationVector,
  rotationVectorFromQuaternion,
} from '../num/index.ts';

const between = new Float64Array(4);
const turn = new Float64Array(3);

/** Writes the pose (7 numbers) at the fraction s of the way from one pose to another. */
export function blendPose(
  out: Float64Array,
  at: number,
  from: Float64Array,
  fromAt: number,
  to: Float64Array,
  toAt: number,
  s: number,
): void {
  for (let k = 0; k < 3; k++) out[at + k] = from[fromAt + k] + s * (to[toAt + k] - from[fromAt + k]);
  conjugateQuaternion(between, 0, from, fromAt + 3);
  multiplyQuaternions(between, 0, to, toAt + 3, between, 0);
  rotationVectorFromQuaternion(turn, 0, between, 0);
  for (let k = 0; k < 3; k++) turn[k] *= s;
  quaternionFromRotationVector(between, 0, turn, 0);
  multiplyQuaternions(out, at + 3, between, 0, from, fromAt + 3);
}
