// Inputs from outside while a simulation runs. All they change is in the state, so that snapshots and replays have it.
//
//   kind       target     values (sim/inputs.ts)
//   force      body       at the centre of mass; until the next for this body
//   drag       body       its point in body coordinates
//   motor      joint      target [rad/s, m/s, rad or m as the scene's motor has]
//   parameter  parameter  see apply-parameter.ts
//   impulse, velocity, pose   a dynamic body; enable, disable   any body: see apply-change.ts
//
// Forces and drags may also act on deformables, which count on from the bodies: see owners/inputs.ts.

import type { Input } from '../../record/index.ts';
import {
  dragSize,
  fixedParameter,
  isBodyChange,
  readBodyChange,
  readDrag,
  readForce,
  readMotor,
  readParameter,
  refuserOf,
} from '../../sim/index.ts';
import { changeBody } from './apply-change.ts';
import { setParameter } from './apply-parameter.ts';
import { noMotor } from './joints/model.ts';
import { isFree } from './model.ts';
import { applyToDeformable } from './owners/inputs.ts';
import type { IpcState } from './state.ts';
import type { Work } from './step/work.ts';

/** @throws FaultError, with the state untouched, where the input makes no sense here */
export function applyInput(work: Work, state: IpcState, input: Input): void {
  const { kind, target } = input;
  const { model } = work;
  const refuse = refuserOf(input);
  if (kind === 'motor') {
    const at = 3 * target;
    const hasMotor = target >= 0 && at < state.jointMotors.length && state.jointMotors[at] !== noMotor;
    state.jointMotors.set(readMotor(input, hasMotor, refuse), at + 1);
  } else if (kind === 'parameter') {
    const parameter = readParameter(model.scene, input, refuse);
    const why = setParameter(work, state, parameter.target, input.values[0]);
    if (why !== undefined) throw fixedParameter(parameter, refuse, why);
  } else if (isBodyChange(kind)) {
    changeBody(work, state, target, readBodyChange(model.given, state, input, refuse), input.time);
  } else if (kind !== 'force' && kind !== 'drag') {
    const remedy = 'send force, drag, motor, parameter, impulse, velocity, pose, enable or disable';
    throw refuse('is of a kind this engine does not know', kind, remedy);
  } else if (target >= model.bodies && model.given.deformables[target - model.bodies]) {
    applyToDeformable(model, state, input, refuse);
  } else if (!model.given.bodies[target] || model.motion[target] !== isFree) {
    throw refuse('acts on no dynamic body', `${kind} ${target}`, 'give the index of a dynamic body');
  } else if (kind === 'force') {
    state.applied.set(readForce(input, refuse), 6 * target);
  } else {
    state.drags.set(readDrag(input, model.mass[target], refuse), dragSize * target);
  }
}
