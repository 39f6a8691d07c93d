// A separated record is due. All bounds are conservative, so its event is a question, not a failure: the nodes are
// made tight and asked again, and only when the answer is shorter than patience is the record expanded, or do its two
// leaves meet.

import { type i32, type f64, wholeAt, putReal, realAt, putWhole } from '../../../../num/kernels/machine.ts';
import {
  NEED_RECORDS,
  tally,
  COUNT_RECORDS_FAILED,
  setting,
  SETTING,
  SETTING_FAILED,
  SETTING_PATIENCE,
  COUNT_CONFIRMED,
  LEAF_VERTEX,
  NODE_CHILD,
  RECORD_END_AT,
  RECORD_CAPACITY,
  COUNT_EXPANDED,
  DOP_WIDTH,
} from '../layout/kinetic.ts';
import { pairsFit } from '../contact/pairs.ts';
import { NEED_PAIRS, RUN_DONE } from '../layout/control.ts';
import {
  nodeOf,
  recordAt,
  recordLeave,
  RECORD_ORDER,
  RECORD_STATE,
  STATE_EXPANDED,
  RECORD_CHILD,
} from './records.ts';
import { recordLife, recordTightLife } from './stay-apart.ts';
import { isLeaf, dopAt } from './dop.ts';
import { leavesMeet, MOST_PAIRS } from './meeting.ts';
import { starTakes } from './stars.ts';
import { planWork } from './plans.ts';
import { recordAwait, recordNew } from './separation.ts';

/** Work of asking a separated record, in looks at one, for each vertex of a leaf. */
const RECORD_WORK: f64 = 3;

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
    putReal(SETTING + SETTING_FAILED, setting(SETTING_FAILED) + 1);
    recordAwait(record, tick, life);
    return RUN_DONE;
  }
  recordLeave(record);
  if (isLeaf(nodeOf(record, 0)) && isLeaf(nodeOf(record, 1))) {
    if (!starTakes(record, tick, 1)) leavesMeet(record, tick);
  } else recordExpand(record, tick);
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
