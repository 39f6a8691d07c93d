// Rebounds within a step: the way that is owed to bodies after it.
//
// A contact that is met at t₁ within a step ends it where it was met, h − t₁ too late. Its bodies get the velocities that they
// have at the end of the step, and what is missing of their way,
//
//   o = t₁(v + ½t₁ f/m) + t₂(v⁺ − ½t₂ f/m) − (q⁺ − q),   t₂ = h − t₁,   and the same of their turn,
//
// is added to the target of the next step, in which continuous collision looks after it like any other motion. So
// neither the height nor the time of a bounce depends on where within a step it happens.

import type { Island } from '../solve/islands.ts';
import { isFree } from '../model.ts';
import { writeTurn } from '../step/path.ts';
import { owedSize } from '../step/owed-size.ts';
import { isAlone, isTouched } from '../step/touched.ts';
import { type IpcState, writeSpin } from '../state.ts';
import type { Work } from '../step/work.ts';

const spin = new Float64Array(3);
const turned = new Float64Array(3);

/** The hardest blow that a body got: its impulse [N s], how much of the step was left after it [s]; whether others hold it. */
interface Blow {
  impulse: number;
  left: number;
  isHeld: boolean;
}

/**
 * Notes what is owed to the bodies of an island.
 * @param left  of each contact: the time that was left of the step when it was met [s], below zero where it was not hit
 * @param velocityBefore  (v, ω) of a body when the step began, and its acceleration
 */
export function owe(
  work: Work,
  state: IpcState,
  island: Island,
  left: Float64Array,
  velocityBefore: (i: number) => Float64Array,
): void {
  for (const [i, blow] of findBlows(work, island, left)) {
    if (blow.impulse === 0) continue;
    const at = owedSize * i;
    const before = velocityBefore(i);
    const after = blow.left;
    const until = work.span.h - after;
    writeSpin(work.model, work.poses.o, 4 * i, i, state.angularMomentum, 3 * i, spin, 0);
    writeTurn(work, i, turned, 0);
    for (let k = 0; k < 3; k++) {
      const acceleration = before[6 + k];
      const way = work.poses.q[3 * i + k] - work.start.q[3 * i + k];
      state.owed[at + k] =
        until * (before[k] + 0.5 * acceleration * until) +
        after * (state.velocity[3 * i + k] - 0.5 * acceleration * after) -
        way;
      state.owed[at + 3 + k] = until * before[3 + k] + after * spin[k] - turned[k];
    }
    // its velocities are those of the end of the step, and nothing more is to come of it (landing.ts)
    state.touched[i] = blow.isHeld ? isTouched : isAlone;
  }
}

function findBlows(
  work: Work,
  { contacts, pairs, impulses, joints }: Island,
  left: Float64Array,
): Map<number, Blow> {
  const blows = new Map<number, Blow>();
  pairs.forEach(({ a, b }, p) => {
    for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
      for (const i of [a, b]) {
        if (work.role[i] !== isFree) continue;
        const blow = blows.get(i) ?? { impulse: 0, left: 0, isHeld: joints.length > 0 };
        blows.set(i, blow);
        if (left[c] < 0) blow.isHeld ||= contacts.strength[c] > 0;
        else if (impulses[4 * c] > blow.impulse) {
          blow.impulse = impulses[4 * c];
          blow.left = left[c];
        }
      }
    }
  });
  return blows;
}
