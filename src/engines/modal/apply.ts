// Inputs from outside while a simulation runs. All they change is in the state; a body heeds it from its next step on.
//
//   kind       target     values
//   force      body       force and torque [N, N m], world axes, at the centre of mass; until the next for this body
//   parameter  parameter  its value, within its range; of gravity alone

import type { Input } from '../../record/types.ts';
import { type Fault, FaultError } from '../../scene/fault.ts';
import type { Model } from './model.ts';
import type { ModalState } from './state.ts';

/** @throws FaultError, with the state untouched, where the input makes no sense here */
export function applyInput(model: Model, state: ModalState, input: Input): void {
  const fault = faultOf(model, state, input);
  if (fault) throw new FaultError('the input cannot be applied:', [fault]);
}

function faultOf(model: Model, state: ModalState, { kind, target, values, time }: Input): Fault | undefined {
  const fault = (what: string, value: string, remedy: string): Fault => ({
    what,
    where: `input at ${time} s`,
    value,
    remedy,
  });
  if (!values.every((value) => Number.isFinite(value)))
    return fault('has a value that is not a finite number', values.join(' '), 'send finite numbers');
  if (kind === 'force') {
    if (model.isDynamic[target] !== 1)
      return fault('acts on no dynamic body', `force ${target}`, 'give the index of a dynamic body');
    if (values.length !== 6)
      return fault('is not a force', `${values.length} values`, 'send six values, force and torque');
    state.applied.set(values, 6 * target);
    return undefined;
  }
  if (kind !== 'parameter')
    return fault('is of a kind this engine does not know', kind, 'send force or parameter');
  const found = model.scene.parameters[target];
  if (!found || values.length !== 1)
    return fault('sets no parameter', `${kind} ${target}`, 'give the index of a parameter and one value');
  const [value] = values;
  if (value < found.min || value > found.max)
    return fault(
      'the parameter is out of its range',
      `${found.name} = ${value}`,
      `send a number from ${found.min} to ${found.max}`,
    );
  const [list, key] = found.target.slice(1).split('/');
  if (list !== 'gravity')
    return fault(`cannot change ${found.target} while it runs`, found.name, 'start anew with this value');
  if (key === undefined) {
    state.gravity.fill(0);
    state.gravity[model.scene.up === 'y' ? 1 : 2] = -value;
  } else state.gravity[Number(key)] = value;
  return undefined;
}
