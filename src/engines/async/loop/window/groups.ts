// One tick of a clock group, shared by threads: first the impulses of all elements, then, for every vertex, those that
// act on it, in the order of the elements.
//
// Elements of a group do not see each other's kicks (groups.ts), and a vertex adds the same impulses in the same
// order as one thread would: so the bits are the same. Turns are noted afterwards by one thread, in that order too.

import { cornersOf, elementImpulse, triplesOf, verticesOf } from '../forces/groups.ts';
import { pushTilts } from '../forces/plate.ts';
import { growStray, noteTurn } from '../push.ts';
import {
  GROUP_ELEMENTS,
  GROUP_KIND,
  GROUP_START,
  GROUP_STEP,
  INVERSE_MASS,
  KIND_ACCELERATION,
  KIND_PLATE,
  TIME,
} from '../layout/layout.ts';
import { PLATE_TILT_TRIPLE } from '../layout/plates.ts';
import {
  COUNT_GROUPS,
  COUNTERS,
  STRAY_WANTED,
  TALLY,
  TALLY_FORCES,
  TURNS_WANTED,
} from '../layout/control.ts';
import { TAG_GROUP } from '../layout/queue.ts';
import {
  DUE_GROUP_AT,
  GATHER_ENTRY,
  GATHER_FIRST,
  GATHER_FROM,
  GATHER_VERTEX,
  IMPULSES,
  MOVED,
  SHARE,
  SHARE_FROM,
  WINDOW_DUE,
  WINDOW_REALS,
  windowReal,
} from '../layout/window.ts';
import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { putReal, putWhole, real, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { eventCode, queueSet } from '../queue.ts';
import { kick, moveTo, TICK } from '../vertices.ts';
import { tubeGrow } from './tube.ts';

/** Whether a group is worth sharing. */
export function groupIsShared(g: i32): boolean {
  if (SHARE_FROM === 0 || wholeAt(GROUP_KIND + g) === KIND_ACCELERATION) return false;
  return wholeAt(GROUP_START + g + 1) - wholeAt(GROUP_START + g) >= SHARE_FROM;
}

/** Says which group is due, for the threads. */
export function groupDue(g: i32, tick: f64): void {
  putWhole(DUE_GROUP_AT, g);
  putReal(WINDOW_REALS + WINDOW_DUE, tick);
}

/** Impulses of a share of the elements. */
export function shareImpulses(share: i32): void {
  const g: i32 = wholeAt(DUE_GROUP_AT);
  const tick: f64 = windowReal(WINDOW_DUE);
  const kind: i32 = wholeAt(GROUP_KIND + g);
  const h: f64 = realAt(GROUP_STEP + g) * TICK;
  const triples: i32 = triplesOf(kind);
  const first: i32 = wholeAt(GROUP_START + g);
  const from: i32 = first + SHARE * share;
  const all: i32 = wholeAt(GROUP_START + g + 1);
  const end: i32 = from + SHARE < all ? from + SHARE : all;
  for (let at: i32 = from; at < end; at++) {
    elementImpulse(kind, wholeAt(GROUP_ELEMENTS + at), tick, h, IMPULSES + 3 * triples * (at - first));
  }
}

/** Kicks a share of the vertices. */
export function shareKicks(share: i32): void {
  const g: i32 = wholeAt(DUE_GROUP_AT);
  const tick: f64 = windowReal(WINDOW_DUE);
  const from: i32 = wholeAt(GATHER_FIRST + g) + SHARE * share;
  const all: i32 = wholeAt(GATHER_FIRST + g + 1);
  const end: i32 = from + SHARE < all ? from + SHARE : all;
  for (let v: i32 = from; v < end; v++) {
    const i: i32 = wholeAt(GATHER_VERTEX + v);
    if (realAt(INVERSE_MASS + i) === 0) continue;
    const moves: boolean = realAt(TIME + i) !== tick;
    if (moves) moveTo(i, tick);
    const last: i32 = wholeAt(GATHER_FROM + v + 1);
    for (let e: i32 = wholeAt(GATHER_FROM + v); e < last; e++) {
      const j: i32 = IMPULSES + 3 * wholeAt(GATHER_ENTRY + e);
      kick(i, realAt(j), realAt(j + 1), realAt(j + 2));
    }
    if (!moves) continue;
    tubeGrow(i, tick);
    if (STRAY_WANTED !== 0) growStray(i, tick);
    if (TURNS_WANTED !== 0) putWhole(MOVED + i, 1);
  }
}

/** After all shares: tilts, turns, tallies and the group's next tick. */
export function groupDone(): void {
  const g: i32 = wholeAt(DUE_GROUP_AT);
  const tick: f64 = windowReal(WINDOW_DUE);
  const kind: i32 = wholeAt(GROUP_KIND + g);
  const from: i32 = wholeAt(GROUP_START + g);
  const end: i32 = wholeAt(GROUP_START + g + 1);
  if (kind === KIND_PLATE) {
    for (let at: i32 = from; at < end; at++) {
      const slot: i32 = triplesOf(kind) * (at - from) + PLATE_TILT_TRIPLE;
      pushTilts(wholeAt(GROUP_ELEMENTS + at), tick, IMPULSES + 3 * slot);
    }
  }
  if (TURNS_WANTED !== 0) {
    const corners: i32 = cornersOf(kind);
    const vertices: i32 = verticesOf(kind);
    for (let at: i32 = from; at < end; at++) {
      const corner: i32 = vertices + corners * wholeAt(GROUP_ELEMENTS + at);
      for (let k: i32 = 0; k < corners; k++) {
        const i: i32 = wholeAt(corner + k);
        if (wholeAt(MOVED + i) === 0) continue;
        putWhole(MOVED + i, 0);
        noteTurn(i, tick);
      }
    }
  }
  queueSet(eventCode(TAG_GROUP, g), tick + realAt(GROUP_STEP + g));
  putReal(TALLY + TALLY_FORCES, realAt(TALLY + TALLY_FORCES) + real(end - from));
  putReal(COUNTERS + COUNT_GROUPS, realAt(COUNTERS + COUNT_GROUPS) + 1);
}
