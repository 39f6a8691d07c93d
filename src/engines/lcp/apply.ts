// Inputs from outside while a simulation runs. All they change is in the state, so that snapshots and replays have it.
//
//   kind       target     values (sim/inputs.ts)
//   force      body       at the centre of mass; until the next for this body
//   drag       body       its point in body coordinates
//   motor      joint      target [rad/s, m/s, rad or m as the scene's motor has]
//   parameter  parameter  of gravity alone

import type { Input } from '../../record/index.ts';
import {
  dragSize,
  fixedParameter,
  readDrag,
  readForce,
  readMotor,
  readParameter,
  refuserOf,
  setGravity,
} from '../../sim/index.ts';
import type { Model } from './model.ts';
import type { LcpState } from './state.ts';

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
  } else if (kind !== 'force' && kind !== 'drag') {
    throw refuse('is of a kind this engine does not know', kind, 'send force, drag, motor or parameter');
  } else if (model.isDynamic[target] !== 1) {
    throw refuse('acts on no dynamic body', `${kind} ${target}`, 'give the index of a dynamic body');
  } else if (kind === 'force') {
    state.applied.set(readForce(input, refuse), 6 * target);
  } else {
    state.drags.set(readDrag(input, model.masses[target], refuse), dragSize * target);
  }
}
