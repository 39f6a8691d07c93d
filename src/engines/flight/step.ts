// One step of free flight: half a kick, a drift, half a kick (Störmer–Verlet).
//
// Under constant forces the centre's parabola is exact. A drift turns the body by its free
// rotation, made fourth-order by three steps of the second-order one with the weights w, 1 - 2w,
// w, where w = 1 / (2 - ∛2) (Yoshida 1990). The angular momentum of a free body is kept exactly.

import {
  multiplyQuaternions,
  quaternionFromRotationVector,
  rotateByQuaternion,
  rotateFreely,
} from '../../num/index.ts';
import { absentOf, releaseTime, type SteppedState, writeScripted } from '../../sim/index.ts';
import type { Model } from './model.ts';
import { momentumFromVelocity, velocityFromMomentum } from './state.ts';

const OUTER = 1.3512071919596578;
const INNER = 1 - 2 * OUTER;

const arm = new Float64Array(3);
const turned = new Float64Array(4);

/** Moves every body from tick to tick + 1. */
export function step(model: Model, state: SteppedState): void {
  const { poses, velocities, momenta } = state;
  state.previousPoses.set(poses);
  state.previousVelocities.set(velocities);
  state.previousMomenta.set(momenta);
  const h = model.timeStep;
  const start = state.tick[0] * h;
  const end = (state.tick[0] + 1) * h;
  const absent = absentOf(state);
  let next = 0;
  for (let b = 0; b < model.bodies; b++) {
    if (absent[next] === b) {
      next++;
      continue;
    }
    if (model.isStatic[b] === 1) continue;
    if (model.coasts[b] === 1) {
      coast(model, state, b, end);
      continue;
    }
    const path = model.paths[b];
    if (path !== undefined && start < releaseTime(path)) {
      writeScripted(path, Math.min(end, releaseTime(path)), poses, 7 * b, velocities, 6 * b);
      if (end >= releaseTime(path)) momentumFromVelocity(model, b, poses, velocities, momenta);
      continue;
    }
    kick(model, state, b, start, h / 2);
    drift(model, state, b, h);
    kick(model, state, b, start + h / 2, h / 2);
    if (model.turns[b] === 1) velocityFromMomentum(model, b, poses, momenta, velocities);
  }
  state.tick[0]++;
}

/** Puts a body whose motion is given where it is at a time [s]; others stay. */
export function placeScripted(model: Model, state: SteppedState, b: number, time: number): void {
  const path = model.paths[b];
  if (model.coasts[b] === 1) coast(model, state, b, time);
  else if (path !== undefined && time < releaseTime(path))
    writeScripted(path, time, state.poses, 7 * b, state.velocities, 6 * b);
}

/** The pose after a constant velocity and angular velocity since time zero: p₀ + v t and exp([ω] t) R₀ */
function coast(model: Model, { poses, velocities }: SteppedState, b: number, time: number): void {
  for (let k = 0; k < 3; k++) {
    poses[7 * b + k] = model.startPoses[7 * b + k] + time * velocities[6 * b + k];
    arm[k] = time * velocities[6 * b + 3 + k];
  }
  quaternionFromRotationVector(turned, 0, arm, 0);
  multiplyQuaternions(poses, 7 * b + 3, turned, 0, model.startPoses, 7 * b + 3);
}

function drift(model: Model, { poses, velocities, momenta }: SteppedState, b: number, h: number): void {
  for (let k = 0; k < 3; k++) poses[7 * b + k] += h * velocities[6 * b + k];
  if (model.turns[b] === 0) return;
  rotateFreely(poses, 7 * b + 3, momenta, 3 * b, model.inertias, 3 * b, OUTER * h);
  rotateFreely(poses, 7 * b + 3, momenta, 3 * b, model.inertias, 3 * b, INNER * h);
  rotateFreely(poses, 7 * b + 3, momenta, 3 * b, model.inertias, 3 * b, OUTER * h);
}

function kick(
  model: Model,
  { poses, velocities, momenta, applied }: SteppedState,
  b: number,
  from: number,
  h: number,
): void {
  const mass = model.masses[b];
  const canTurn = model.turns[b] === 1;
  for (let k = 0; k < 3; k++) {
    const force = model.forces[6 * b + k] + applied[6 * b + k];
    velocities[6 * b + k] += model.free[3 * b + k] * h * (model.gravity[k] + force / mass);
    if (canTurn) momenta[3 * b + k] += h * (model.forces[6 * b + 3 + k] + applied[6 * b + 3 + k]);
  }
  for (const { force, torque, point, from: begins, until } of model.timedForces[b]) {
    const lasts = Math.min(until, from + h) - Math.max(begins, from);
    if (lasts <= 0) continue;
    arm.set(point);
    rotateByQuaternion(arm, 0, poses, 7 * b + 3, arm, 0);
    for (let k = 0; k < 3; k++) {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      velocities[6 * b + k] += (model.free[3 * b + k] * lasts * force[k]) / mass;
      if (canTurn) momenta[3 * b + k] += lasts * (torque[k] + arm[i] * force[j] - arm[j] * force[i]);
    }
  }
}
