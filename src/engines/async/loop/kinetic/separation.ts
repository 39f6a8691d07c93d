// The separation list: the front of the traversal of the tree against itself, kept up to date.
//
// A record is two nodes. *Separated*: their polytopes are apart, with an event when that may end before the next sweep (sweep.ts). *Expanded*: the
// larger node was split, two records stand below. *Met*: two leaves whose polytopes may overlap; their pairs of
// primitives exist and have slabs (meeting.ts). *Void*: two leaves with nothing to collide. One record without
// parent for the two children of each inner node: together they stand for all pairs of leaves.
//
// Two separated records below an expanded one are merged by a sweep when their parent is apart for long enough.

import { dopRaise, innerCovers, leafCovers } from './dop.ts';
import {
  COUNT_MERGED,
  COUNT_RECORDS_CHECKED,
  COUNT_RECORDS_LOWERED,
  LEAF_NODE,
  NODE_FIRST,
  NODE_LIST,
  NODE_MARK,
  NODE_PARENT,
  NODES,
  RECORD_END_AT,
  RECORD_FREE_AT,
  RECORD_LIVE_AT,
  RECORD_UNTIL,
  SETTING_PATIENCE,
  SETTING_SPAN,
  SETTING_SWEEP,
  setting,
  TAG_RECORD,
  tally,
  tallyMore,
  VERTEX_LEAF,
  VERTEX_LEAVES,
} from '../layout/kinetic.ts';
import {
  type f64,
  type i32,
  least,
  most,
  putReal,
  putWhole,
  realAt,
  wholeAt,
} from '../../../../num/kernels/machine.ts';
import { planWork } from './plans.ts';
import { eventCode, queueRemove, queueSet } from '../queue.ts';
import {
  recordAt,
  RECORD_PARENT,
  RECORD_NODE,
  RECORD_CHILD,
  RECORD_ORDER,
  RECORD_TOUCHES,
  recordEnter,
  RECORD_STATE,
  STATE_SEPARATED,
  recordLeave,
  STATE_FREE,
  STATE_VOID,
  RECORD_NEXT,
} from './records.ts';
import { recordHolds, recordLife, recordTightLife } from './stay-apart.ts';
import { neverTouch } from '../leaves.ts';
/** How many times patience a merged or parted record must last. */
export const RECORD_CALM: f64 = 4;
/** Work of bounding a node, and of asking a record that rests on it, in looks at a slab. */
const FIT_WORK: f64 = 2;
const LIFE_WORK: f64 = 3;

/** A separated record of two nodes, due when it may fail; -1 where nothing of them can collide. Room must be there. */
export function recordNew(a: i32, b: i32, parent: i32, order: i32, tick: f64): i32 {
  if (neverTouch(a, b)) return -1;
  let record: i32 = wholeAt(RECORD_FREE_AT) - 1;
  if (record >= 0) {
    putWhole(RECORD_FREE_AT, wholeAt(recordAt(record) + RECORD_PARENT));
  } else {
    record = wholeAt(RECORD_END_AT);
    putWhole(RECORD_END_AT, record + 1);
  }
  putWhole(RECORD_LIVE_AT, wholeAt(RECORD_LIVE_AT) + 1);
  const at: i32 = recordAt(record);
  putWhole(at + RECORD_NODE, a);
  putWhole(at + RECORD_NODE + 1, b);
  putWhole(at + RECORD_PARENT, parent);
  putWhole(at + RECORD_CHILD, -1);
  putWhole(at + RECORD_CHILD + 1, -1);
  putWhole(at + RECORD_ORDER, order);
  putWhole(at + RECORD_TOUCHES, 0);
  recordEnter(record);
  recordAwait(record, tick, recordLife(record, tick));
  return record;
}

function recordFree(record: i32): void {
  if (record < 0) return;
  const at: i32 = recordAt(record);
  if (wholeAt(at + RECORD_STATE) === STATE_SEPARATED) recordLeave(record);
  putWhole(RECORD_LIVE_AT, wholeAt(RECORD_LIVE_AT) - 1);
  putWhole(at + RECORD_STATE, STATE_FREE);
  putWhole(at + RECORD_PARENT, wholeAt(RECORD_FREE_AT));
  putWhole(RECORD_FREE_AT, record + 1);
}

/** Sets the event of a separated record: when its life [ticks] ends, at once where that is too short. */
export function recordAwait(record: i32, tick: f64, life: f64): void {
  const until: f64 = life < setting(SETTING_PATIENCE) ? tick : tick + life;
  putReal(RECORD_UNTIL + record, until);
  // what holds beyond the next sweep is looked at there
  if (until < setting(SETTING_SWEEP)) queueSet(eventCode(TAG_RECORD, record), until);
  else queueRemove(eventCode(TAG_RECORD, record));
}

