// Penalty layers of a pair: switched on one after the other, from the outermost inwards, and off again in turn.
//
// Whether a layer that would not push is on or off changes nothing: a tick without a push moves no vertex and
// forgets the layer's history, just as switching off does.

import { clockJoin, clockLeave, clocksClear } from './clocks.ts';
import {
  LADDER,
  LADDER_R,
  LADDER_SIZE,
  LAYER_BELOW,
  LAYER_CAPACITY,
  LAYER_END_AT,
  LAYER_ETA,
  LAYER_FREE_AT,
  LAYER_HAS,
  LAYER_INDEX,
  LAYER_PAIR,
  LAYER_R,
  LAYER_STEP,
  PAIR_LAYERS,
  PAIR_R,
  PAIR_TOP,
  pairAt,
  pairRealsAt,
  layerAt,
  layerRealsAt,
} from '../layout/contact.ts';
import { FAILED_AT, NEED_LAYERS, STOP_LAYER } from '../layout/control.ts';
import { type f64, type i32, putReal, putWhole, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { stepOf, eta } from './ladder.ts';

/** How many layers of a pair are on. */
export function layersOf(pair: i32): i32 {
  return wholeAt(pairAt(pair) + PAIR_LAYERS);
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
  const whole: i32 = pairAt(pair);
  const l: i32 = wholeAt(whole + PAIR_LAYERS) + 1;
  const h: f64 = stepOf(pair, l);
  if (!(h >= 1)) {
    putWhole(FAILED_AT, pair);
    putWhole(FAILED_AT + 1, l);
    return -STOP_LAYER;
  }
  let slot: i32 = wholeAt(LAYER_FREE_AT) - 1;
  if (slot >= 0) {
    putWhole(LAYER_FREE_AT, wholeAt(layerAt(slot) + LAYER_INDEX));
  } else {
    slot = wholeAt(LAYER_END_AT);
    if (slot >= LAYER_CAPACITY) return -NEED_LAYERS;
    putWhole(LAYER_END_AT, slot + 1);
  }
  const record: i32 = layerAt(slot);
  putWhole(record + LAYER_PAIR, pair);
  putWhole(record + LAYER_INDEX, l);
  putWhole(record + LAYER_BELOW, wholeAt(whole + PAIR_TOP));
  putWhole(record + LAYER_HAS, 0);
  const reals: i32 = layerRealsAt(slot);
  putReal(reals + LAYER_STEP, h);
  putReal(reals + LAYER_ETA, eta(pair, l));
  const r: f64 = realAt(pairRealsAt(pair) + PAIR_R);
  putReal(reals + LAYER_R, r * realAt(LADDER + LADDER_SIZE * l + LADDER_R));
  putWhole(whole + PAIR_LAYERS, l);
  putWhole(whole + PAIR_TOP, slot);
  clockJoin(slot, h, tick);
  return slot;
}

/** Switches the deepest layer of a pair off: only where it would not push. */
export function layerOff(pair: i32): void {
  const whole: i32 = pairAt(pair);
  const slot: i32 = wholeAt(whole + PAIR_TOP);
  const record: i32 = layerAt(slot);
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
