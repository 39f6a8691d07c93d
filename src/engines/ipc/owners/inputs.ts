// Forces and drags from outside on deformables, which act on their particles.
//
//   force      on the whole [N], spread by mass over all particles, held ones too; until the next for this deformable
//   drag       as sim/inputs.ts has it, its point in the world: the particle nearest to that when the drag begins is drawn

import type { Input } from '../../../record/index.ts';
import { dragSize, readDrag, type refuserOf } from '../../../sim/index.ts';
import { isFree, type Model } from '../model.ts';
import type { IpcState } from '../state.ts';

type Refuse = ReturnType<typeof refuserOf>;

/** @throws FaultError, with the state untouched, where it makes no sense */
export function applyToDeformable(model: Model, state: IpcState, input: Input, refuse: Refuse): void {
  const d = input.target - model.bodies;
  const first = model.firstOf[d];
  const until = model.firstOf[d + 1];
  if (input.kind === 'force') spread(model, state, first, until, input, refuse);
  else drag(model, state, first, until, input, refuse);
}

function spread(
  { mass }: Model,
  state: IpcState,
  first: number,
  until: number,
  { values }: Input,
  refuse: Refuse,
): void {
  if (values.length !== 3 && values.length !== 6)
    throw refuse('is not a force', `${values.length} values`, 'send three values');
  let whole = 0;
  for (let i = first; i < until; i++) whole += mass[i];
  for (let i = first; i < until; i++)
    for (let k = 0; k < 3; k++) state.applied[6 * i + k] = (mass[i] / whole) * values[k];
}

function drag(
  model: Model,
  state: IpcState,
  first: number,
  until: number,
  input: Input,
  refuse: Refuse,
): void {
  const [stiffness, , px, py, pz] = readDrag(input, 1, refuse);
  if (stiffness === 0) {
    state.drags.fill(0, dragSize * first, dragSize * until);
    return;
  }
  const chosen = draggedOf(state, first, until) ?? nearest(model, state, first, until, [px, py, pz]);
  if (chosen === undefined)
    throw refuse('all its vertices are held', `drag ${input.target}`, 'drag something that moves');
  const wanted = [...readDrag(input, model.mass[chosen], refuse)];
  // drawn by its centre
  wanted.fill(0, 2, 5);
  state.drags.set(wanted, dragSize * chosen);
}

function draggedOf({ drags }: IpcState, first: number, until: number): number | undefined {
  for (let i = first; i < until; i++) if (drags[dragSize * i] > 0) return i;
  return undefined;
}

function nearest(
  { motion }: Model,
  { position }: IpcState,
  first: number,
  until: number,
  point: readonly number[],
): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let i = first; i < until; i++) {
    if (motion[i] !== isFree) continue;
    let squared = 0;
    for (let k = 0; k < 3; k++)
      squared += (position[3 * i + k] - point[k]) * (position[3 * i + k] - point[k]);
    if (squared < least) [least, best] = [squared, i];
  }
  return best;
}
