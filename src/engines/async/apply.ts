// Inputs from outside while a simulation runs. All they change is in the state, so that snapshots and replays have it.
//
//   kind       target       values
//   force      deformable   force on the whole [N], spread by mass; until the next for this one
//   drag       deformable   a point of it and where it is drawn to, in the world [m] (six values), and before them,
//                           where wanted, stiffness [N/m] and damping [N s/m] (eight); none: let go. The vertex nearest
//                           to the point when the drag begins is drawn.
//   parameter  parameter    its value: /gravity, /gravity/k, /bodies/i/friction, /bodies/i/restitution, and the same of
//                           deformables
//
// Deformables count on from the bodies.

import type { Input } from '../../record/types.ts';
import { type Fault, FaultError } from '../../scene/fault.ts';
import { DRAG_SIZE, tameDrag } from './drag.ts';
import type { Model } from './model.ts';
import type { AsyncState } from './state.ts';

/** A drag without numbers of its own is that of a pendulum of 2 Hz that weighs as much as the whole. */
const dragRate = 4 * Math.PI;

type MakeFault = (what: string, value: string, remedy: string) => FaultError;

/**
 * Changes the state; says whether rules between items have changed.
 * @param place  writes where a vertex is now
 * @throws FaultError, with the state untouched, where the input makes no sense here
 */
export function applyInput(
  model: Model,
  state: AsyncState,
  input: Input,
  place: (vertex: number, out: Float64Array) => void,
): 'rules' | 'loads' {
  const { kind, target, values } = input;
  const fault: MakeFault = (what, value, remedy) => {
    const one: Fault = { what, where: `input at ${input.time} s`, value, remedy };
    return new FaultError('the input cannot be applied:', [one]);
  };
  if (!values.every((value) => Number.isFinite(value)))
    throw fault('has a value that is not a finite number', values.join(' '), 'send finite numbers');
  if (kind === 'force' || kind === 'drag') {
    if (!(target >= model.bodies && target < model.items) || !Number.isInteger(target))
      throw fault('acts on no deformable', `${kind} ${target}`, 'give its index, counted on from the bodies');
    if (kind === 'drag') drag(model, state, input, place, fault);
    else force(model, state, input, fault);
    return 'loads';
  }
  if (kind === 'parameter') return setParameter(model, state, input, fault);
  throw fault('is of a kind this engine does not know', kind, 'send force, drag or parameter');
}

function force(model: Model, state: AsyncState, { target, values }: Input, fault: MakeFault): void {
  if (values.length !== 3 && values.length !== 6)
    throw fault('is not a force', `${values.length} values`, 'send three values');
  const mass = massOf(model, target);
  for (let k = 0; k < 3; k++) state.forced[3 * target + k] = values[k] / mass;
}

function drag(
  model: Model,
  state: AsyncState,
  { target, values }: Input,
  place: (vertex: number, out: Float64Array) => void,
  fault: MakeFault,
): void {
  const at = DRAG_SIZE * target;
  if (values.length === 0) {
    state.drags.fill(0, at, at + DRAG_SIZE);
    state.drags[at] = -1;
    return;
  }
  if (values.length !== 6 && values.length !== 8)
    throw fault('is not a drag', `${values.length} values`, 'send a point of it and one to draw it to');
  const [px, py, pz, tx, ty, tz] = values.slice(-6);
  const vertex = state.drags[at] >= 0 ? state.drags[at] : nearest(model, target, px, py, pz, place);
  if (vertex < 0) throw fault('all its vertices are held', `drag ${target}`, 'drag something that moves');
  const mass = massOf(model, target);
  const own = values.length === 8 ? values : [mass * dragRate * dragRate, 2 * mass * dragRate];
  const [stiffness, damping] = tameDrag(own[0], own[1], 1 / model.inverseMasses[vertex]);
  state.drags.set([vertex, stiffness, damping, tx, ty, tz], at);
}

function nearest(
  model: Model,
  item: number,
  px: number,
  py: number,
  pz: number,
  place: (vertex: number, out: Float64Array) => void,
): number {
  const x = new Float64Array(3);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let v = model.firstVertex[item]; v < model.firstVertex[item + 1]; v++) {
    if (model.inverseMasses[v] === 0) continue;
    place(v, x);
    const squared = (x[0] - px) * (x[0] - px) + (x[1] - py) * (x[1] - py) + (x[2] - pz) * (x[2] - pz);
    if (squared < least) [least, best] = [squared, v];
  }
  return best;
}

function massOf(model: Model, item: number): number {
  let mass = 0;
  for (let v = model.firstVertex[item]; v < model.firstVertex[item + 1]; v++) mass += model.masses[v];
  return mass;
}

function setParameter(model: Model, state: AsyncState, input: Input, fault: MakeFault): 'rules' | 'loads' {
  const parameter = model.scene.parameters[input.target];
  if (!parameter || input.values.length !== 1)
    throw fault(
      'sets no parameter',
      `parameter ${input.target}`,
      'give the index of a parameter and one value',
    );
  const [value] = input.values;
  if (value < parameter.min || value > parameter.max) {
    throw fault(
      'the parameter is out of its range',
      `${parameter.name} = ${value}`,
      `send a number from ${parameter.min} to ${parameter.max}`,
    );
  }
  const [list, key, name] = parameter.target.slice(1).split('/');
  if (list === 'gravity') {
    if (key === undefined) {
      state.gravity.fill(0);
      state.gravity[model.scene.up === 'y' ? 1 : 2] = -value;
    } else state.gravity[Number(key)] = value;
    return 'loads';
  }
  const split = model.scene.bodies.some((body) => /-part\d+$/.test(body.name));
  const item = list === 'deformables' ? model.bodies + Number(key) : Number(key);
  const known = (list === 'deformables' || (list === 'bodies' && !split)) && item < model.items;
  if (known && (name === 'friction' || name === 'restitution') && value >= 0) {
    state[name][item] = value;
    return 'rules';
  }
  throw fault(
    `cannot change ${parameter.target} while it runs`,
    parameter.name,
    'start anew with this value',
  );
}
