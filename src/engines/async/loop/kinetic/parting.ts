// Two leaves that had met go apart again, or back into their star: their pairs go.

import { layersOf } from '../contact/switch-layers.ts';
import { pairRemove } from '../contact/pairs.ts';
import { COUNT_PARTED, PAIR_RECORD, PAIR_SIBLING, tally } from '../layout/kinetic.ts';
import { type f64, type i32, putWhole, wholeAt } from '../../../../num/kernels/machine.ts';
import { RECORD_CHILD, recordAt } from './records.ts';
import { slabLeave } from './schedule-slabs.ts';
import { RECORD_CALM, recordParts } from './separation.ts';
import { starTakes } from './stars.ts';

/** Whether the leaves of a pair without layers part for good; then the pair is gone. */
export function leavesPart(pair: i32, tick: f64): boolean {
  const record: i32 = wholeAt(PAIR_RECORD + pair);
  if (record < 0) return false;
  const at: i32 = recordAt(record) + RECORD_CHILD;
  let sibling: i32 = wholeAt(at);
  while (sibling >= 0) {
    if (layersOf(sibling) > 0) return false;
    sibling = wholeAt(PAIR_SIBLING + sibling);
  }
  sibling = wholeAt(at);
  const isTogether: boolean = starTakes(record, tick, RECORD_CALM);
  if (!isTogether) {
    if (!recordParts(record, tick)) return false;
    putWhole(at, -1);
  }
  while (sibling >= 0) {
    const next: i32 = wholeAt(PAIR_SIBLING + sibling);
    slabLeave(sibling);
    pairRemove(sibling);
    sibling = next;
  }
  tally(COUNT_PARTED);
  return true;
}
