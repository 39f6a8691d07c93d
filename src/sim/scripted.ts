// Where a scripted body is: its path at a time, with velocities.
//
// Between two keys the body frame moves with constant velocity and turns with constant angular
// velocity about a fixed axis, R(s) = exp(s [w]) R₀, where w is the rotation vector (|w| ≤ π)
// from one key to the next: the same motion that a recording has between two knots.

import {
  conjugateQuaternion,
  multiplyQuaternions,
  quaternionFromRotationVector,
  rotationVectorFromQuaternion,
} from '../num/index.ts';
import type { Path, Pose } from '../scene/index.ts';

const first = new Float64Array(4);
const second = new Float64Array(4);
const between = new Float64Array(4);
const turn = new Float64Array(3);

/** When the body is let go, and is dynamic from then on; never, for most. [s] */
export function releaseTime(path: Path): number {
  return path.after === 'release' ? path.times[path.times.length - 1] : Number.POSITIVE_INFINITY;
}

/**
 * Writes the pose (7 numbers) and the velocity (linear, angular: 6 numbers) of a path at a time [s].
 * Before its first key a body is at rest there; at a key its velocity is that of the segment just ended.
 */
export function writeScripted(
  path: Path,
  time: number,
  poses: Float64Array,
  poseAt: number,
  velocities: Float64Array,
  velocityAt: number,
): void {
  const { times } = path;
  const last = times.length - 1;
  const t = path.after === 'repeat' && last > 0 ? wrap(time, times[0], times[last]) : time;
  velocities.fill(0, velocityAt, velocityAt + 6);
  if (t <= times[0] || t > times[last]) {
    writePose(path.poses[t <= times[0] ? 0 : last], poses, poseAt);
    return;
  }
  const key = firstAtOrAfter(times, t);
  const span = times[key] - times[key - 1];
  const s = (t - times[key - 1]) / span;
  const a = path.poses[key - 1];
  const b = path.poses[key];
  for (let k = 0; k < 3; k++) {
    poses[poseAt + k] = a.position[k] + s * (b.position[k] - a.position[k]);
    velocities[velocityAt + k] = (b.position[k] - a.position[k]) / span;
  }
  first.set(a.orientation);
  second.set(b.orientation);
  conjugateQuaternion(between, 0, first, 0);
  multiplyQuaternions(between, 0, second, 0, between, 0);
  rotationVectorFromQuaternion(turn, 0, between, 0);
  for (let k = 0; k < 3; k++) velocities[velocityAt + 3 + k] = turn[k] / span;
  for (let k = 0; k < 3; k++) turn[k] *= s;
  quaternionFromRotationVector(between, 0, turn, 0);
  multiplyQuaternions(poses, poseAt + 3, between, 0, first, 0);
}

/** The first key at or after a time that lies between the first key and the last. */
function firstAtOrAfter(times: readonly number[], time: number): number {
  let before = 0;
  let key = times.length - 1;
  while (key - before > 1) {
    const middle = (before + key) >> 1;
    if (times[middle] < time) before = middle;
    else key = middle;
  }
  return key;
}

function writePose(pose: Pose, poses: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) poses[at + k] = pose.position[k];
  for (let k = 0; k < 4; k++) poses[at + 3 + k] = pose.orientation[k];
}

/** Into (from, until]; times at or before `from` stay. */
function wrap(time: number, from: number, until: number): number {
  if (time <= until) return time;
  const period = until - from;
  const turns = Math.ceil((time - until) / period);
  return Math.min(until, Math.max(from, time - turns * period));
}
