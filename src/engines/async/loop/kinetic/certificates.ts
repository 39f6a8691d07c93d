// What the event loop asks of the certificates, in MODE_CERTIFICATES only: after each event, and when one is due.

import { layersOf } from '../contact/switch-layers.ts';
import { VERTEX_COUNT } from '../layout/layout.ts';
import { RUN_DONE } from '../layout/control.ts';
import {
  COUNT_SLABS_FAILED,
  PLAN_TIME,
  REPLAN_COUNT_AT,
  REPLAN_LIST,
  REPLAN_MARK,
  SETTING_NOW,
  setting,
  TAG_RECORD,
  TAG_REVIEW,
  TAG_SLAB,
  TAG_STAR,
  TAG_SWEEP,
  tally,
  planAt,
} from '../layout/kinetic.ts';
import { SLOT_MASK, TAG_SHIFT } from '../layout/queue.ts';
import { leavesPart } from './parting.ts';
import { kineticWiden } from './start.ts';
import { type f64, type i32, putWhole, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { HORIZON, planMake, planOutdated } from './plans.ts';
import { eventCode, queueSet } from '../queue.ts';
import { leavesReplanned } from './separation.ts';
import { recordDue } from './record-due.ts';
import { starDue, starsGoOn, starsMark } from './stars.ts';
import { sweep } from './sweep.ts';
import { slabRenew, slabsReplanned } from './schedule-slabs.ts';

/**
 * After an event: replans what the kicks noted. Returns 0, or a code of need or stop; then it is called again,
 * before the next event, with the rest.
 */
export function certificatesSettle(): i32 {
  const count: i32 = wholeAt(REPLAN_COUNT_AT);
  if (count === 0) return RUN_DONE;
  const tick: f64 = setting(SETTING_NOW);
  let fits: boolean = true;
  // all plans first: then every leaf is bounded with those that are to hold
  for (let at: i32 = 0; at < count; at++) {
    const i: i32 = wholeAt(REPLAN_LIST + at);
    if (!planMake(i, tick)) fits = false;
  }
  for (let at: i32 = 0; at < count; at++) {
    const i: i32 = wholeAt(REPLAN_LIST + at);
    slabsReplanned(i, tick);
  }
  leavesReplanned(REPLAN_LIST, count, tick);
  let stars: i32 = 0;
  for (let at: i32 = 0; at < count; at++) stars = starsMark(wholeAt(REPLAN_LIST + at), stars, tick);
  starsGoOn(stars, tick);
  for (let at: i32 = 0; at < count; at++) putWhole(REPLAN_MARK + wholeAt(REPLAN_LIST + at), 0);
  putWhole(REPLAN_COUNT_AT, 0);
  if (!fits) kineticWiden(tick);
  return RUN_DONE;
}

/**
 * A certificate's event is due and stands first in the queue: confirms, rebuilds or gives up, and sets the event
 * anew or removes it. Returns 0, or a code of need with everything as it was.
 */
export function certificatePop(code: i32, tick: f64): i32 {
  const tag: i32 = code >> TAG_SHIFT;
  const slot: i32 = code & SLOT_MASK;
  if (tag === TAG_RECORD) return recordDue(slot, tick);
  if (tag === TAG_STAR) return starDue(slot, tick);
  if (tag === TAG_SLAB) {
    tally(COUNT_SLABS_FAILED);
    if (layersOf(slot) === 0 && leavesPart(slot, tick)) return RUN_DONE;
    return slabRenew(slot, tick);
  }
  if (tag === TAG_SWEEP) sweep(tick);
  else review(tick);
  return RUN_DONE;
}

/** Plans older than a horizon are made anew, so that none looks too far ahead. */
function review(tick: f64): void {
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    if (tick - realAt(planAt(i) + PLAN_TIME) >= HORIZON) planOutdated(i, tick);
  }
  queueSet(eventCode(TAG_REVIEW, 0), tick + HORIZON);
}
