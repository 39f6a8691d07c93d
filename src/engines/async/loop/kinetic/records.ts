// Records of the separation list (separation.ts): two nodes of the tree, and the lists of those that rest on a node.

import { type i32, wholeAt, putWhole } from '../../../../num/kernels/machine.ts';
import { RECORD, NODE_FIRST, TAG_RECORD } from '../layout/kinetic.ts';
import { queueRemove, eventCode } from '../queue.ts';

export const RECORD_SIZE: i32 = 12;
export const RECORD_NODE: i32 = 0; // 2
export const RECORD_STATE: i32 = 2;
export const RECORD_PARENT: i32 = 3; // -1: none; of a free record the next free slot + 1
export const RECORD_CHILD: i32 = 4; // 2, -1: nothing to collide below; of leaves that met: their first pair; in a star: the next record
export const RECORD_NEXT: i32 = 6; // 2: links of both nodes' lists
const RECORD_BEFORE: i32 = 8; // 2
export const RECORD_ORDER: i32 = 10; // best axis + 32 · second best
export const RECORD_TOUCHES: i32 = 11; // leaves that met: 1 where they share a vertex

export const STATE_FREE: i32 = 0;
export const STATE_SEPARATED: i32 = 1;
export const STATE_EXPANDED: i32 = 2;
export const STATE_MET: i32 = 3;
export const STATE_VOID: i32 = 4;
export const STATE_STAR: i32 = 5;

export function recordAt(record: i32): i32 {
  return RECORD + RECORD_SIZE * record;
}

/** Node `side` (0 or 1) of a record. */
export function nodeOf(record: i32, side: i32): i32 {
  return wholeAt(recordAt(record) + RECORD_NODE + side);
}

/** Enters a separated record into the lists of its nodes. */
export function recordEnter(record: i32): void {
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
export function recordLeave(record: i32): void {
  for (let side: i32 = 0; side < 2; side++) {
    const next: i32 = wholeAt(recordAt(record) + RECORD_NEXT + side);
    const before: i32 = wholeAt(recordAt(record) + RECORD_BEFORE + side);
    if (before >= 0) putWhole(recordAt(before >> 1) + RECORD_NEXT + (before & 1), next);
    else putWhole(NODE_FIRST + nodeOf(record, side), next);
    if (next >= 0) putWhole(recordAt(next >> 1) + RECORD_BEFORE + (next & 1), before);
  }
  queueRemove(eventCode(TAG_RECORD, record));
}
