// The event loop: takes events in causal order until a time.
//
// A force event (a group of elements, or all layers of one clock) moves its stencils to its tick and kicks them, and
// sets its own next tick, one step on. A certificate's
// event moves nothing. What the kicks of an event mean for the certificates is settled before the next event.

import { clockCount, firstTickOf } from './contact/clocks.ts';
import { clockResume, clockTick } from './contact/tick-layers.ts';
import { groupTick, groupTurns } from './forces/groups.ts';
import { certificatePop, certificatesSettle } from './kinetic/certificates.ts';
import { GROUP_COUNT, GROUP_STEP, VERTEX_COUNT } from './layout/layout.ts';
import {
  COUNT_CERTIFICATES,
  COUNTERS,
  MODE,
  MODE_CERTIFICATES,
  NEED_TURNS,
  RUN_DONE,
  RUN_PAUSED,
  TURN_CAPACITY,
  TURN_COUNT_AT,
  TURNS_WANTED,
} from './layout/control.ts';
import { SLOT_MASK, TAG_CERTIFICATE, TAG_GROUP, TAG_SHIFT } from './layout/queue.ts';
import { GROUP_DUE } from './layout/window.ts';
import { type f64, type i32, putReal, real, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import { eventCode, queuePeek, queuePeekTick, queueSet } from './queue.ts';
import { groupDue, groupIsShared } from './window/groups.ts';

/** Sets the clocks of all groups going, at their first ticks at or after `tick`. */
export function groupsStart(tick: f64): void {
  for (let g: i32 = 0; g < GROUP_COUNT; g++) {
    queueSet(eventCode(TAG_GROUP, g), firstTickOf(tick, realAt(GROUP_STEP + g)));
  }
}

/** Processes events before `until` [ticks], about `budget` of them (elements count singly). Returns a RUN_… code. */
export function runEvents(until: f64, budget: f64): i32 {
  let left: f64 = budget;
  const resumed: i32 = clockResume();
  if (resumed !== RUN_DONE) return resumed;
  while (true) {
    if (MODE === MODE_CERTIFICATES) {
      const settled: i32 = certificatesSettle();
      if (settled !== RUN_DONE) return settled;
    }
    const tick: f64 = queuePeekTick();
    if (tick < 0 || tick >= until) return RUN_DONE;
    if (left <= 0) return RUN_PAUSED;
    const code: i32 = queuePeek();
    const tag: i32 = code >> TAG_SHIFT;
    const slot: i32 = code & SLOT_MASK;
    if (tag >= TAG_CERTIFICATE) {
      putReal(COUNTERS + COUNT_CERTIFICATES, realAt(COUNTERS + COUNT_CERTIFICATES) + 1);
      const status: i32 = certificatePop(code, tick);
      if (status !== RUN_DONE) return status;
      left -= 1;
    } else {
      const layers: i32 = tag === TAG_GROUP ? 0 : clockCount(slot);
      if (TURNS_WANTED !== 0) {
        // a vertex turns once a tick
        const turns: i32 = tag === TAG_GROUP ? groupTurns(slot) : 4 * layers;
        const most: i32 = turns < VERTEX_COUNT ? turns : VERTEX_COUNT;
        if (wholeAt(TURN_COUNT_AT) + most > TURN_CAPACITY) return NEED_TURNS;
      }
      if (tag === TAG_GROUP) {
        if (groupIsShared(slot)) {
          groupDue(slot, tick);
          return GROUP_DUE;
        }
        left -= groupTick(slot, tick);
      } else {
        left -= real(layers);
        const status: i32 = clockTick(slot, tick);
        if (status !== RUN_DONE) return status;
      }
    }
  }
}
