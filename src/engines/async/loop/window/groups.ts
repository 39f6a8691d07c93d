// One tick of a clock group, shared by threads: first the impulses of all elements, then, for every vertex, those that
// act on it, in the order of the elements.
//
// Elements of a group do not see each other's kicks (forces/groups.ts), and a vertex adds the same impulses in the same
// order as one thread would: so the bits are the same. What they act on is moved before by one thread.

import { cornersOf, elementImpulse, groupMove, groupNext } from '../forces/groups.ts';
import { foldImpulse, foldsSee, plateBend } from '../forces/fold.ts';
import {
  GROUP_ELEMENTS,
  GROUP_KIND,
  GROUP_START,
  GROUP_STEP,
  KIND_ACCELERATION,
  KIND_PLATE,
  KIND_WIND,
} from '../layout/layout.ts';
import { GROUP_FOLD } from '../layout/plates.ts';
import {
  DUE_GROUP_AT,
  GATHER_ENTRY,
  GATHER_FIRST,
  GATHER_FROM,
  GATHER_VERTEX,
  IMPULSES,
  SHARE,
  SHARE_FROM,
  WINDOW_DUE,
  WINDOW_REALS,
  windowReal,
} from '../layout/window.ts';
import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { putReal, putWhole, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { kick, TICK } from '../vertices.ts';

/** Whether a group is worth sharing. */
export function groupIsShared(g: i32): boolean {
  const kind: i32 = wholeAt(GROUP_KIND + g);
  if (SHARE_FROM === 0 || kind === KIND_ACCELERATION || kind === KIND_WIND) return false;
  return wholeAt(GROUP_START + g + 1) - wholeAt(GROUP_START + g) >= SHARE_FROM;
}

/** Says which group is due, for the threads. */
export function groupDue(g: i32, tick: f64): void {
  putWhole(DUE_GROUP_AT, g);
  putReal(WINDOW_REALS + WINDOW_DUE, tick);
  groupMove(g, tick);
}

function endOf(from: i32, all: i32): i32 {
  return from + SHARE < all ? from + SHARE : all;
}

/** Of plates, before their impulses: looks at a share of the folds. */
export function shareFolds(share: i32): void {
  const g: i32 = wholeAt(DUE_GROUP_AT);
  const from: i32 = wholeAt(GROUP_FOLD + g) + SHARE * share;
  const end: i32 = endOf(from, wholeAt(GROUP_FOLD + g + 1));
  foldsSee(from, end, windowReal(WINDOW_DUE));
}

/** Then bends a share of them. */
export function shareBends(share: i32): void {
  const g: i32 = wholeAt(DUE_GROUP_AT);
  const h: f64 = realAt(GROUP_STEP + g) * TICK;
  const from: i32 = wholeAt(GROUP_START + g) + SHARE * share;
  const end: i32 = endOf(from, wholeAt(GROUP_START + g + 1));
  for (let at: i32 = from; at < end; at++) plateBend(wholeAt(GROUP_ELEMENTS + at), h);
}

/** Impulses of a share of the elements, of plates of their folds. */
export function shareImpulses(share: i32): void {
  const g: i32 = wholeAt(DUE_GROUP_AT);
  const kind: i32 = wholeAt(GROUP_KIND + g);
  const h: f64 = realAt(GROUP_STEP + g) * TICK;
  const starts: i32 = kind === KIND_PLATE ? GROUP_FOLD : GROUP_START;
  const first: i32 = wholeAt(starts + g);
  const from: i32 = first + SHARE * share;
  const end: i32 = endOf(from, wholeAt(starts + g + 1));
  const size: i32 = 3 * cornersOf(kind);
  for (let at: i32 = from; at < end; at++) {
    const out: i32 = IMPULSES + size * (at - first);
    if (kind === KIND_PLATE) foldImpulse(at, out);
    else elementImpulse(kind, wholeAt(GROUP_ELEMENTS + at), h, out);
  }
}

/** Kicks a share of the vertices. */
export function shareKicks(share: i32): void {
  const g: i32 = wholeAt(DUE_GROUP_AT);
  const from: i32 = wholeAt(GATHER_FIRST + g) + SHARE * share;
  const end: i32 = endOf(from, wholeAt(GATHER_FIRST + g + 1));
  for (let v: i32 = from; v < end; v++) {
    const i: i32 = wholeAt(GATHER_VERTEX + v);
    const last: i32 = wholeAt(GATHER_FROM + v + 1);
    for (let e: i32 = wholeAt(GATHER_FROM + v); e < last; e++) {
      const j: i32 = IMPULSES + 3 * wholeAt(GATHER_ENTRY + e);
      kick(i, realAt(j), realAt(j + 1), realAt(j + 2));
    }
  }
}

/** After all shares: tallies and the group's next tick. */
export function groupDone(): void {
  groupNext(wholeAt(DUE_GROUP_AT), windowReal(WINDOW_DUE));
}
