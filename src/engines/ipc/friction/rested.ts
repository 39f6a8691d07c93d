// Which bodies have come to rest since they touch something.
//
// What arrives is held a little harder while it slips slowly (prepare-friction.ts); what has been at rest once has Coulomb's
// friction and no more, so that it begins to slide where it should.

import { isFree } from '../model.ts';
import { type IpcState, writeSpin } from '../state.ts';
import { lengthAt } from '../step/reach.ts';
import type { Work } from '../step/work.ts';

/** Whether body i is free and has not been at rest since it touches something. */
export function isArriving({ role, rested }: Work, i: number): boolean {
  return role[i] === isFree && rested[i] === 0;
}

const isTouching = 1;
const isMoving = 2;
/** What each body was seen to do. */
let seen = new Uint8Array(0);
const velocity = new Float64Array(3);
const spin = new Float64Array(3);

/** At the end of a step: bodies rest that no longer move against anything they touch, and count so until they touch nothing. */
export function noteRested(work: Work, state: IpcState): void {
  const { rested } = state;
  if (seen.length < rested.length) seen = new Uint8Array(rested.length);
  seen.fill(0, 0, rested.length);
  for (const { pairs, contacts } of work.islands.list) {
    for (let p = 0; p < pairs.length; p++) {
      if (contacts.start[p] === contacts.start[p + 1]) continue;
      const { a, b, stickSpeed } = pairs[p];
      const slow = speedBetween(work, state, a, b) <= stickSpeed;
      seen[a] |= slow ? isTouching : isMoving | isTouching;
      seen[b] |= slow ? isTouching : isMoving | isTouching;
    }
  }
  for (let i = 0; i < rested.length; i++)
    rested[i] = seen[i] === isTouching || (seen[i] !== 0 && rested[i] === 1) ? 1 : 0;
}

/** How fast points of two bodies may move against each other [m/s]. */
function speedBetween(work: Work, state: IpcState, a: number, b: number): number {
  for (let k = 0; k < 3; k++) velocity[k] = state.velocity[3 * a + k] - state.velocity[3 * b + k];
  return lengthAt(velocity, 0) + turning(work, state, a) + turning(work, state, b);
}

/** How fast the outermost point of a body turns [m/s]. */
function turning({ model, role, poses }: Work, { angularMomentum }: IpcState, i: number): number {
  if (role[i] !== isFree) return 0;
  writeSpin(model, poses.o, 4 * i, i, angularMomentum, 3 * i, spin, 0);
  return model.radius[i] * lengthAt(spin, 0);
}
