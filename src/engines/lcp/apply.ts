// Inputs from outside while a simulation runs. All they change is in the state, so that snapshots and replays have it.
//
//   kind       target     values (sim/inputs.ts)
//   force      body       at the centre of mass; until the next for this body
//   drag       body       its point in body coordinates
//   motor      joint      target [rad/s, m/s, rad or m as the scene's motor has]
//   parameter  parameter  of gravity alone
//   impulse, velocity, pose   a dynamic body; enable, disable   any body

import type { Input } from '../../record/index.ts';
import {
  type BodyChange,
  dragSize,
  fixedParameter,
  isBodyChange,
  jumpOf,
  markJump,
  readBodyChange,
  readDrag,
  readForce,
  readMotor,
  readParameter,
  refuserOf,
  setAbsent,
  setGravity,
  writeTwist,
} from '../../sim/index.ts';
import { loadControls } from './controls.ts';
import type { Model } from './model.ts';
import { placeScripted } from './scripted.ts';
import { type LcpState, writeMomentum, writeVelocity } from './state.ts';

/** @throws FaultError, with the state untouched, where the input makes no sense here */
export function applyInput(model: Model, state: LcpState, input: Input): void {
  const { kind, target } = input;
  const refuse = refuserOf(input);
  if (kind === 'motor') {
    const values = readMotor(input, model.joints[target]?.joint.motor !== undefined, refuse);
    state.motors[target] = values[0];
    if (values.length === 2) state.motors[model.joints.length + target] = values[1];
  } else if (kind === 'parameter') {
    const parameter = readParameter(model.scene, input, refuse);
    if (!setGravity(state.gravity, model.scene.up, parameter.target, input.values[0]))
      throw fixedParameter(parameter, refuse);
  } else if (isBodyChange(kind)) {
    change(model, state, target, readBodyChange(model.scene, state, input, refuse));
  } else if (kind !== 'force' && kind !== 'drag') {
    const remedy = 'send force, drag, motor, parameter, impulse, velocity, pose, enable or disable';
    throw refuse('is of a kind this engine does not know', kind, remedy);
  } else if (model.scene.bodies[target]?.motion !== 'dynamic') {
    throw refuse('acts on no dynamic body', `${kind} ${target}`, 'give the index of a dynamic body');
  } else if (kind === 'force') {
    state.applied.set(readForce(input, refuse), 6 * target);
  } else {
    state.drags.set(readDrag(input, model.masses[target], refuse), dragSize * target);
  }
  loadControls(model, state);
}

const twist = new Float64Array(3);
const motion = new Float64Array(6);

function change(model: Model, state: LcpState, b: number, wanted: BodyChange): void {
  const { impulse, velocity, pose, absent } = wanted;
  const { poses, velocities, momenta } = state;
  if (absent !== undefined) {
    setAbsent(state, b, absent);
    loadControls(model, state);
  }
  if (impulse) {
    writeTwist(twist, impulse, poses, 7 * b + 3);
    for (let k = 0; k < 3; k++) {
      velocities[3 * b + k] += model.inverseMasses[3 * b + k] * impulse[k];
      if (model.inverseInertias[3 * b] > 0) momenta[3 * b + k] += twist[k];
    }
    return;
  }
  writeVelocity(model, poses, b, 0, state, motion, 0);
  if (pose || absent === false) {
    if (state.clock[0] >= 0) markJump(state, poses);
    if (pose) poses.set(pose, 7 * b);
    placeScripted(model, state.tick[0] * model.timeStep, poses);
    // where it was while it was not there means nothing: it does not come from there
    if (absent === false)
      for (const before of [state.previousPoses, jumpOf(state)])
        before?.set(poses.subarray(7 * b, 7 * b + 7), 7 * b);
  }
  if (model.isDynamic[b] === 0) return;
  if (velocity) motion.set(velocity);
  for (let k = 0; k < 3; k++) velocities[3 * b + k] = model.inverseMasses[3 * b + k] > 0 ? motion[k] : 0;
  writeMomentum(model, poses, b, motion, 3, momenta, 3 * b);
}
