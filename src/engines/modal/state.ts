// The state of a run. Copying these arrays is the snapshot.
//
// Every body has a clock of its own. It was last kicked at `times`, and from there flies freely for `steps`: all the arrays
// below are what it has just behind that kick. Where it is at any time until the end of its step follows from them
// (advance/flow.ts), so going back within a step undoes nothing but the plan to fly so far.

import { rotateByQuaternion, unrotateByQuaternion } from '../../num/index.ts';
import { dragSize } from '../../sim/index.ts';
import { writeForces } from './advance/forces/forces.ts';
import { startSpin } from './advance/spin/start-spin.ts';
import type { Model } from './model.ts';
import { placeScripted } from './scripted.ts';

export interface ModalState extends Record<string, Float64Array | Int32Array | Uint32Array> {
  /** How far the caller has asked us to go [s]; -1 before the first time. */
  clock: Float64Array;
  /** When each body was last kicked [s], and how long it then flies [s]; 0 before the first kick. */
  times: Float64Array;
  steps: Float64Array;
  /** Until when contact forces are told [s]: the middle of the step. */
  shares: Float64Array;
  positions: Float64Array;
  rotations: Float64Array;
  /** Mean velocity of the centre during the step [m/s], and momentum about it, vibration's too, world axes [kg m²/s], in its middle. */
  velocities: Float64Array;
  momenta: Float64Array;
  /** q [m√kg] of all modes of all bodies, and its mean velocity during the step; those not simulated have none. */
  modal: Float64Array;
  modalVelocities: Float64Array;
  /** How many modes of each body are simulated: the lowest ones. */
  simulated: Int32Array;
  /** When modes of each body were last raised [s]. */
  raised: Float64Array;
  /** Acceleration [m/s²] and torque [N m], six a body, and what pushes modes [N/√kg], all constant during the step. */
  accelerations: Float64Array;
  loads: Float64Array;
  /** What of the loads rotation makes [N/√kg], and the spin that they were found for [rad/s], three a body, body axes. */
  spinLoads: Float64Array;
  turning: Float64Array;
  /** What modes change of the inertia in the middle of the step [kg m²], six a body, and their momentum [kg m²/s], three. */
  inertiaChanges: Float64Array;
  innerMomenta: Float64Array;
  /** What contacts pushed modes with at the start, where bodies rested: modes are measured from the shape under it [N/√kg]. */
  preloads: Float64Array;
  /** What contacts pushed modes with in the last step [N/√kg], and over how long a body's did [s]. */
  pushes: Float64Array;
  spans: Float64Array;
  /** Impulses of the last step of every contact that had any: its id, bodies, normal and tangential parts, solver's state. */
  pastIds: Float64Array;
  pastBodies: Int32Array;
  pastImpulses: Float64Array;
  pastStates: Int32Array;
  /** [s] */
  pastSpans: Float64Array;
  /** Features in contact (collide/memory.ts). */
  touching: Float64Array;
  /** Force and torque from outside, six a body, until they are changed. */
  applied: Float64Array;
  /** What draws a point of each body, eight numbers a body (sim/drag.ts). */
  drags: Float64Array;
  /** [m/s²], which parameters may change. */
  gravity: Float64Array;
}

export function startState(model: Model): ModalState {
  const { count, modes, startPoses, startVelocities } = model;
  const state: ModalState = {
    clock: Float64Array.of(-1),
    times: new Float64Array(count),
    steps: new Float64Array(count),
    shares: new Float64Array(count),
    positions: new Float64Array(3 * count),
    rotations: new Float64Array(4 * count),
    velocities: new Float64Array(3 * count),
    momenta: new Float64Array(3 * count),
    modal: new Float64Array(modes),
    modalVelocities: new Float64Array(modes),
    simulated: Int32Array.from(model.bodies.bodies, (body) => (model.options.adaptive ? 0 : body.modes)),
    raised: new Float64Array(count).fill(-1),
    accelerations: new Float64Array(6 * count),
    loads: new Float64Array(modes),
    spinLoads: new Float64Array(modes),
    turning: new Float64Array(3 * count),
    inertiaChanges: new Float64Array(6 * count),
    innerMomenta: new Float64Array(3 * count),
    preloads: new Float64Array(modes),
    pushes: new Float64Array(modes),
    spans: new Float64Array(count),
    pastIds: new Float64Array(0),
    pastBodies: new Int32Array(0),
    pastImpulses: new Float64Array(0),
    pastStates: new Int32Array(0),
    pastSpans: new Float64Array(0),
    touching: new Float64Array(0),
    applied: new Float64Array(6 * count),
    drags: new Float64Array(dragSize * count),
    gravity: Float64Array.from(model.scene.gravity),
  };
  for (let b = 0; b < count; b++) {
    for (let k = 0; k < 3; k++) {
      state.positions[3 * b + k] = startPoses[7 * b + k];
      if (model.inverseMasses[3 * b + k] > 0) state.velocities[3 * b + k] = startVelocities[6 * b + k];
    }
    for (let k = 0; k < 4; k++) state.rotations[4 * b + k] = startPoses[7 * b + 3 + k];
    placeScripted(model, b, 0, state.positions, 3 * b, state.rotations, 4 * b);
    startMomentum(model, state, b);
    startDeflection(model, state, b);
  }
  return state;
}

/** L = R I Rᵀ ω */
function startMomentum(model: Model, { rotations, momenta }: ModalState, b: number): void {
  if (model.inverseInertias[3 * b] === 0) return;
  unrotateByQuaternion(momenta, 3 * b, rotations, 4 * b, model.startVelocities, 6 * b + 3);
  for (let k = 0; k < 3; k++) momenta[3 * b + k] /= model.inverseInertias[3 * b + k];
  rotateByQuaternion(momenta, 3 * b, rotations, 4 * b, momenta, 3 * b);
}

/** What pushes a body from the start on has done so for long: its modes begin where that holds them. */
function startDeflection(model: Model, state: ModalState, b: number): void {
  const { bodies, firstMode } = model.bodies;
  if (bodies[b].modes === 0) return;
  writeForces(model, state, b, 0, 0, state.rotations, state);
  for (let m = 0; m < bodies[b].modes; m++) {
    const omega = bodies[b].omegas[m];
    state.modal[firstMode[b] + m] = state.loads[firstMode[b] + m] / (omega * omega);
  }
  startSpin(model, state, b);
}
