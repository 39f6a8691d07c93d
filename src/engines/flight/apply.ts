// Inputs from outside while a flight runs. All they change is in the state, so that snapshots and replays have it.
//
//   kind                              target   values (sim/inputs.ts)
//   force                             body     at the centre of mass; until the next for this body
//   impulse, velocity, pose           body     a dynamic one
//   enable, disable                   body

import type { Input } from '../../record/index.ts';
import {
  type BodyChange,
  isBodyChange,
  jumpOf,
  markJump,
  readBodyChange,
  readForce,
  refuserOf,
  type SteppedState,
  setAbsent,
  writeTwist,
} from '../../sim/index.ts';
import type { Scene } from '../../scene/index.ts';
import type { Model } from './model.ts';
import { momentumFromVelocity, velocityFromMomentum } from './state.ts';
import { placeScripted } from './step.ts';

/** @throws FaultError, with the state untouched, where the input makes no sense here */
export function applyInput(scene: Scene, model: Model, state: SteppedState, input: Input): void {
  const { kind, target } = input;
  const refuse = refuserOf(input);
  if (kind === 'force') {
    if (scene.bodies[target] === undefined)
      throw refuse('acts on no body', `force ${target}`, 'give the index of a body');
    state.applied.set(readForce(input, refuse), 6 * target);
  } else if (isBodyChange(kind)) change(model, state, target, readBodyChange(scene, state, input, refuse));
  else {
    const remedy = 'send force, impulse, velocity, pose, enable or disable, or choose another engine';
    throw refuse('is of a kind that free flight does not know', kind, remedy);
  }
}

const twist = new Float64Array(3);

function change(model: Model, state: SteppedState, b: number, wanted: BodyChange): void {
  const { poses, velocities, momenta } = state;
  const { impulse, velocity, pose, absent } = wanted;
  if (absent !== undefined) setAbsent(state, b, absent);
  if (impulse) {
    for (let k = 0; k < 3; k++)
      velocities[6 * b + k] += (model.free[3 * b + k] * impulse[k]) / model.masses[b];
    if (model.turns[b] === 1) {
      writeTwist(twist, impulse, poses, 7 * b + 3);
      for (let k = 0; k < 3; k++) momenta[3 * b + k] += twist[k];
      velocityFromMomentum(model, b, poses, momenta, velocities);
    }
    return;
  }
  if (pose || absent === false) {
    if (state.clock[0] >= 0) markJump(state, poses);
    if (pose) poses.set(pose, 7 * b);
    placeScripted(model, state, b, state.tick[0] * model.timeStep);
    // where it was while it was not there means nothing: it does not come from there
    if (absent === false)
      for (const before of [state.previousPoses, jumpOf(state)])
        before?.set(poses.subarray(7 * b, 7 * b + 7), 7 * b);
  }
  if (velocity) {
    for (let k = 0; k < 3; k++) {
      velocities[6 * b + k] = model.free[3 * b + k] * velocity[k];
      velocities[6 * b + 3 + k] = model.turns[b] * velocity[3 + k];
    }
  }
  momentumFromVelocity(model, b, poses, velocities, momenta);
}
