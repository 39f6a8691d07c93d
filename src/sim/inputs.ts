// What inputs from outside may say, read in one way by all engines.
//
//   kind       values
//   force      force and torque [N, N m], world axes
//   drag       a point of the body and where it is drawn to in the world [m] (six values), and before them, where wanted,
//              stiffness [N/m] and damping [N s/m] (eight); none: let go
//   motor      target, and where wanted the largest force
//   parameter  its value, within its range
//   impulse    impulse and angular impulse [N s, N m s], world axes, at the centre of mass; three more values: the point of
//              the body where the impulse acts [m], body coordinates
//   velocity   linear and angular velocity [m/s, rad/s], world axes
//   pose       position [m] and orientation quaternion x y z w of the body frame; its velocities stay
//   enable     none: the body is there again, where it is; a pose (seven values): there; and velocities (thirteen)
//   disable    none: the body is not there, touches nothing and rests, until it is enabled
//
// The first two last until the next of their kind for the same body; the last five act once. What a body is put into it may
// not overlap: an engine that promises so refuses the input.
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

/** Impulse, angular impulse, and where the first acts on the body: nine numbers. */
export function readImpulse({ values }: Input, refuse: Refuse): readonly number[] {
  if (values.length !== 6 && values.length !== 9)
    throw refuse(
      'is not an impulse',
      `${values.length} values`,
      'send six values, impulse and angular impulse, and a point of the body where wanted',
    );
  return values.length === 9 ? values : [...values, 0, 0, 0];
}

/** Linear and angular velocity. */
export function readVelocity({ values }: Input, refuse: Refuse): readonly number[] {
  if (values.length !== 6)
    throw refuse('is not a velocity', `${values.length} values`, 'send six values, linear and angular');
  return values;
}

/** Position and unit quaternion. */
export function readPose({ values }: Input, refuse: Refuse): readonly number[] {
  const [x, y, z, a, b, c, d] = values;
  const length = Math.sqrt(a * a + b * b + c * c + d * d);
  if (values.length !== 7 || !(length > 0))
    throw refuse(
      'is not a pose',
      values.length === 7 ? `quaternion ${a} ${b} ${c} ${d}` : `${values.length} values`,
      'send seven values, a position and a quaternion that is not zero',
    );
  return [x, y, z, a / length, b / length, c / length, d / length];
}

/** Where and how fast a body is put when it is enabled; undefined: as it was left. */
export function readEnable(
  input: Input,
  refuse: Refuse,
): { readonly pose?: readonly number[]; readonly velocity?: readonly number[] } {
  const { values } = input;
  if (values.length === 0) return {};
  if (values.length !== 7 && values.length !== 13)
    throw refuse(
      'does not say where',
      `${values.length} values`,
      'send none, a pose (seven values), or a pose and velocities (thirteen)',
    );
  const pose = readPose({ ...input, values: values.slice(0, 7) }, refuse);
  return values.length === 13 ? { pose, velocity: values.slice(7) } : { pose };
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