function isApartUntil(record: i32, tick: f64): boolean {
  if (record < 0) return true;
  const state: i32 = wholeAt(recordAt(record) + RECORD_STATE);
  return state === STATE_SEPARATED ? realAt(RECORD_UNTIL + record) >= tick : state === STATE_VOID;
}

/** Merges the records below an expanded one, where it will be apart for long, and until the next sweep at least. */
export function recordsMerge(record: i32, tick: f64): void {
  if (record < 0) return;
  const at: i32 = recordAt(record);
  const first: i32 = wholeAt(at + RECORD_CHILD);
  const second: i32 = wholeAt(at + RECORD_CHILD + 1);
  const calm: f64 = most(RECORD_CALM * setting(SETTING_PATIENCE), setting(SETTING_SPAN));
  // a parent is no longer apart than its children are
  if (!isApartUntil(first, tick + calm) || !isApartUntil(second, tick + calm)) return;
  const life: f64 = recordLife(record, tick);
  if (life < calm) return;
  tally(COUNT_MERGED);
  recordFree(first);
  recordFree(second);
  recordEnter(record);
  recordAwait(record, tick, life);
}

/** Two leaves that met and have no layers on: separated again, if they will be for long. */
export function recordParts(record: i32, tick: f64): boolean {
  if (wholeAt(recordAt(record) + RECORD_TOUCHES) !== 0) return false;
  const life: f64 = recordTightLife(record, tick);
  if (life < RECORD_CALM * setting(SETTING_PATIENCE)) return false;
  recordEnter(record);
  recordAwait(record, tick, life);
  return true;
}

/** The slopes of a node have got wider: the records that rest on it may fail sooner. Returns how many there are. */
function recordsRaised(node: i32, tick: f64): f64 {
  let checked: f64 = 0;
  let entry: i32 = wholeAt(NODE_FIRST + node);
  while (entry >= 0) {
    const record: i32 = entry >> 1;
    // what is beyond the next sweep matters there
    const until: f64 = least(realAt(RECORD_UNTIL + record), setting(SETTING_SWEEP));
    if (until > tick) checked += 1;
    if (until > tick && !recordHolds(record, tick, until)) {
      const fails: f64 = tick + recordLife(record, tick);
      if (fails < until) {
        putReal(RECORD_UNTIL + record, fails);
        queueSet(eventCode(TAG_RECORD, record), fails);
        tally(COUNT_RECORDS_LOWERED);
      }
    }
    entry = wholeAt(recordAt(record) + RECORD_NEXT + (entry & 1));
  }
  tallyMore(COUNT_RECORDS_CHECKED, checked);
  return checked;
}

/**
 * Plans of some vertices are new: leaves that they have outgrown are bounded anew, and nodes above as far as need be, round by round, so
 * that a node above several of them is bounded once. @param vertices  address of their numbers
 */
export function leavesReplanned(vertices: i32, count: i32, tick: f64): void {
  let last: i32 = 0;
  for (let at: i32 = 0; at < count; at++) {
    const i: i32 = wholeAt(vertices + at);
    const end: i32 = wholeAt(VERTEX_LEAVES + i + 1);
    for (let leaf: i32 = wholeAt(VERTEX_LEAVES + i); leaf < end; leaf++) {
      const node: i32 = wholeAt(LEAF_NODE + wholeAt(VERTEX_LEAF + leaf));
      if (wholeAt(NODE_MARK + node) === 0 && !leafCovers(node, i)) last = markNode(node, i, last);
    }
  }
  let at: i32 = 0;
  while (at !== last) {
    const node: i32 = wholeAt(NODE_LIST + at);
    at = at === NODES ? 0 : at + 1;
    const cause: i32 = wholeAt(NODE_MARK + node) - 1;
    putWhole(NODE_MARK + node, 0);
    dopRaise(node, tick);
    planWork(cause, FIT_WORK + LIFE_WORK * recordsRaised(node, tick), tick);
    const parent: i32 = wholeAt(NODE_PARENT + node);
    if (parent >= 0 && wholeAt(NODE_MARK + parent) === 0 && !innerCovers(parent, node))
      last = markNode(parent, cause, last);
  }
}

/** Lets a node be bounded anew, because of a vertex: it stands at place `last` of the list, which goes round. Returns the place after it. */
function markNode(node: i32, cause: i32, last: i32): i32 {
  putWhole(NODE_MARK + node, cause + 1);
  putWhole(NODE_LIST + last, node);
  return last === NODES ? 0 : last + 1;
}

/** Puts every separated record to the question at a tick. */
export function recordsDoubt(tick: f64): void {
  const end: i32 = wholeAt(RECORD_END_AT);
  for (let record: i32 = 0; record < end; record++) {
    if (wholeAt(recordAt(record) + RECORD_STATE) === STATE_SEPARATED) recordAwait(record, tick, 0);
  }
}
