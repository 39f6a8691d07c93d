// Inputs from outside while a simulation runs. All they change is in the state, so that snapshots and replays have it.
//
//   kind       target     values
//   force      body       force and torque [N, N m], world axes, at the centre of mass; until the next for this body
//   drag       body       point in body coordinates, where it is drawn to in the world [m] (six values), and before
//                         them, where wanted, stiffness [N/m] and damping [N s/m] (eight); none: let go
//   motor      joint      target [rad/s, m/s, rad or m as the scene's motor has], and where wanted the largest force
//   parameter  parameter  its value, within its range

import type { Input } from '../../record/types.ts';
import { type Fault, FaultError } from '../../scene/fault.ts';
import { setParameter } from './apply-parameter.ts';
import { dragSize } from './joint-drag.ts';
import { noMotor } from './joint-model.ts';
import { isFree, type Model } from './model.ts';
import type { IpcState } from './state.ts';
import type { Work } from './work.ts';

/** A drag without numbers of its own swings back like a pendulum of 2 Hz, critically damped. */
const dragRate = 4 * Math.PI;

/** @throws FaultError, with the state untouched, where the input makes no sense here */
export function applyInput(work: Work, state: IpcState, input: Input): void {
  const fault = faultOf(work, state, input);
  if (fault) throw new FaultError('the input cannot be applied:', [fault]);
}

function faultOf(work: Work, state: IpcState, input: Input): Fault | undefined {
  const { kind, target, values } = input;
  const fault = (what: string, value: string, remedy: string): Fault => ({
    what,
    where: `input at ${input.time} s`,
    value,
    remedy,
  });
  if (!values.every((value) => Number.isFinite(value)))
    return fault('has a value that is not a finite number', values.join(' '), 'send finite numbers');
  if (kind === 'force' || kind === 'drag') {
    const body = work.model.scene.bodies[target];
    if (!body || work.model.motion[target] !== isFree)
      return fault('acts on no dynamic body', `${kind} ${target}`, `give the index of a dynamic body`);
    if (kind === 'drag') return drag(work.model, state, input, fault);
    if (values.length !== 6)
      return fault('is not a force', `${values.length} values`, 'send six values, force and torque');
    state.applied.set(values, 6 * target);
    return undefined;
  }
  if (kind === 'motor') return motor(state, input, fault);
  if (kind === 'parameter') {
    const parameter = work.model.scene.parameters[target];
    if (!parameter || values.length !== 1)
      return fault('sets no parameter', `${kind} ${target}`, 'give the index of a parameter and one value');
    const [value] = values;
    if (value < parameter.min || value > parameter.max)
      return fault(
        'the parameter is out of its range',
        `${parameter.name} = ${value}`,
        `send a number from ${parameter.min} to ${parameter.max}`,
      );
    const why = setParameter(work, state, parameter.target, value);
    if (why === undefined) return undefined;
    return fault(
      `cannot change ${parameter.target} while it runs: ${why}`,
      parameter.name,
      'start anew with this value',
    );
  }
  return fault('is of a kind this engine does not know', kind, 'send force, drag, motor or parameter');
}

type MakeFault = (what: string, value: string, remedy: string) => Fault;

function drag(model: Model, state: IpcState, { target, values }: Input, fault: MakeFault): Fault | undefined {
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
  const mass = model.mass[target];
  const own = values.length === 8 ? values : [mass * dragRate * dragRate, 2 * mass * dragRate, ...values];
  if (!(own[0] > 0 && own[1] >= 0))
    return fault(
      'pulls with no stiffness',
      `${own[0]} N/m, ${own[1]} N s/m`,
      'give a stiffness > 0 and a damping ≥ 0',
    );
  state.drags.set(own, at);
  return undefined;
}

function motor(state: IpcState, { target, values }: Input, fault: MakeFault): Fault | undefined {
  const at = 3 * target;
  if (!(target >= 0 && at < state.jointMotors.length) || state.jointMotors[at] === noMotor)
    return fault(
      'drives no motor',
      `motor ${target}`,
      'give the index of a joint that has a motor in the scene',
    );
  if (values.length !== 1 && values.length !== 2)
    return fault(
      'is no target of a motor',
      `${values.length} values`,
      'send the target, and the largest force where wanted',
    );
  if (values.length === 2 && !(values[1] >= 0))
    return fault('the largest force is negative', `${values[1]}`, 'give a number ≥ 0');
  state.jointMotors.set(values, at + 1);
  return undefined;
}
