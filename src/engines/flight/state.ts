// The state of a flight at its start, and angular velocities from momenta and back.

import { rotateByQuaternion, unrotateByQuaternion } from '../../num/index.ts';
import type { Scene } from '../../scene/index.ts';
import { startAbsent, startSteps, type SteppedState } from '../../sim/index.ts';
import type { Model } from './model.ts';

export function startState(scene: Scene, model: Model): SteppedState {
  const { bodies } = scene;
  const poses = model.startPoses.slice();
  const velocities = Float64Array.from(
    bodies.flatMap((body, b) =>
      body.motion === 'dynamic' || model.coasts[b] === 1
        ? [...body.velocity, ...body.angularVelocity]
        : Array(6).fill(0),
    ),
  );
  const momenta = new Float64Array(3 * bodies.length);
  for (let b = 0; b < bodies.length; b++) {
    for (let k = 0; k < 3; k++) velocities[6 * b + k] *= model.free[3 * b + k];
    if (model.turns[b] === 0) velocities.fill(0, 6 * b + 3, 6 * b + 6);
    momentumFromVelocity(model, b, poses, velocities, momenta);
  }
  const state = startSteps(poses, velocities, momenta);
  startAbsent(state, scene);
  return state;
}

/** L = R I Rᵀ ω */
export function momentumFromVelocity(
  model: Model,
  b: number,
  poses: Float64Array,
  velocities: Float64Array,
  momenta: Float64Array,
): void {
  unrotateByQuaternion(momenta, 3 * b, poses, 7 * b + 3, velocities, 6 * b + 3);
  for (let k = 3 * b; k < 3 * b + 3; k++) momenta[k] *= model.inertias[k];
  rotateByQuaternion(momenta, 3 * b, poses, 7 * b + 3, momenta, 3 * b);
}

/** ω = R I⁻¹ Rᵀ L */
export function velocityFromMomentum(
  model: Model,
  b: number,
  poses: Float64Array,
  momenta: Float64Array,
  velocities: Float64Array,
): void {
  const at = 6 * b + 3;
  unrotateByQuaternion(velocities, at, poses, 7 * b + 3, momenta, 3 * b);
  for (let k = 0; k < 3; k++) velocities[at + k] /= model.inertias[3 * b + k];
  rotateByQuaternion(velocities, at, poses, 7 * b + 3, velocities, at);
}
