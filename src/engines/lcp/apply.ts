// Inputs from outside while a simulation runs. All they change is in the state, so that snapshots and replays have it.
//
//   kind       target     values
//   force      body       force and torque [N, N m], world axes, at the centre of mass; until the next for this body
//   drag       body       point in body coordinates, where it is drawn to in the world [m] (six values), and before
//                         them, where wanted, stiffness [N/m] and damping [N s/m] (eight); none: let go
//   motor      joint      target [rad/s, m/s, rad or m as the scene's motor has], and where wanted the largest force
//   parameter  parameter  its value, within its range; of gravity alone

import type { Input } from '../../record/types.ts';
import { type Fault, FaultError } from '../../scene/fault.ts';
import { dragSize } from './drag.ts';
import type { Model } from './model.ts';
import type { LcpState } from './state.ts';

/** A drag without numbers of its own swings back like a pendulum of 2 Hz, critically damped. */
const dragRate = 4 * Math.PI;

type MakeFault = (what: string, value: string, remedy: string) => Fault;

/** @throws FaultError, with the state untouched, where the input makes no sense here */
export function applyInput(model: Model, state: LcpState, input: Input): void {
  const make: MakeFault = (what, value, remedy) => ({
    what,
    where: `input at ${input.time} s`,
    value,
    remedy,
  });
  const fault = input.values.every((value) => Number.isFinite(value))
    ? faultOf(model, state, input, make)
    : make('has a value that is not a finite number', input.values.join(' '), 'send finite numbers');
  if (fault) throw new FaultError('the input cannot be applied:', [fault]);
}

function faultOf(model: Model, state: LcpState, input: Input, fault: MakeFault): Fault | undefined {
  const { kind, target, values } = input;
  if (kind === 'motor') return motor(model, state, input, fault);
  if (kind === 'parameter') return parameter(model, state, input, fault);
  if (kind !== 'force' && kind !== 'drag')
    return fault('is of a kind this engine does not know', kind, 'send force, drag, motor or parameter');
  if (model.isDynamic[target] !== 1)
    return fault('acts on no dynamic body', `${kind} ${target}`, 'give the index of a dynamic body');
  if (kind === 'drag') return drag(model, state, input, fault);
  if (values.length !== 6)
    return fault('is not a force', `${values.length} values`, 'send six values, force and torque');
  state.applied.set(values, 6 * target);
  return undefined;
}

function drag(model: Model, state: LcpState, { target, values }: Input, fault: MakeFault): Fault | undefined {
  const at = dragSize * target;
  if (values.length === 0) {
    state.drags.fill(0, at, at + dragSize);
    return undefined;
  }
  if (values.length !== 6 && values.length !== 8) {
    return fault(
      'is not a drag',
      `${values.length} values`,
      'send a point of the body and one of the world, with stiffness and damping before them where wanted',
    );
  }
  const mass = model.masses[target];
  const own = values.length === 8 ? values : [mass * dragRate * dragRate, 2 * mass * dragRate, ...values];
  if (!(own[0] > 0 && own[1] >= 0)) {
    return fault(
      'pulls with no stiffness',
      `${own[0]} N/m, ${own[1]} N s/m`,
      'give a stiffness > 0 and a damping ≥ 0',
    );
  }
  state.drags.set(own, at);
  return undefined;
}

function motor(
  model: Model,
  state: LcpState,
  { target, values }: Input,
  fault: MakeFault,
): Fault | undefined {
  if (!model.joints[target]?.joint.motor) {
    return fault(
      'drives no motor',
      `motor ${target}`,
      'give the index of a joint that has a motor in the scene',
    );
  }
  if (values.length !== 1 && values.length !== 2) {
    return fault(
      'is no target of a motor',
      `${values.length} values`,
      'send the target, and the largest force where wanted',
    );
  }
  if (values.length === 2 && !(values[1] >= 0))
    return fault('the largest force is negative', `${values[1]}`, 'give a number ≥ 0');
  state.motors[target] = values[0];
  if (values.length === 2) state.motors[model.joints.length + target] = values[1];
  return undefined;
}

function parameter(
  { scene }: Model,
  state: LcpState,
  { kind, target, values }: Input,
  fault: MakeFault,
): Fault | undefined {
  const found = scene.parameters[target];
  if (!found || values.length !== 1)
    return fault('sets no parameter', `${kind} ${target}`, 'give the index of a parameter and one value');
  const [value] = values;
  if (value < found.min || value > found.max) {
    return fault(
      'the parameter is out of its range',
      `${found.name} = ${value}`,
      `send a number from ${found.min} to ${found.max}`,
    );
  }
  const [list, key] = found.target.slice(1).split('/');
  if (list !== 'gravity')
    return fault(`cannot change ${found.target} while it runs`, found.name, 'start anew with this value');
  if (key === undefined) {
    state.gravity.fill(0);
    state.gravity[scene.up === 'y' ? 1 : 2] = -value;
  } else state.gravity[Number(key)] = value;
  return undefined;
}
