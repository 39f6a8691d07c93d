// The ways in which a body can stand at rest on level ground: as it does at its end, and tipped by quarter and half turns from
// there, as far as it stays so when it is let go. Before it was toppled it stood in one of them.

import { lowestPoint } from '../alone/extents.ts';
import { multiplyQuaternions, normalizeQuaternion, rotateByQuaternion } from '../../../../num/index.ts';
import { cubeRotations } from '../../dice/turn-die.ts';
import type { Model } from '../../model.ts';
import { bodySpeed } from '../body-speed.ts';
import { isBall } from '../is-ball.ts';
import { GroupRun } from '../refine/group-run.ts';
import { copyStart, type ReplayStart } from '../replay.ts';

/** How long it may take to settle from just above the ground [s], and what is slower then rests [m/s]. */
const SETTLES = 0.5;
const RESTS = 1e-6;
/** cos of the turn by which it may have tipped while it settled, by more it fell over. */
const STANDS = 0.99;

/** Poses of the body, seven numbers each, at its place of the end; the one of the end first. */
export function restingPoses(model: Model, body: number, up: Float64Array, end: ReplayStart): Float64Array[] {
  const at = 7 * body;
  const asItEnds = end.poses.slice(at, at + 7);
  const poses = [asItEnds];
  if (isBall(model, body)) return poses;
  const ground = lowestPoint(model, body, up, end.poses);
  const run = new GroupRun(model, [body]);
  const seen: Float64Array[] = [upOf(asItEnds, up)];
  for (const rotation of cubeRotations) {
    const state = copyStart(end);
    multiplyQuaternions(state.poses, at + 3, asItEnds, 3, Float64Array.from(rotation), 0);
    normalizeQuaternion(state.poses, at + 3);
    const tipped = upOf(state.poses.subarray(at, at + 7), up);
    if (seen.some((other) => dot(other, tipped) > STANDS)) continue;
    seen.push(tipped);
    const rise = ground - lowestPoint(model, body, up, state.poses);
    for (let k = 0; k < 3; k++) state.poses[at + k] += rise * up[k];
    run.run(state.poses, state.motion, 0, Math.ceil(SETTLES / model.timeStep));
    if (bodySpeed(model, state.motion, body) > RESTS) continue;
    const pose = state.poses.slice(at, at + 7);
    if (dot(upOf(pose, up), tipped) > STANDS) poses.push(pose);
  }
  return poses;
}

/** The vertical as the body sees it. */
function upOf(pose: Float64Array, up: Float64Array): Float64Array {
  const seen = new Float64Array(3);
  const back = Float64Array.of(-pose[3], -pose[4], -pose[5], pose[6]);
  rotateByQuaternion(seen, 0, back, 0, up, 0);
  return seen;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
