// Sweeps: now and then all polytopes are made anew, and all separated records are asked how long they hold.
//
// One after the other as they lie in memory, that costs a small part of what it costs where each is due by itself; so only records that fail
// before the next sweep stand in the queue, and until when others hold is right up to the next sweep only. How long to the next one follows
// from the work of both, which is to be about the same. As bounds and slopes are tight after a sweep, slopes may have much slack.

import {
  COUNT_SWEEPS,
  NODES,
  RECORD_END_AT,
  RECORD_LIVE_AT,
  SETTING,
  SETTING_FAILED,
  SETTING_PATIENCE,
  SETTING_SPAN,
  SETTING_SWEEP,
  setting,
  TAG_SWEEP,
  tally,
} from '../layout/kinetic.ts';
import { type f64, type i32, least, most, putReal, real, wholeAt } from '../../../../num/kernels/machine.ts';
import { eventCode, queueSet } from '../queue.ts';
import { dopRaiseAll } from './dop.ts';
import { HORIZON } from './plans.ts';
import { RECORD_STATE, recordAt, STATE_EXPANDED, STATE_SEPARATED } from './records.ts';
import { recordAwait, recordsMerge } from './separation.ts';
import { recordLife } from './stay-apart.ts';

/** Work of a record that fails, and of bounding a node, in looks at a record one after the other. */
const FAIL_WORK: f64 = 24;
const NODE_WORK: f64 = 2;
/** How much longer or shorter the next span is. */
const SPAN_STEP: f64 = 1.25;

/** The first sweep is due. */
export function sweepsStart(tick: f64): void {
  const span: f64 = 4 * setting(SETTING_PATIENCE);
  putReal(SETTING + SETTING_SPAN, span);
  putReal(SETTING + SETTING_SWEEP, tick + span);
  putReal(SETTING + SETTING_FAILED, 0);
  queueSet(eventCode(TAG_SWEEP, 0), tick + span);
}

/** A sweep; the next one is set. */
export function sweep(tick: f64): void {
  tally(COUNT_SWEEPS);
  const span: f64 = nextSpan();
  putReal(SETTING + SETTING_SPAN, span);
  putReal(SETTING + SETTING_SWEEP, tick + span);
  putReal(SETTING + SETTING_FAILED, 0);
  queueSet(eventCode(TAG_SWEEP, 0), tick + span);
  dopRaiseAll(tick);
  const end: i32 = wholeAt(RECORD_END_AT);
  for (let record: i32 = 0; record < end; record++) {
    if (wholeAt(recordAt(record) + RECORD_STATE) === STATE_SEPARATED)
      recordAwait(record, tick, recordLife(record, tick));
  }
  for (let record: i32 = 0; record < end; record++) {
    if (wholeAt(recordAt(record) + RECORD_STATE) === STATE_EXPANDED) recordsMerge(record, tick);
  }
}

/** [ticks] until the sweep after the one that is due. */
function nextSpan(): f64 {
  const span: f64 = setting(SETTING_SPAN);
  const swept: f64 = real(wholeAt(RECORD_LIVE_AT)) + NODE_WORK * real(NODES);
  const failed: f64 = FAIL_WORK * setting(SETTING_FAILED);
  if (failed > swept) return most(Math.floor(span / SPAN_STEP), setting(SETTING_PATIENCE));
  return 2 * failed < swept ? least(Math.floor(span * SPAN_STEP), HORIZON) : span;
}
