// How long two nodes stay apart is the union of what single axes prove: the best axis now, from where it ends the
// second best, and one drawn at random, which takes the first place when it does better.

import { type f64, type i32, wholeAt, putWhole, least, realAt } from '../../../../num/kernels/machine.ts';
import { DRAWS_AT, AXIS_COUNT, DOP_WIDTH } from '../layout/kinetic.ts';
import { recordAt, RECORD_NODE, RECORD_ORDER, nodeOf } from './records.ts';
import { dopAt, apartAlong, dopRefresh } from './dop.ts';
import { HORIZON } from './plans.ts';

/** Bounds are made tight to this share of the smaller node's width. */
const RECORD_TIGHT: f64 = 0.03125;

/** The next axis to try, from a small generator of its own: which one never changes the motion. */
function drawAxis(): i32 {
  const draw: i32 = (wholeAt(DRAWS_AT) * 4005 + 12829) & 65535;
  putWhole(DRAWS_AT, draw);
  return (draw >> 5) % AXIS_COUNT;
}

/** [ticks] that the nodes of a record surely stay apart, at most a horizon; 0: they may overlap now. */
export function recordLife(record: i32, tick: f64): f64 {
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

/** Whether the favourite axis of a record alone keeps its nodes apart from one tick to another. */
export function recordHolds(record: i32, tick: f64, until: f64): boolean {
  const at: i32 = recordAt(record);
  const first: i32 = wholeAt(at + RECORD_ORDER) & 31;
  return (
    apartAlong(dopAt(wholeAt(at + RECORD_NODE)), dopAt(wholeAt(at + RECORD_NODE + 1)), first, tick) >= until
  );
}

/** The same with bounds made tight first: to zero for leaves. */
export function recordTightLife(record: i32, tick: f64): f64 {
  const a: i32 = nodeOf(record, 0);
  const b: i32 = nodeOf(record, 1);
  const width: f64 = least(realAt(dopAt(a) + DOP_WIDTH), realAt(dopAt(b) + DOP_WIDTH));
  dopRefresh(a, tick, RECORD_TIGHT * width);
  dopRefresh(b, tick, RECORD_TIGHT * width);
  return recordLife(record, tick);
}
