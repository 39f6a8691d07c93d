// What inputs from outside may say, read in one way by all engines.
//
//   kind       values
//   force      force and torque [N, N m], world axes
//   drag       a point of the body and where it is drawn to in the world [m] (six values), and before them, where wanted,
//              stiffness [N/m] and damping [N s/m] (eight); none: let go
//   motor      target, and where wanted the largest force
//   parameter  its value, within its range
//
// Every reader throws before anything is changed.

import type { Input } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import type { Parameter, Scene } from '../scene/index.ts';

/** A drag without numbers of its own swings back like a pendulum of 2 Hz, critically damped. */
const DRAG_RATE = 4 * Math.PI;

/** The error that an input makes no sense here. */
export type Refuse = (what: string, value: string, remedy: string) => FaultError;

/** @throws FaultError where a value is not finite */
export function refuserOf({ time, values }: Input): Refuse {
  const refuse: Refuse = (what, value, remedy) =>
    new FaultError('the input cannot be applied:', [{ what, where: `input at ${time} s`, value, remedy }]);
  if (!values.every((value) => Number.isFinite(value)))
    throw refuse('has a value that is not a finite number', values.join(' '), 'send finite numbers');
  return refuse;
}

/** Force and torque. */
export function readForce({ values }: Input, refuse: Refuse): readonly number[] {
  if (values.length !== 6)
    throw refuse('is not a force', `${values.length} values`, 'send six values, force and torque');
  return values;
}

const LET_GO: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0];

/** Stiffness, damping, the point and where it is drawn to; zeros where it is let go. */
export function readDrag({ values }: Input, mass: number, refuse: Refuse): readonly number[] {
  if (values.length === 0) return LET_GO;
  if (values.length !== 6 && values.length !== 8) {
    throw refuse(
      'is not a drag',
      `${values.length} values`,
      'send a point of the body and one of the world, with stiffness and damping before them where wanted',
    );
  }
  const own = values.length === 8 ? values : [mass * DRAG_RATE * DRAG_RATE, 2 * mass * DRAG_RATE, ...values];
  if (!(own[0] > 0 && own[1] >= 0)) {
    throw refuse(
      'pulls with no stiffness',
      `${own[0]} N/m, ${own[1]} N s/m`,
      'give a stiffness > 0 and a damping ≥ 0',
    );
  }
  return own;
}

/** The target and, where it is given, the largest force. */
export function readMotor({ target, values }: Input, hasMotor: boolean, refuse: Refuse): readonly number[] {
  if (!hasMotor) {
    throw refuse(
      'drives no motor',
      `motor ${target}`,
      'give the index of a joint that has a motor in the scene',
    );
  }
  if (values.length !== 1 && values.length !== 2) {
    throw refuse(
      'is no target of a motor',
      `${values.length} values`,
      'send the target, and the largest force where wanted',
    );
  }
  if (values.length === 2 && !(values[1] >= 0))
    throw refuse('the largest force is negative', `${values[1]}`, 'give a number ≥ 0');
  return values;
}

/** The parameter that is set, within its range. */
export function readParameter({ parameters }: Scene, { target, values }: Input, refuse: Refuse): Parameter {
  const parameter = parameters[target];
  if (!parameter || values.length !== 1)
    throw refuse('sets no parameter', `parameter ${target}`, 'give the index of a parameter and one value');
  const { name, min, max } = parameter;
  if (values[0] < min || values[0] > max)
    throw refuse(
      'the parameter is out of its range',
      `${name} = ${values[0]}`,
      `send a number from ${min} to ${max}`,
    );
  return parameter;
}

/** The error that a parameter is not one of those that this engine can change. */
export function fixedParameter({ name, target }: Parameter, refuse: Refuse, why = ''): FaultError {
  return refuse(
    `cannot change ${target} while it runs${why && `: ${why}`}`,
    name,
    'start anew with this value',
  );
}

/** Sets gravity where the pointer is /gravity or /gravity/k; says whether it is. */
export function setGravity(gravity: Float64Array, up: Scene['up'], pointer: string, value: number): boolean {
  const [list, key] = pointer.slice(1).split('/');
  if (list !== 'gravity') return false;
  if (key === undefined) {
    gravity.fill(0);
    gravity[up === 'y' ? 1 : 2] = -value;
  } else gravity[Number(key)] = value;
  return true;
}
