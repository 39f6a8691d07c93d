// Penalty layers of a pair: switched on one after the other, from the outermost inwards, and off again in turn.
//
//   r(l) = r₁ lᵃ,   η(l) = η₁ l⁻ᵇ,   h(l) ≤ c / √(r(l) W);   the layer's clock ticks at k h, k ≥ 1
//
// h is rounded down to 2ᵏ (64 + j) ticks, j = 0 … 63, so that layers of nearly the same step tick together
// (clocks.ts). A ladder as coarse as that of elements would make the clocks of one pair's layers tick together too
// often: their errors add up, and a bounce through thirty layers came back 2% slower instead of 0.8%.
//
// Whether a layer that would not push is on or off changes nothing: a tick without a push moves no vertex and
// forgets the layer's history, just as switching off does.

import { clockJoin, clockLeave, clocksClear } from '../clocks.ts';
import {
  LADDER,
  LADDER_ETA,
  LADDER_MOST,
  LADDER_R,
  LADDER_SIZE,
  LADDER_STEP,
  LAYER_BELOW,
  LAYER_CAPACITY,
  LAYER_END_AT,
  LAYER_ETA,
  LAYER_FREE_AT,
  LAYER_HAS,
  LAYER_INDEX,
  LAYER_PAIR,
  LAYER_R,
  LAYER_REALS,
  LAYER_REALS_SIZE,
  LAYER_STEP,
  LAYER_WHOLES,
  LAYER_WHOLES_SIZE,
  PAIR_ETA,
  PAIR_LAYERS,
  PAIR_R,
  PAIR_REALS,
  PAIR_REALS_SIZE,
  PAIR_STEP,
  PAIR_TOP,
  PAIR_WHOLES,
  PAIR_WHOLES_SIZE,
} from '../layout/contact.ts';
import { EXACT_STEPS, FAILED_AT, NEED_LAYERS, STOP_LAYER } from '../layout/control.ts';
import { ceil, type f64, floor, type i32, putReal, putWhole, realAt, wholeAt } from '../machine.ts';

/** Thickness η(l) [m] of a pair's layer; 0 beyond the ladder. */
export function eta(pair: i32, l: i32): f64 {
  if (l > LADDER_MOST) return 0;
  return (
    realAt(PAIR_REALS + PAIR_REALS_SIZE * pair + PAIR_ETA) * realAt(LADDER + LADDER_SIZE * l + LADDER_ETA)
  );
}

/** Step h(l) [ticks] of a pair's layer; 0 below the resolution of time or beyond the ladder. */
export function stepOf(pair: i32, l: i32): f64 {
  if (l > LADDER_MOST) return 0;
  const h: f64 = floor(
    realAt(PAIR_REALS + PAIR_REALS_SIZE * pair + PAIR_STEP) * realAt(LADDER + LADDER_SIZE * l + LADDER_STEP),
  );
  return EXACT_STEPS !== 0 ? h : stepDown(h);
}

/** The longest step of the ladder that is not longer than this. */
function stepDown(h: f64): f64 {
  let unit: f64 = 1;
  while (128 * unit <= h) unit *= 2;
  return floor(h / unit) * unit;
}

/** How many layers of a pair are on. */
export function layersOf(pair: i32): i32 {
  return wholeAt(PAIR_WHOLES + PAIR_WHOLES_SIZE * pair + PAIR_LAYERS);
}

/** The first tick of a clock of step h at or after a tick; never 0. */
export function clockFrom(tick: f64, h: f64): f64 {
  let k: f64 = ceil(tick / h);
  // the quotient is rounded: look at the products, which are exact
  if (k * h < tick) k += 1;
  else if ((k - 1) * h >= tick) k -= 1;
  return k < 1 ? h : k * h;
}

/** Whether `more` layers fit into the pool. */
export function layersFit(more: i32): boolean {
  const room: i32 = LAYER_CAPACITY - wholeAt(LAYER_END_AT);
  return wholeAt(LAYER_FREE_AT) > 0 ? more <= 1 + room : more <= room;
}

/**
 * Switches the next layer of a pair on; its clock goes on at the first of its ticks at or after `tick`. Returns its
 * record, -NEED_LAYERS, or -STOP_LAYER where its step would be below the resolution of time.
 */
export function layerOn(pair: i32, tick: f64): i32 {
  const whole: i32 = PAIR_WHOLES + PAIR_WHOLES_SIZE * pair;
  const l: i32 = wholeAt(whole + PAIR_LAYERS) + 1;
  const h: f64 = stepOf(pair, l);
  if (!(h >= 1)) {
    putWhole(FAILED_AT, pair);
    putWhole(FAILED_AT + 1, l);
    return -STOP_LAYER;
  }
  let slot: i32 = wholeAt(LAYER_FREE_AT) - 1;
  if (slot >= 0) {
    putWhole(LAYER_FREE_AT, wholeAt(LAYER_WHOLES + LAYER_WHOLES_SIZE * slot + LAYER_INDEX));
  } else {
    slot = wholeAt(LAYER_END_AT);
    if (slot >= LAYER_CAPACITY) return -NEED_LAYERS;
    putWhole(LAYER_END_AT, slot + 1);
  }
  const record: i32 = LAYER_WHOLES + LAYER_WHOLES_SIZE * slot;
  putWhole(record + LAYER_PAIR, pair);
  putWhole(record + LAYER_INDEX, l);
  putWhole(record + LAYER_BELOW, wholeAt(whole + PAIR_TOP));
  putWhole(record + LAYER_HAS, 0);
  const reals: i32 = LAYER_REALS + LAYER_REALS_SIZE * slot;
  putReal(reals + LAYER_STEP, h);
  putReal(reals + LAYER_ETA, eta(pair, l));
  const r: f64 = realAt(PAIR_REALS + PAIR_REALS_SIZE * pair + PAIR_R);
  putReal(reals + LAYER_R, r * realAt(LADDER + LADDER_SIZE * l + LADDER_R));
  putWhole(whole + PAIR_LAYERS, l);
  putWhole(whole + PAIR_TOP, slot);
  clockJoin(slot, h, tick);
  return slot;
}

/** Switches the deepest layer of a pair off: only where it would not push. */
export function layerOff(pair: i32): void {
  const whole: i32 = PAIR_WHOLES + PAIR_WHOLES_SIZE * pair;
  const slot: i32 = wholeAt(whole + PAIR_TOP);
  const record: i32 = LAYER_WHOLES + LAYER_WHOLES_SIZE * slot;
  clockLeave(slot);
  putWhole(whole + PAIR_TOP, wholeAt(record + LAYER_BELOW));
  putWhole(whole + PAIR_LAYERS, wholeAt(whole + PAIR_LAYERS) - 1);
  putWhole(record + LAYER_PAIR, -1);
  putWhole(record + LAYER_INDEX, wholeAt(LAYER_FREE_AT));
  putWhole(LAYER_FREE_AT, slot + 1);
}

/** Empties the pool. */
export function layersClear(): void {
  putWhole(LAYER_END_AT, 0);
  putWhole(LAYER_FREE_AT, 0);
  clocksClear();
}
