// Parameters of a scene that may change while it runs, by their JSON pointers into the scene file:
//
//   /gravity, /gravity/k                                 [m/s²]
//   /bodies/i/friction, /bodies/i/restitution, and the same of deformables
//   /bodies/i/force/k, /bodies/i/torque/k                [N], [N m]
//   /forces/i/force/k, /forces/i/torque/k                [N], [N m]
//   /joints/i/motor/targetSpeed, …/targetPosition, …/maxForce
//   /joints/i/spring/stiffness, …/damping, …/rest
//
// Everything else is read once, when the simulation is built.

import { setGravity } from '../../sim/index.ts';
import { noMotor, positionMotor, speedMotor } from './joints/model.ts';
import type { IpcState } from './state.ts';
import type { Work } from './step/work.ts';

/** Sets what the pointer names; returns why it cannot be, where it cannot. */
export function setParameter(
  work: Work,
  state: IpcState,
  pointer: string,
  value: number,
): string | undefined {
  const { given: scene, firstOf } = work.model;
  const [list, key, ...rest] = pointer.slice(1).split('/');
  if (setGravity(state.gravity, scene.up, pointer, value)) return undefined;
  const i = Number(key);
  if (list === 'bodies') {
    // Pieces of a split body are bodies of their own, so the file's numbers are no longer the scene's.
    if (scene.bodies.some((body) => /-part\d+$/.test(body.name)))
      return 'bodies of this scene are split into parts';
    if (!scene.bodies[i]) return 'there is no such body';
    if (isMaterial(rest)) return setMaterial(work, state, i, i + 1, rest[0], value);
    return setVector(state.loads, 6 * i, rest, value);
  }
  if (list === 'deformables' && scene.deformables[i] && isMaterial(rest))
    return setMaterial(work, state, firstOf[i], firstOf[i + 1], rest[0], value);
  // of a file whose forces act on deformables too the numbers are no longer the scene's
  if (list === 'forces' && (scene.pulls ?? []).length === 0)
    return scene.forces[i] ? setVector(state.forces, 6 * i, rest, value) : 'there is no such force';
  if (list === 'joints' && scene.joints[i]) return setJoint(state, i, rest, value);
  return readOnce;
}

const readOnce = 'it is read once at the start';

type MaterialNumber = 'friction' | 'restitution';

function isMaterial(rest: readonly string[]): rest is readonly [MaterialNumber] {
  return rest.length === 1 && (rest[0] === 'friction' || rest[0] === 'restitution');
}

/** Of the owners from `first` on. */
function setMaterial(
  work: Work,
  state: IpcState,
  first: number,
  until: number,
  name: MaterialNumber,
  value: number,
): string | undefined {
  if (value < 0) return `${name} is a number ≥ 0`;
  state[name].fill(value, first, until);
  loadMaterials(work, state);
  return undefined;
}

function setVector(
  array: Float64Array,
  at: number,
  [name, key]: string[],
  value: number,
): string | undefined {
  if ((name !== 'force' && name !== 'torque') || !/^[012]$/.test(key)) return readOnce;
  array[at + (name === 'torque' ? 3 : 0) + Number(key)] = value;
  return undefined;
}

const springKeys = ['stiffness', 'damping', 'rest'];

function setJoint(state: IpcState, j: number, [part, key]: string[], value: number): string | undefined {
  const mode = state.jointMotors[3 * j];
  if (part === 'motor' && mode !== noMotor) {
    if (key === 'maxForce' && value < 0) return 'the largest force is a number ≥ 0';
    if (key === 'maxForce') state.jointMotors[3 * j + 2] = value;
    else if (key === (mode === speedMotor ? 'targetSpeed' : mode === positionMotor ? 'targetPosition' : ''))
      state.jointMotors[3 * j + 1] = value;
    else return 'the motor has no such target';
    return undefined;
  }
  const k = springKeys.indexOf(key);
  if (part !== 'spring' || k < 0) return readOnce;
  if (k < 2 && value < 0) return `${key} is a number ≥ 0`;
  state.jointSprings[3 * j + k] = value;
  return undefined;
}

/** After friction or restitution changed, or a state was restored: what pairs have of them. */
export function loadMaterials(work: Work, state: IpcState): void {
  const { model } = work;
  model.friction.set(state.friction);
  model.restitution.set(state.restitution);
  for (const pair of work.nearby.pairs) {
    const rule = model.pairRule(pair.a, pair.b);
    if (!rule) continue;
    pair.friction = model.options.frictionPasses > 0 ? rule.friction : 0;
    pair.restitution = rule.restitution;
  }
}
