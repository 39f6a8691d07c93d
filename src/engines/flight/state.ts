// The state of a flight. `previous…` is one step back, for frames that fall between two steps.

import { rotateByQuaternion, unrotateByQuaternion } from '../../num/index.ts';
import type { Scene } from '../../scene/index.ts';
import { startAbsent } from '../../sim/index.ts';
import type { Model } from './model.ts';

export interface FlightState extends Record<string, Float64Array | Uint32Array> {
  /** How far the caller has asked us to go [s]; -1 before the first time. */
  clock: Float64Array;
  /** Steps taken: the arrays below are at tick × timeStep. */
  tick: Uint32Array;
  poses: Float64Array;
  velocities: Float64Array;
  /** Angular momentum of each body about its centre, world axes [kg m²/s]. */
  momenta: Float64Array;
  previousPoses: Float64Array;
  previousVelocities: Float64Array;
  previousMomenta: Float64Array;
  /** Force and torque from outside, six a body, until they are changed. */
  applied: Float64Array;
}

export function startState(scene: Scene, model: Model): FlightState {
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
  const state: FlightState = {
    clock: Float64Array.of(-1),
    tick: Uint32Array.of(0),
    poses,
    velocities,
    momenta,
    previousPoses: poses.slice(),
    previousVelocities: velocities.slice(),
    previousMomenta: momenta.slice(),
    applied: new Float64Array(6 * bodies.length),
  };
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
