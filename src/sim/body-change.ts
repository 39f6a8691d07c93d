// What impulse, velocity, pose, enable and disable ask for, read in one way by all engines of rigid bodies.

import { rotateByQuaternion } from '../num/index.ts';
import type { Input, InputKind, State } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import { absentOf } from './absent.ts';
import { readEnable, readImpulse, readPose, readVelocity, type Refuse } from './inputs.ts';

/** What changes at once; all else stays. */
export interface BodyChange {
  /** Impulse, angular impulse, world axes, and the point of the body where the first acts. */
  readonly impulse?: readonly number[];
  /** Linear and angular, world axes. */
  readonly velocity?: readonly number[];
  /** Position and unit quaternion. */
  readonly pose?: readonly number[];
  /** Whether it is away. */
  readonly absent?: boolean;
}

const CHANGES: readonly InputKind[] = ['impulse', 'velocity', 'pose', 'enable', 'disable'];

/** Whether an input puts, pushes, brings or takes a body at once. */
export function isBodyChange(kind: InputKind): boolean {
  return CHANGES.includes(kind);
}

/** @throws FaultError where it makes no sense for this body as it is now */
export function readBodyChange(
  { bodies }: Pick<Scene, 'bodies'>,
  state: State,
  input: Input,
  refuse: Refuse,
): BodyChange {
  const { kind, target } = input;
  const body = bodies[target];
  if (body === undefined) throw refuse('acts on no body', `${kind} ${target}`, 'give the index of a body');
  const isAbsent = absentOf(state).includes(target);
  const name = `${kind} ${target} "${body.name}"`;
  if (kind === 'disable') {
    if (isAbsent) throw refuse('the body is not there already', name, 'disable a body that is there');
    return { absent: true };
  }
  if (kind === 'enable') {
    if (!isAbsent)
      throw refuse('the body is there already', name, 'send a pose or a velocity to change where it is');
    const wanted = readEnable(input, refuse);
    if (body.motion !== 'dynamic' && wanted.pose !== undefined)
      throw refuse(
        `a ${body.motion} body is where the scene has it`,
        name,
        'enable it without values, or make it dynamic',
      );
    return { ...wanted, absent: false };
  }
  if (body.motion !== 'dynamic')
    throw refuse('acts on no dynamic body', name, 'give the index of a dynamic body');
  if (isAbsent)
    throw refuse('the body is not there', name, 'enable it, with a pose and velocities if wanted');
  if (kind === 'impulse') return { impulse: readImpulse(input, refuse) };
  return kind === 'velocity' ? { velocity: readVelocity(input, refuse) } : { pose: readPose(input, refuse) };
}

const arm = new Float64Array(3);

/** Angular impulse about the centre [N m s] of an impulse at a point, for a body with this quaternion. */
export function writeTwist(
  out: Float64Array,
  impulse: readonly number[],
  quaternions: Float64Array,
  at: number,
): void {
  const [jx, jy, jz] = impulse;
  for (let k = 0; k < 3; k++) arm[k] = impulse[6 + k];
  rotateByQuaternion(arm, 0, quaternions, at, arm, 0);
  out[0] = impulse[3] + arm[1] * jz - arm[2] * jy;
  out[1] = impulse[4] + arm[2] * jx - arm[0] * jz;
  out[2] = impulse[5] + arm[0] * jy - arm[1] * jx;
}
