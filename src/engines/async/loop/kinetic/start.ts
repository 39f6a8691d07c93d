// Builds all certificates from nothing but where the vertices are: at the start and after a snapshot.
//
// Pairs that exist already (lengths of edges, and pairs with layers that a snapshot brought back) are taken in.

import { dopRaiseAll } from './dop.ts';
import { VERTEX_COUNT } from '../layout/layout.ts';
import { PAIR_END_AT, PAIR_KIND, pairAt } from '../layout/contact.ts';
import { RUN_DONE } from '../layout/control.ts';
import {
  DRAWS_AT,
  NEED_RECORDS,
  NODE_CHILD,
  NODE_FIRST,
  NODE_MARK,
  NODES,
  PAIR_RECORD,
  PLAN_BALANCE,
  PLAN_EPSILON,
  RECORD_CAPACITY,
  RECORD_END_AT,
  RECORD_FREE_AT,
  RECORD_LIVE_AT,
  REPLAN_COUNT_AT,
  REPLAN_MARK,
  SETTING,
  SETTING_EXTENT,
  SLAB_FIRST,
  STAR_FIRST,
  STAR_MARK,
  TAG_REVIEW,
  TAG_SLAB,
  TAG_STAR,
  planAt,
} from '../layout/kinetic.ts';
import { type f64, type i32, putReal, putWhole, wholeAt } from '../../../../num/kernels/machine.ts';
import { extentFit, HORIZON, planMake } from './plans.ts';
import { eventCode, queueSet } from '../queue.ts';
import { recordNew, recordsDoubt } from './separation.ts';
import { sweepsStart } from './sweep.ts';
import { slabEnter } from './schedule-slabs.ts';

/** Builds everything at a tick; the queue holds no certificates yet. Returns 0 or NEED_RECORDS. */
export function kineticStart(tick: f64): i32 {
  if (RECORD_CAPACITY < NODES) return NEED_RECORDS;
  putWhole(RECORD_END_AT, 0);
  putWhole(RECORD_FREE_AT, 0);
  putWhole(RECORD_LIVE_AT, 0);
  putWhole(REPLAN_COUNT_AT, 0);
  putWhole(DRAWS_AT, 1);
  putReal(SETTING + SETTING_EXTENT, 0);
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    putWhole(SLAB_FIRST + i, -1);
    putWhole(STAR_FIRST + i, -1);
    putWhole(STAR_MARK + i, 0);
    putWhole(REPLAN_MARK + i, 0);
    putReal(planAt(i) + PLAN_EPSILON, 0);
    putReal(planAt(i) + PLAN_BALANCE, 0);
  }
  for (let node: i32 = 0; node < NODES; node++) {
    putWhole(NODE_FIRST + node, -1);
    putWhole(NODE_MARK + node, 0);
  }
  sweepsStart(tick);
  extentFit(tick);
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) planMake(i, tick);
  dopRaiseAll(tick);

  const pairs: i32 = wholeAt(PAIR_END_AT);
  for (let pair: i32 = 0; pair < pairs; pair++) {
    if (!pairExists(pair)) continue;
    putWhole(PAIR_RECORD + pair, -1);
    slabEnter(pair, tick);
  }
  for (let node: i32 = 0; node < NODES; node++) {
    const first: i32 = wholeAt(NODE_CHILD + 2 * node);
    if (first >= 0) recordNew(first, wholeAt(NODE_CHILD + 2 * node + 1), -1, 0, tick);
  }
  queueSet(eventCode(TAG_REVIEW, 0), tick + HORIZON);
  return RUN_DONE;
}

function pairExists(pair: i32): boolean {
  return wholeAt(pairAt(pair) + PAIR_KIND) >= 0;
}

/** Something may leave EXTENT: a larger one, and every certificate is put to the question. */
export function kineticWiden(tick: f64): void {
  extentFit(tick);
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) planMake(i, tick);
  dopRaiseAll(tick);
  recordsDoubt(tick);
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    if (wholeAt(STAR_FIRST + i) >= 0) queueSet(eventCode(TAG_STAR, i), tick);
  }
  const pairs: i32 = wholeAt(PAIR_END_AT);
  for (let pair: i32 = 0; pair < pairs; pair++) {
    if (pairExists(pair)) queueSet(eventCode(TAG_SLAB, pair), tick);
  }
}
