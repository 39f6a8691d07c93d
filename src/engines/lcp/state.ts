// The state of a run. Copying these arrays is the snapshot.
//
// Impulses of the last step are kept by the keys of their contacts as the first guess of large solves; small ones start
// from nothing, so that a step of theirs depends on poses and motion alone.

import type { Frame } from '../../record/index.ts';
import { blendPose, jumpOf, startAbsent, startSteps, type SteppedState } from '../../sim/index.ts';
import { rotateByQuaternion, unrotateByQuaternion } from '../../num/index.ts';
import type { Model } from './model.ts';
import { placeScripted, scriptedVelocity } from './scripted.ts';

export interface LcpState extends SteppedState {
  /** Stiffness, damping, point of the body, target in the world: eight a body (drag.ts). */
  drags: Float64Array;
  /** Target and largest force of each joint's motor; 1 where a joint still holds. */
  motors: Float64Array;
  holds: Uint32Array;
  /** Keys of the last step's contacts: a, b, featureA, featureB, part; and their impulses, seven each. */
  guessKeys: Uint32Array;
  guesses: Float64Array;
  jointGuesses: Float64Array;
  /** Gravity [m/s²], which parameters may change. */
  gravity: Float64Array;
  /** With the option sleepAfter: steps for which each body has been still, and the group it sleeps in, 0: awake (sleep.ts). */
  stillTicks: Uint32Array;
  sleeps: Uint32Array;
}

export function startState(model: Model): LcpState {
  const { bodies } = model;
  const poses = model.startPoses.slice();
  placeScripted(model, 0, poses);
  const velocities = new Float64Array(3 * bodies);
  const momenta = new Float64Array(3 * bodies);
  for (let b = 0; b < bodies; b++) {
    if (model.isDynamic[b] === 0) continue;
    for (let k = 0; k < 3; k++)
      if (model.inverseMasses[3 * b + k] > 0) velocities[3 * b + k] = model.startVelocities[6 * b + k];
    writeMomentum(model, poses, b, model.startVelocities, 6 * b + 3, momenta, 3 * b);
  }
  const joints = model.joints.length;
  const state: LcpState = {
    ...startSteps(poses, velocities, momenta),
    drags: new Float64Array(8 * bodies),
    motors: Float64Array.from([...model.motorTargets, ...model.motorForces]),
    holds: new Uint32Array(joints).fill(1),
    guessKeys: new Uint32Array(0),
    guesses: new Float64Array(0),
    jointGuesses: new Float64Array(model.jointRows),
    gravity: model.gravity.slice(),
    stillTicks: new Uint32Array(bodies),
    sleeps: new Uint32Array(bodies),
  };
  startAbsent(state, model.scene);
  return state;
}

/** L = R I Rᵀ ω of a dynamic body; zero where it may not turn. */
export function writeMomentum(
  model: Model,
  poses: Float64Array,
  body: number,
  spins: Float64Array,
  at: number,
  out: Float64Array,
  o: number,
): void {
  if (model.inverseInertias[3 * body] === 0) {
    out.fill(0, o, o + 3);
    return;
  }
  if (model.isRound[body] === 1) {
    for (let k = 0; k < 3; k++) out[o + k] = model.inertias[3 * body] * spins[at + k];
    return;
  }
  unrotateByQuaternion(out, o, poses, 7 * body + 3, spins, at);
  for (let k = 0; k < 3; k++) out[o + k] *= model.inertias[3 * body + k];
  rotateByQuaternion(out, o, poses, 7 * body + 3, out, o);
}

const velocity = new Float64Array(6);

/** Linear and angular velocity of a body at a time, from its motion or its script, into out[at…at+5]. */
export function writeVelocity(
  model: Model,
  poses: Float64Array,
  body: number,
  time: number,
  { velocities, momenta }: { velocities: Float64Array; momenta: Float64Array },
  out: Float64Array,
  at: number,
): void {
  out.fill(0, at, at + 6);
  if (model.isKinematic[body] === 1) {
    scriptedVelocity(model, body, time, velocity, 0);
    out.set(velocity, at);
    return;
  }
  if (model.isDynamic[body] === 0) return;
  for (let k = 0; k < 3; k++) out[at + k] = velocities[3 * body + k];
  if (model.inverseInertias[3 * body] === 0) return;
  unrotateByQuaternion(out, at + 3, poses, 7 * body + 3, momenta, 3 * body);
  for (let k = 0; k < 3; k++) out[at + 3 + k] *= model.inverseInertias[3 * body + k];
  rotateByQuaternion(out, at + 3, poses, 7 * body + 3, out, at + 3);
}

/** Time and poses of a frame, between the last two steps where the clock is; returns how far that is from one to the other. */
export function writePlaces(model: Model, state: LcpState, frame: Frame): number {
  const { poses, previousPoses, tick } = state;
  const time = Math.max(0, state.clock[0]);
  const end = tick[0] * model.timeStep;
  const s = time >= end || tick[0] === 0 ? 1 : 1 - (end - time) / model.timeStep;
  frame.time = time;
  frame.poses.set(poses);
  for (let b = 0; s < 1 && b < model.bodies; b++)
    blendPose(frame.poses, 7 * b, previousPoses, 7 * b, jumpOf(state) ?? poses, 7 * b, s);
  return s;
}
