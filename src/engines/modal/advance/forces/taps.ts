// Impulses from outside: a body is tapped, moves on and rings.
//
// A tap waits for the body's next kick, where it changes momenta at once and kicks the modes by how they move at its point. Until
// then the state has it as ten numbers, body and values (sim/inputs.ts), in the array `taps`, and otherwise no such array.

import { unrotateByQuaternion } from '../../../../num/index.ts';
import { writeTwist } from '../../../../sim/index.ts';
import { type Model, shapesNear } from '../../model.ts';
import type { ModalState } from '../../state.ts';
import { writeClampKicks } from '../clamp-motion.ts';
import type { Moment } from '../flow.ts';
import type { Plan } from '../plan.ts';

const tapSize = 10;
const none = new Float64Array(0);

function tapsOf(state: ModalState): Float64Array {
  return (state['taps'] as Float64Array | undefined) ?? none;
}

/** @param impulse  nine numbers (sim/inputs.ts) */
export function addTap(state: ModalState, body: number, impulse: readonly number[]): void {
  state['taps'] = Float64Array.from([...tapsOf(state), body, ...impulse]);
}

const twist = new Float64Array(3);
const local = new Float64Array(3);

/** When an event begins: taps of its members change the moment just before their kick, and are planned for their modes. */
export function takeTaps(
  model: Model,
  state: ModalState,
  { velocities, momenta, rotations }: Moment,
  mask: Uint8Array,
  { taps }: Plan,
): void {
  taps.fill(0);
  const waiting = tapsOf(state);
  for (let at = 0; at < waiting.length; at += tapSize) {
    const b = waiting[at];
    if (mask[b] !== 1) continue;
    const impulse = [...waiting.subarray(at + 1, at + tapSize)];
    writeTwist(twist, impulse, rotations, 4 * b);
    for (let k = 0; k < 3; k++) {
      velocities[3 * b + k] += model.inverseMasses[3 * b + k] * impulse[k];
      if (model.inverseInertias[3 * b + k] > 0) momenta[3 * b + k] += twist[k];
      local[k] = impulse[k];
    }
    unrotateByQuaternion(local, 0, rotations, 4 * b, local, 0);
    const body = model.bodies.bodies[b];
    const first = model.bodies.firstMode[b];
    const shapes = shapesNear(body, [impulse[6], impulse[7], impulse[8]]);
    for (let m = 0; m < body.modes; m++)
      for (let k = 0; k < 3; k++) taps[first + m] += shapes[3 * m + k] * local[k];
  }
}

/** Plans what kicks the modes of body b at a time: its clamp, where that moves, and taps. */
export function planKicks(
  model: Model,
  state: ModalState,
  moment: Moment,
  b: number,
  time: number,
  h: number,
  { kicks, taps }: Plan,
): void {
  writeClampKicks(model, state, moment, b, time, h, kicks);
  const last = model.bodies.firstMode[b + 1];
  for (let i = model.bodies.firstMode[b]; i < last; i++) if (taps[i] !== 0) kicks[i] += taps[i];
}

/** When an event is done: its members have felt their taps. */
export function dropTaps(state: ModalState, mask: Uint8Array): void {
  const waiting = tapsOf(state);
  if (waiting.length === 0) return;
  const rest: number[] = [];
  for (let at = 0; at < waiting.length; at += tapSize)
    if (mask[waiting[at]] !== 1) rest.push(...waiting.subarray(at, at + tapSize));
  if (rest.length > 0) state['taps'] = Float64Array.from(rest);
  else delete state['taps'];
}
