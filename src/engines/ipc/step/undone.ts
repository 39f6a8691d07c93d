// What Newton left undone: the move that it found last and did not make, because it was slower than the tolerance.
//
// Positions stay where they are, velocities are as if it had been made. Else forces that give less than the tolerance in a step
// are never felt: on a slope a block would stick whose friction is too small by tolerance/(h g), 2e-4 of it for one of a metre
// at h = 0.01 and ten times as much at h = 0.001.

import { cross3 } from '../../../num/index.ts';
import { isFree } from '../model.ts';
import type { Island } from '../solve/islands.ts';
import { type IpcState, writeMomentum } from '../state.ts';
import { reachOf } from './reach.ts';
import type { Work } from './work.ts';

const spin = new Float64Array(3);
const before = new Float64Array(3);

/** Adds to the velocities of the state what Newton's last direction, which was not followed, would have made of them. */
export function addUndone(work: Work, state: IpcState): void {
  for (const island of work.islands.list) if (isSlow(work, island)) addOfIsland(work, state, island);
}

/** Whether the direction of an island is one that was left undone, and not what a step given up for other reasons left. */
function isSlow({ model, span }: Work, { bodies, wholeDirection, passes }: Island): boolean {
  const least = passes.softness * model.tolerance * span.h;
  for (let k = 0; k < bodies.length; k++)
    if (!(reachOf(wholeDirection, 6 * k, model.radius[bodies[k]]) < least)) return false;
  return true;
}

function addOfIsland(work: Work, state: IpcState, { bodies, wholeDirection: d }: Island): void {
  const { model, targets } = work;
  for (let k = 0; k < bodies.length; k++) {
    const i = bodies[k];
    if (work.role[i] !== isFree) continue;
    const second = targets.secondOrder[i] === 1 && !state.touched[i];
    const rate = (second ? 2 : 1) / work.span.h;
    if (model.carrier[i] >= 0) {
      addOfCarried(work, state, i, d, 6 * k, rate);
      continue;
    }
    for (let c = 0; c < 3; c++) {
      state.velocity[3 * i + c] += rate * d[6 * k + c];
      spin[c] = rate * d[6 * k + 3 + c];
      before[c] = state.angularMomentum[3 * i + c];
    }
    writeMomentum(model, work.poses.o, i, spin, 0, state.angularMomentum);
    for (let c = 0; c < 3; c++) state.angularMomentum[3 * i + c] += before[c];
  }
}

/** Of an owner that goes as its body does. */
function addOfCarried(
  { model, poses: { q } }: Work,
  { velocity }: IpcState,
  i: number,
  d: Float64Array,
  at: number,
  rate: number,
): void {
  const body = model.carrier[i];
  for (let c = 0; c < 3; c++) before[c] = q[3 * i + c] - q[3 * body + c];
  cross3(spin, 0, d, at + 3, before, 0);
  for (let c = 0; c < 3; c++) velocity[3 * i + c] += rate * (d[at + c] + spin[c]);
}
