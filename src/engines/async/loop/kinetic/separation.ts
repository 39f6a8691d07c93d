// The separation list: the front of the traversal of the tree against itself, kept up to date.
//
// A record is two nodes. *Separated*: their polytopes are apart, with an event when that may end. *Expanded*: the
// larger node was split, two records stand below. *Met*: two leaves whose polytopes may overlap; their pairs of
// primitives exist and have slabs (meeting.ts). *Void*: two leaves with nothing to collide. One record without
// parent for the two children of each inner node: together they stand for all pairs of leaves.
//
// How long two nodes stay apart is the union of what single axes prove: the best axis now, from where it ends the
// second best, and one drawn at random, which takes the first place when it does better. All bounds are
// conservative, so an event is a question, not a failure: the nodes are made tight and asked again, and only when
// the answer is shorter than patience is the record expanded. Two separated records below an expanded one are merged
// when their parent is apart for long enough.

import { apartAlong, dopAt, dopRaise, dopRefresh, innerCovers, isLeaf, leafCovers } from './dop.ts';
import { CLASS_COUNT, RULE_ETA, RULE_SIZE, RULES } from '../layout/contact.ts';
import { NEED_PAIRS, RUN_DONE } from '../layout/control.ts';
import {
  AXIS_COUNT,
  COUNT_CONFIRMED,
  COUNT_EXPANDED,
  COUNT_MERGED,
  COUNT_RECORDS_CHECKED,
  COUNT_RECORDS_FAILED,
  COUNT_RECORDS_LOWERED,
  DOP_WIDTH,
  DRAWS_AT,
  LEAF_NODE,
  LEAF_VERTEX,
  NEED_RECORDS,
  NODE_CHILD,
  NODE_CLASS,
  NODE_FIRST,
  NODE_FIXED,
  NODE_PARENT,
  RECORD,
  RECORD_CAPACITY,
  RECORD_END_AT,
  RECORD_FREE_AT,
  RECORD_LIVE_AT,
  SETTING_PATIENCE,
  setting,
  TAG_RECORD,
  tally,
  tallyMore,
  VERTEX_LEAF,
  VERTEX_LEAVES,
} from '../layout/kinetic.ts';
import { type f64, type i32, least, putWhole, realAt, wholeAt } from '../machine.ts';
import { leavesMeet } from './meeting.ts';
import { pairsFit } from '../contact/pairs.ts';
import { HORIZON, planWork } from './plans.ts';
import { codeOf, queueRemove, queueSet, queueTick } from '../queue.ts';

export const RECORD_SIZE: i32 = 12;
export const RECORD_NODE: i32 = 0; // 2
export const RECORD_STATE: i32 = 2;
export const RECORD_PARENT: i32 = 3; // -1: none; of a free record the next free slot + 1
export const RECORD_CHILD: i32 = 4; // 2, -1: nothing to collide below; of leaves that met: their first pair
const RECORD_NEXT: i32 = 6; // 2: links of both nodes' lists
const RECORD_BEFORE: i32 = 8; // 2
const RECORD_ORDER: i32 = 10; // best axis + 32 · second best
export const RECORD_TOUCHES: i32 = 11; // leaves that met: 1 where they share a vertex

const STATE_FREE: i32 = 0;
export const STATE_SEPARATED: i32 = 1;
const STATE_EXPANDED: i32 = 2;
export const STATE_MET: i32 = 3;
export const STATE_VOID: i32 = 4;

/** Most pairs that two leaves have: 3 + 3 vertices with faces, 3 × 3 edges. */
const MOST_PAIRS: i32 = 15;
/** How many times patience a merged or parted record must last. */
const RECORD_CALM: f64 = 4;
/** Bounds are made tight to this share of the smaller node's width. */
const RECORD_TIGHT: f64 = 0.03125;

/** Work of asking a separated record, in looks at one, for each vertex of a leaf. */
const RECORD_WORK: f64 = 3;

export function recordAt(record: i32): i32 {
  return RECORD + RECORD_SIZE * record;
}

function nodeOf(record: i32, side: i32): i32 {
  return wholeAt(recordAt(record) + RECORD_NODE + side);
}

/** Whether nothing below one node can collide with anything below the other. */
function neverTouch(a: i32, b: i32): boolean {
  if (wholeAt(NODE_FIXED + a) !== 0 && wholeAt(NODE_FIXED + b) !== 0) return true;
  const classA: i32 = wholeAt(NODE_CLASS + a);
  const classB: i32 = wholeAt(NODE_CLASS + b);
  if (classA < 0 || classB < 0) return false;
  return realAt(RULES + RULE_SIZE * (classA * CLASS_COUNT + classB) + RULE_ETA) === 0;
}

