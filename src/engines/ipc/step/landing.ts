// Where steps of second order begin and end: bodies that something comes to touch, and bodies of which that is not known.

import { isOpen } from '../absent.ts';
import { dragSize } from '../../../sim/index.ts';
import { isFree } from '../model.ts';
import type { IpcState } from '../state.ts';
import { isAlone, isLanded, isNew } from './touched.ts';
import type { Work } from './work.ts';

/** 1 for bodies that joints hold; until it is asked for again. */
export function jointedBodies(work: Work, state: IpcState): Uint8Array {
  const { count } = work.model;
  if (jointed.length < count) jointed = new Uint8Array(2 * count);
  jointed.fill(0, 0, count);
  work.joints.models.forEach((joint, j) => {
    if (isOpen(work, state, j, joint)) return;
    jointed[joint.a] = 1;
    if (joint.b >= 0) jointed[joint.b] = 1;
  });
  return jointed;
}

let jointed = new Uint8Array(0);

/**
 * When contacts at the start of a step are known: new bodies that touch nothing step by second order from the beginning.
 * @returns whether there are any, and targets must be made anew
 */
export function beginAlone(work: Work, state: IpcState): boolean {
  const { model, targets, role } = work;
  if (model.options.integrator !== 'second order' || !state.touched.includes(isNew)) return false;
  const others = jointedBodies(work, state);
  for (const body of model.soft?.carriers.flat() ?? []) others[body] = 1;
  for (const { pairs, contacts } of work.islands.list) {
    for (let p = 0; p < pairs.length; p++)
      if (contacts.start[p] < contacts.start[p + 1]) others[pairs[p].a] = others[pairs[p].b] = 1;
  }
  let any = false;
  for (let i = 0; i < model.count; i++) {
    if (model.isSoft[i]) continue;
    if (state.touched[i] !== isNew || role[i] !== isFree || others[i] || state.drags[dragSize * i] > 0)
      continue;
    targets.secondOrder[i] = 1;
    any = true;
  }
  return any;
}

/**
 * At the end of a step: bodies that began it alone and are touched now had half of a step's load, because the trapezoidal
 * rule's positions want so much; the other half is theirs in the next step.
 */
export function noteLanded(work: Work, state: IpcState): void {
  if (!work.targets.secondOrder.includes(1)) return;
  const jointed = jointedBodies(work, state);
  for (let i = 0; i < work.model.count; i++)
    if (work.targets.secondOrder[i] === 1 && state.touched[i] !== isAlone && !jointed[i])
      state.touched[i] = isLanded;
}

/** How much of the load of this step a body of first order gets. */
export function loadOf({ touched }: IpcState, i: number): number {
  return touched[i] === isLanded ? 1.5 : 1;
}
