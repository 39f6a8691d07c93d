// Who takes a step: the bodies whose step ends now, and everyone they touch, however far ahead (Algorithm 1).
//
// All kicks so far were at or before the present least time of all clocks, so a body that is ahead has flown freely since its
// last kick. Taking it back means taking the state that its flight has now, exactly, and to plan the rest anew. Whoever it
// exchanged impulses with in that kick is taken back with it: those impulses were found for the whole of the step.

import { rootOf, singles, unite } from '../../../num/index.ts';
import { ContactSet } from '../collide/contact-set.ts';
import type { Collider } from '../collide/contacts.ts';
import type { ContactMemory } from '../collide/memory.ts';
import type { Model } from '../model.ts';
import type { ModalState } from '../state.ts';
import type { Moment } from './flow.ts';

export interface Members {
  /** 1 for bodies that take part. */
  readonly mask: Uint8Array;
  /** How many of them were ahead. */
  rollbacks: number;
}

/** The earliest end of a step; Infinity where nothing has a clock. */
export function nextTime({ hasClock, count }: Model, { times, steps }: ModalState): number {
  let least = Infinity;
  for (let b = 0; b < count; b++) if (hasClock[b] === 1) least = Math.min(least, times[b] + steps[b]);
  return least;
}

/** Marks who takes part at a time, and leaves all contacts of theirs in `contacts`. */
export function gatherMembers(
  model: Model,
  state: ModalState,
  collider: Collider,
  moment: Moment,
  time: number,
  memory: ContactMemory,
  contacts: ContactSet,
  out: Members,
): void {
  const { hasClock, count } = model;
  const { mask } = out;
  out.rollbacks = 0;
  for (let b = 0; b < count; b++)
    mask[b] = hasClock[b] === 1 && state.times[b] + state.steps[b] === time ? 1 : 0;
  for (;;) {
    collider.findContacts(moment, memory, contacts, mask);
    let joined = 0;
    for (let c = 0; c < contacts.count; c++) {
      joined += join(model, state, mask, contacts.a[c]);
      joined += join(model, state, mask, contacts.b[c]);
    }
    if (joined === 0) return;
    out.rollbacks += joined;
  }
}

/** Takes a body back, with its partners; returns how many came. */
function join(model: Model, state: ModalState, mask: Uint8Array, b: number): number {
  if (mask[b] === 1 || model.hasClock[b] === 0) return 0;
  mask[b] = 1;
  let joined = 1;
  const { pastBodies } = state;
  for (let i = 0; i < pastBodies.length; i += 2) {
    if (pastBodies[i] === b) joined += join(model, state, mask, pastBodies[i + 1]);
    else if (pastBodies[i + 1] === b) joined += join(model, state, mask, pastBodies[i]);
  }
  return joined;
}

/** Bodies that contacts tie together, and these contacts. */
export interface Island {
  readonly bodies: number[];
  readonly contacts: ContactSet;
}

/** Splits the members by their contacts: in the order of their first bodies. What has no clock ties nothing. */
export function splitIslands({ hasClock, count }: Model, mask: Uint8Array, contacts: ContactSet): Island[] {
  const parents = singles(count);
  for (let c = 0; c < contacts.count; c++) {
    const a = contacts.a[c];
    const b = contacts.b[c];
    if (hasClock[a] === 1 && hasClock[b] === 1) unite(parents, a, b);
  }
  const islands = new Map<number, Island>();
  let touched = 0;
  for (let b = 0; b < count; b++) {
    if (mask[b] === 0) continue;
    const r = rootOf(parents, b);
    const island = islands.get(r);
    if (island) island.bodies.push(b);
    else islands.set(r, { bodies: [b], contacts: new ContactSet(1) });
  }
  const islandOf = (c: number): Island =>
    islands.get(rootOf(parents, hasClock[contacts.a[c]] === 1 ? contacts.a[c] : contacts.b[c])) as Island;
  let only: Island | undefined;
  for (let c = 0; c < contacts.count; c++) {
    const island = islandOf(c);
    if (island !== only) touched++;
    only ??= island;
  }
  const list = [...islands.values()];
  // most often all contacts belong together, and need no copy
  if (touched <= 1) return list.map((island) => (island === only ? { ...island, contacts } : island));
  for (let c = 0; c < contacts.count; c++) {
    const { contacts: own } = islandOf(c);
    own.put(own.add(), contacts, c);
  }
  return list;
}