/** Enters a separated record into the lists of its nodes. */
function recordEnter(record: i32): void {
  putWhole(recordAt(record) + RECORD_STATE, STATE_SEPARATED);
  for (let side: i32 = 0; side < 2; side++) {
    const head: i32 = NODE_FIRST + nodeOf(record, side);
    const entry: i32 = 2 * record + side;
    const next: i32 = wholeAt(head);
    putWhole(recordAt(record) + RECORD_NEXT + side, next);
    putWhole(recordAt(record) + RECORD_BEFORE + side, -1);
    if (next >= 0) putWhole(recordAt(next >> 1) + RECORD_BEFORE + (next & 1), entry);
    putWhole(head, entry);
  }
}

/** Takes a separated record out of the lists and the queue. */
function recordLeave(record: i32): void {
  for (let side: i32 = 0; side < 2; side++) {
    const next: i32 = wholeAt(recordAt(record) + RECORD_NEXT + side);
    const before: i32 = wholeAt(recordAt(record) + RECORD_BEFORE + side);
    if (before >= 0) putWhole(recordAt(before >> 1) + RECORD_NEXT + (before & 1), next);
    else putWhole(NODE_FIRST + nodeOf(record, side), next);
    if (next >= 0) putWhole(recordAt(next >> 1) + RECORD_BEFORE + (next & 1), before);
  }
  queueRemove(codeOf(TAG_RECORD, record));
}

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
function recordAwait(record: i32, tick: f64, life: f64): void {
  queueSet(codeOf(TAG_RECORD, record), life < setting(SETTING_PATIENCE) ? tick : tick + life);
}

/** The next axis to try, from a small generator of its own: which one never changes the motion. */
function drawAxis(): i32 {
  const draw: i32 = (wholeAt(DRAWS_AT) * 4005 + 12829) & 65535;
  putWhole(DRAWS_AT, draw);
  return (draw >> 5) % AXIS_COUNT;
}

/** [ticks] that the nodes of a record surely stay apart, at most a horizon; 0: they may overlap now. */
function recordLife(record: i32, tick: f64): f64 {
  const at: i32 = recordAt(record);
  const a: i32 = dopAt(wholeAt(at + RECORD_NODE));
  const b: i32 = dopAt(wholeAt(at + RECORD_NODE + 1));
  const order: i32 = wholeAt(at + RECORD_ORDER);
  let first: i32 = order & 31;
  let second: i32 = order >> 5;
  let until: f64 = apartAlong(a, b, first, tick);
  if (until === tick) {
    // the favourite is of no use: the best of all
    const former: i32 = first;
    for (let axis: i32 = 0; axis < AXIS_COUNT; axis++) {
      const end: f64 = apartAlong(a, b, axis, tick);
      if (end > until) {
        until = end;
        first = axis;
      }
    }
    if (until === tick) return 0;
    second = former;
  }
  const drawn: i32 = drawAxis();
  const alone: f64 = apartAlong(a, b, drawn, tick);
  if (alone > until) {
    second = first;
    first = drawn;
    until = alone;
  }
  const most: f64 = tick + HORIZON;
  if (until < most) until = apartAlong(a, b, second, until);
  if (until < most) {
    const end: f64 = apartAlong(a, b, drawn, until);
    if (end > until) {
      second = drawn;
      until = end;
    }
  }
  putWhole(at + RECORD_ORDER, first + 32 * second);
  return least(until, most) - tick;
}

/** The same with bounds made tight first: to zero for leaves. */
function recordTightLife(record: i32, tick: f64): f64 {
  const a: i32 = nodeOf(record, 0);
  const b: i32 = nodeOf(record, 1);
  const width: f64 = least(realAt(dopAt(a) + DOP_WIDTH), realAt(dopAt(b) + DOP_WIDTH));
  dopRefresh(a, tick, RECORD_TIGHT * width);
  dopRefresh(b, tick, RECORD_TIGHT * width);
  return recordLife(record, tick);
}

/** A separated record is due. Returns 0, or a code of need with nothing changed. */
export function recordDue(record: i32, tick: f64): i32 {
  if (!recordsFit(2)) return NEED_RECORDS;
  if (!pairsFit(MOST_PAIRS)) return NEED_PAIRS;
  tally(COUNT_RECORDS_FAILED);
  leafWork(nodeOf(record, 0), tick);
  leafWork(nodeOf(record, 1), tick);
  const patience: f64 = setting(SETTING_PATIENCE);
  let life: f64 = recordLife(record, tick);
  if (life < patience) life = recordTightLife(record, tick);
  if (life >= patience) {
    tally(COUNT_CONFIRMED);
    recordAwait(record, tick, life);
    recordsMerge(wholeAt(recordAt(record) + RECORD_PARENT), tick);
    return RUN_DONE;
  }
  recordLeave(record);
  if (isLeaf(nodeOf(record, 0)) && isLeaf(nodeOf(record, 1))) leavesMeet(record, tick);
  else recordExpand(record, tick);
  return RUN_DONE;
}

