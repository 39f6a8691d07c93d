// Inputs from outside while a simulation runs. All they change is in the state; a body heeds it from its next step on.
//
//   kind       target     values (sim/inputs.ts)
//   force      body       at the centre of mass; until the next for this body
//   drag       body       its point in body coordinates; held ones that vibrate, too
//   parameter  parameter  of gravity alone
//   impulse    body       at a point of it, which rings; held ones that vibrate, too (advance/forces/taps.ts)
//
// What would put a body elsewhere, or take it away, is refused: contacts begin from the impulses of the step before, and modes are
// measured from the shape under the loads that a body carries where it is.

import type { Input } from '../../record/index.ts';
import {
  dragSize,
  fixedParameter,
  isBodyChange,
  readDrag,
  readForce,
  readImpulse,
  readParameter,
  refuserOf,
  setGravity,
} from '../../sim/index.ts';
import { addTap } from './advance/forces/taps.ts';
import type { Model } from './model.ts';
import type { ModalState } from './state.ts';

/** @throws FaultError, with the state untouched, where the input makes no sense here */
export function applyInput(model: Model, state: ModalState, input: Input): void {
  const { kind, target } = input;
  const refuse = refuserOf(input);
  if (kind === 'force') {
    if (model.isDynamic[target] !== 1)
      throw refuse('acts on no dynamic body', `force ${target}`, 'give the index of a dynamic body');
    state.applied.set(readForce(input, refuse), 6 * target);
  } else if (kind === 'drag') {
    if (model.hasClock[target] !== 1)
      throw refuse(
        'draws no body that moves or vibrates',
        `drag ${target}`,
        'give the index of one that does',
      );
    const { mass } = model.bodies.bodies[target];
    state.drags.set(readDrag(input, mass, refuse), dragSize * target);
  } else if (kind === 'parameter') {
    const parameter = readParameter(model.scene, input, refuse);
    if (!setGravity(state.gravity, model.scene.up, parameter.target, input.values[0]))
      throw fixedParameter(parameter, refuse);
  } else if (kind === 'impulse') {
    if (model.hasClock[target] !== 1)
      throw refuse(
        'taps no body that moves or vibrates',
        `impulse ${target}`,
        'give the index of one that does',
      );
    addTap(state, target, readImpulse(input, refuse));
  } else if (isBodyChange(kind)) {
    throw refuse(
      'contacts and vibration here go on from the step before, so a body is not put elsewhere at once',
      `${kind} ${target}`,
      'send an impulse, a force or a drag, or choose the engine ipc or lcp',
    );
  } else {
    throw refuse('is of a kind this engine does not know', kind, 'send force, drag, impulse or parameter');
  }
}
