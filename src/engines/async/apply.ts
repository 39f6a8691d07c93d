// Inputs from outside while a simulation runs. All they change is in the state, so that snapshots and replays have it.
//
//   kind       target       values
//   force      deformable   force on the whole [N], spread by mass; until the next for this one
//   drag       deformable   as sim/inputs.ts has it, its point in the world: the vertex nearest to that when the drag
//                           begins is drawn
//   parameter  parameter    its value: /gravity, /gravity/k, /bodies/i/friction, /bodies/i/restitution, and the same of
//                           deformables
//
// Deformables count on from the bodies.

import type { Input } from '../../record/index.ts';
import type { Refuse } from '../../sim/index.ts';
import {
  fixedParameter,
  isBodyChange,
  readDrag,
  readParameter,
  refuserOf,
  setGravity,
} from '../../sim/index.ts';
import { DRAG_SIZE, tameDrag } from './drag.ts';
import type { Model } from './model/model.ts';
import type { AsyncState } from './state.ts';

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
  const { kind, target } = input;
  const refuse = refuserOf(input);
  if (kind === 'force' || kind === 'drag') {
    if (!(target >= model.bodies && target < model.items) || !Number.isInteger(target))
      throw refuse(
        'acts on no deformable',
        `${kind} ${target}`,
        'give its index, counted on from the bodies',
      );
    if (kind === 'drag') drag(model, state, input, place, refuse);
    else force(model, state, input, refuse);
    return 'loads';
  }
  if (kind === 'parameter') return setParameter(model, state, input, refuse);
  if (isBodyChange(kind))
    throw refuse(
      'bodies here follow their paths, and what bends is proved free of collisions along its way: neither is put elsewhere',
      `${kind} ${target}`,
      'send a force or a drag, or choose the engine ipc for rigid bodies',
    );
  throw refuse('is of a kind this engine does not know', kind, 'send force, drag or parameter');
}

function force(model: Model, state: AsyncState, { target, values }: Input, refuse: Refuse): void {
  if (values.length !== 3 && values.length !== 6)
    throw refuse('is not a force', `${values.length} values`, 'send three values');
  const mass = massOf(model, target);
  for (let k = 0; k < 3; k++) state.forced[3 * target + k] = values[k] / mass;
}

function drag(
  model: Model,
  state: AsyncState,
  input: Input,
  place: (vertex: number, out: Float64Array) => void,
  refuse: Refuse,
): void {
  const { target } = input;
  const at = DRAG_SIZE * target;
  const [wantedStiffness, wantedDamping, px, py, pz, tx, ty, tz] = readDrag(
    input,
    massOf(model, target),
    refuse,
  );
  if (wantedStiffness === 0) {
    state.drags.fill(0, at, at + DRAG_SIZE);
    state.drags[at] = -1;
    return;
  }
  const vertex = state.drags[at] >= 0 ? state.drags[at] : nearest(model, target, px, py, pz, place);
  if (vertex < 0) throw refuse('all its vertices are held', `drag ${target}`, 'drag something that moves');
  const [stiffness, damping] = tameDrag(wantedStiffness, wantedDamping, 1 / model.inverseMasses[vertex]);
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

function setParameter(model: Model, state: AsyncState, input: Input, refuse: Refuse): 'rules' | 'loads' {
  const parameter = readParameter(model.scene, input, refuse);
  const [value] = input.values;
  if (setGravity(state.gravity, model.scene.up, parameter.target, value)) return 'loads';
  const [list, key, name] = parameter.target.slice(1).split('/');
  const split = model.scene.bodies.some((body) => /-part\d+$/.test(body.name));
  const item = list === 'deformables' ? model.bodies + Number(key) : Number(key);
  const known = (list === 'deformables' || (list === 'bodies' && !split)) && item < model.items;
  if (known && (name === 'friction' || name === 'restitution') && value >= 0) {
    state[name][item] = value;
    return 'rules';
  }
  throw fixedParameter(parameter, refuse);
}