/** A failure counts for the vertices of a leaf; of larger nodes nobody knows whose it is. */
function leafWork(node: i32, tick: f64): void {
  if (!isLeaf(node)) return;
  const at: i32 = LEAF_VERTEX + 3 * wholeAt(NODE_CHILD + 2 * node + 1);
  for (let k: i32 = 0; k < 3; k++) {
    const i: i32 = wholeAt(at + k);
    if (i >= 0) planWork(i, -RECORD_WORK, tick);
  }
}

function recordsFit(more: i32): boolean {
  return wholeAt(RECORD_END_AT) + more <= RECORD_CAPACITY;
}

/** Splits the larger node of a record. */
function recordExpand(record: i32, tick: f64): void {
  tally(COUNT_EXPANDED);
  const at: i32 = recordAt(record);
  let split: i32 = nodeOf(record, 0);
  let other: i32 = nodeOf(record, 1);
  if (
    isLeaf(split) ||
    (!isLeaf(other) && realAt(dopAt(other) + DOP_WIDTH) > realAt(dopAt(split) + DOP_WIDTH))
  ) {
    const swap: i32 = split;
    split = other;
    other = swap;
  }
  const order: i32 = wholeAt(at + RECORD_ORDER);
  putWhole(at + RECORD_STATE, STATE_EXPANDED);
  for (let side: i32 = 0; side < 2; side++) {
    const child: i32 = recordNew(wholeAt(NODE_CHILD + 2 * split + side), other, record, order, tick);
    putWhole(at + RECORD_CHILD + side, child);
  }
}

function isApart(record: i32): boolean {
  if (record < 0) return true;
  const state: i32 = wholeAt(recordAt(record) + RECORD_STATE);
  return state === STATE_SEPARATED || state === STATE_VOID;
}

/** Merges the records below an expanded one, where it will be apart for long. */
export function recordsMerge(record: i32, tick: f64): void {
  if (record < 0) return;
  const at: i32 = recordAt(record);
  const first: i32 = wholeAt(at + RECORD_CHILD);
  const second: i32 = wholeAt(at + RECORD_CHILD + 1);
  if (!isApart(first) || !isApart(second)) return;
  let life: f64 = recordLife(record, tick);
  if (life === 0) life = recordTightLife(record, tick);
  if (life < RECORD_CALM * setting(SETTING_PATIENCE)) return;
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
    const code: i32 = codeOf(TAG_RECORD, record);
    const due: f64 = queueTick(code);
    if (due > tick) {
      checked += 1;
      const fails: f64 = tick + recordLife(record, tick);
      if (fails < due) {
        queueSet(code, fails);
        tally(COUNT_RECORDS_LOWERED);
      }
    }
    entry = wholeAt(recordAt(record) + RECORD_NEXT + (entry & 1));
  }
  tallyMore(COUNT_RECORDS_CHECKED, checked);
  return checked;
}

/** The plan of vertex i is new: leaves it has outgrown are bounded anew, and nodes above as far as need be. */
export function leavesReplanned(i: i32, tick: f64): void {
  let work: f64 = 0;
  const end: i32 = wholeAt(VERTEX_LEAVES + i + 1);
  for (let at: i32 = wholeAt(VERTEX_LEAVES + i); at < end; at++) {
    let node: i32 = wholeAt(LEAF_NODE + wholeAt(VERTEX_LEAF + at));
    if (leafCovers(node, i)) continue;
    for (;;) {
      dopRaise(node, tick);
      work += 1 + recordsRaised(node, tick);
      const parent: i32 = wholeAt(NODE_PARENT + node);
      if (parent < 0 || innerCovers(parent, node)) break;
      node = parent;
    }
  }
  planWork(i, work, tick);
}

/** Puts every separated record to the question at a tick. */
export function recordsDoubt(tick: f64): void {
  const end: i32 = wholeAt(RECORD_END_AT);
  for (let record: i32 = 0; record < end; record++) {
    if (wholeAt(recordAt(record) + RECORD_STATE) === STATE_SEPARATED)
      queueSet(codeOf(TAG_RECORD, record), tick);
  }
}
