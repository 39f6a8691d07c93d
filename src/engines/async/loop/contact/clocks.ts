// Clocks of layers: all layers of one step tick together, as one event.
//
// A clock is found by its step through a hash; its layers stand in a list in the order kind, layer, ids, which the
// scene alone decides (clocks that tick together go by their step). Layers that are switched on wait in a second
// list, without order, and are merged in at the clock's next tick; one that is switched off leaves at once. A clock
// without layers is given up. Cloth with vertices of equal mass has one clock for each kind of pair and layer, so
// the queue, which else would be most of the cost of a tick that does not push, hardly has work.
//
// There are never more clocks than layers, so their records lie beside those of layers, and so do the places of the
// hash, two for each slot.

import {
  CLOCK_COUNT,
  CLOCK_END_AT,
  CLOCK_FREE_AT,
  CLOCK_HASHED_AT,
  CLOCK_HEAD,
  CLOCK_RESUME_AT,
  CLOCK_WAITING,
  LAYER_BEFORE,
  LAYER_CAPACITY,
  LAYER_CLOCK,
  LAYER_NEXT,
  layerAt,
} from '../layout/contact.ts';
import { TAG_LAYER } from '../layout/queue.ts';
import { type f64, type i32, putReal, putWhole, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { eventCode, queueRemove, queueSet } from '../queue.ts';
import { placeOfHash, clockIndexOf, clockErase, stepAt } from './clock-hash.ts';

/** The first tick of a clock of step h at or after a tick; never 0. */
export function firstTickOf(tick: f64, h: f64): f64 {
  let k: f64 = Math.ceil(tick / h);
  // the quotient is rounded: look at the products, which are exact
  if (k * h < tick) k += 1;
  else if ((k - 1) * h >= tick) k -= 1;
  return k < 1 ? h : k * h;
}

/** How many layers tick with a clock. */
export function clockCount(clock: i32): i32 {
  return wholeAt(layerAt(clock) + CLOCK_COUNT);
}

/** Lets a layer tick with the clock of its step [ticks], from the first tick at or after `tick` on. */
export function clockJoin(layer: i32, step: f64, tick: f64): void {
  if (wholeAt(CLOCK_HASHED_AT) !== LAYER_CAPACITY) clocksRehash();
  const place: i32 = placeOfHash(clockIndexOf(step));
  let clock: i32 = wholeAt(place) - 1;
  if (clock < 0) {
    clock = clockMake(step);
    putWhole(place, clock + 1);
    queueSet(eventCode(TAG_LAYER, clock), firstTickOf(tick, step));
  }
  const record: i32 = layerAt(clock);
  const first: i32 = wholeAt(record + CLOCK_WAITING);
  putWhole(layerAt(layer) + LAYER_CLOCK, clock);
  putWhole(layerAt(layer) + LAYER_NEXT, first);
  putWhole(layerAt(layer) + LAYER_BEFORE, -1);
  if (first >= 0) putWhole(layerAt(first) + LAYER_BEFORE, layer);
  putWhole(record + CLOCK_WAITING, layer);
  putWhole(record + CLOCK_COUNT, wholeAt(record + CLOCK_COUNT) + 1);
}

/** Takes a layer from its clock. */
export function clockLeave(layer: i32): void {
  const clock: i32 = wholeAt(layerAt(layer) + LAYER_CLOCK);
  const record: i32 = layerAt(clock);
  const next: i32 = wholeAt(layerAt(layer) + LAYER_NEXT);
  const before: i32 = wholeAt(layerAt(layer) + LAYER_BEFORE);
  if (next >= 0) putWhole(layerAt(next) + LAYER_BEFORE, before);
  if (before >= 0) putWhole(layerAt(before) + LAYER_NEXT, next);
  else if (wholeAt(record + CLOCK_HEAD) === layer) putWhole(record + CLOCK_HEAD, next);
  else putWhole(record + CLOCK_WAITING, next);
  const count: i32 = wholeAt(record + CLOCK_COUNT) - 1;
  putWhole(record + CLOCK_COUNT, count);
  if (count > 0) return;
  queueRemove(eventCode(TAG_LAYER, clock));
  if (wholeAt(CLOCK_HASHED_AT) === LAYER_CAPACITY) clockErase(clockIndexOf(realAt(stepAt(clock))));
  putWhole(record + CLOCK_HEAD, wholeAt(CLOCK_FREE_AT));
  putWhole(CLOCK_FREE_AT, clock + 1);
}

/** Sets every clock to its first tick at or after `tick`: when time was turned back. */
export function clocksFrom(tick: f64): void {
  putWhole(CLOCK_RESUME_AT, 0);
  const end: i32 = wholeAt(CLOCK_END_AT);
  for (let clock: i32 = 0; clock < end; clock++) {
    if (clockCount(clock) > 0)
      queueSet(eventCode(TAG_LAYER, clock), firstTickOf(tick, realAt(stepAt(clock))));
  }
}

/** Gives up all clocks. */
export function clocksClear(): void {
  putWhole(CLOCK_END_AT, 0);
  putWhole(CLOCK_FREE_AT, 0);
  putWhole(CLOCK_RESUME_AT, 0);
  clocksRehash();
}

function clockMake(step: f64): i32 {
  let clock: i32 = wholeAt(CLOCK_FREE_AT) - 1;
  if (clock >= 0) {
    putWhole(CLOCK_FREE_AT, wholeAt(layerAt(clock) + CLOCK_HEAD));
  } else {
    clock = wholeAt(CLOCK_END_AT);
    putWhole(CLOCK_END_AT, clock + 1);
  }
  putWhole(layerAt(clock) + CLOCK_HEAD, -1);
  putWhole(layerAt(clock) + CLOCK_WAITING, -1);
  putWhole(layerAt(clock) + CLOCK_COUNT, 0);
  putReal(stepAt(clock), step);
  return clock;
}

/** Writes the hash anew: its length follows the capacity of the pool of layers. */
function clocksRehash(): void {
  for (let index: i32 = 0; index < 2 * LAYER_CAPACITY; index++) putWhole(placeOfHash(index), 0);
  const end: i32 = wholeAt(CLOCK_END_AT);
  for (let clock: i32 = 0; clock < end; clock++) {
    if (clockCount(clock) > 0) putWhole(placeOfHash(clockIndexOf(realAt(stepAt(clock)))), clock + 1);
  }
  putWhole(CLOCK_HASHED_AT, LAYER_CAPACITY);
}
