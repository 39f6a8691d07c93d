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

import { clockFrom } from './contact/layers.ts';
import {
  CLOCK_COUNT,
  CLOCK_END_AT,
  CLOCK_FREE_AT,
  CLOCK_HASH,
  CLOCK_HASHED_AT,
  CLOCK_HEAD,
  CLOCK_RESUME_AT,
  CLOCK_STEP,
  CLOCK_WAITING,
  CONTACT_CAPACITY,
  CONTACT_COUNT_AT,
  LAYER_BEFORE,
  LAYER_CAPACITY,
  LAYER_CLOCK,
  LAYER_INDEX,
  LAYER_NEXT,
  LAYER_PAIR,
  LAYER_REALS,
  LAYER_REALS_SIZE,
  LAYER_WHOLES,
  LAYER_WHOLES_SIZE,
  PAIR_IDS,
  PAIR_KIND,
  PAIR_WHOLES,
  PAIR_WHOLES_SIZE,
} from './layout/contact.ts';
import { NEED_CONTACTS, RUN_DONE } from './layout/control.ts';
import { TAG_LAYER } from './layout/queue.ts';
import { type f64, floor, type i32, putReal, putWhole, realAt, times, whole, wholeAt } from './machine.ts';
import { layerTick } from './contact/penalty.ts';
import { codeOf, queueRemove, queueSet, queueTick } from './queue.ts';

function recordOf(slot: i32): i32 {
  return LAYER_WHOLES + LAYER_WHOLES_SIZE * slot;
}

function stepAt(clock: i32): i32 {
  return LAYER_REALS + LAYER_REALS_SIZE * clock + CLOCK_STEP;
}

/** How many layers tick with a clock. */
export function clockCount(clock: i32): i32 {
  return wholeAt(recordOf(clock) + CLOCK_COUNT);
}

/** Lets a layer tick with the clock of its step [ticks], from the first tick at or after `tick` on. */
export function clockJoin(layer: i32, step: f64, tick: f64): void {
  if (wholeAt(CLOCK_HASHED_AT) !== LAYER_CAPACITY) clocksRehash();
  const place: i32 = placeOfHash(clockIndexOf(step));
  let clock: i32 = wholeAt(place) - 1;
  if (clock < 0) {
    clock = clockMake(step);
    putWhole(place, clock + 1);
    queueSet(codeOf(TAG_LAYER, clock), clockFrom(tick, step));
  }
  const record: i32 = recordOf(clock);
  const first: i32 = wholeAt(record + CLOCK_WAITING);
  putWhole(recordOf(layer) + LAYER_CLOCK, clock);
  putWhole(recordOf(layer) + LAYER_NEXT, first);
  putWhole(recordOf(layer) + LAYER_BEFORE, -1);
  if (first >= 0) putWhole(recordOf(first) + LAYER_BEFORE, layer);
  putWhole(record + CLOCK_WAITING, layer);
  putWhole(record + CLOCK_COUNT, wholeAt(record + CLOCK_COUNT) + 1);
}

/** Takes a layer from its clock. */
export function clockLeave(layer: i32): void {
  const clock: i32 = wholeAt(recordOf(layer) + LAYER_CLOCK);
  const record: i32 = recordOf(clock);
  const next: i32 = wholeAt(recordOf(layer) + LAYER_NEXT);
  const before: i32 = wholeAt(recordOf(layer) + LAYER_BEFORE);
  if (next >= 0) putWhole(recordOf(next) + LAYER_BEFORE, before);
  if (before >= 0) putWhole(recordOf(before) + LAYER_NEXT, next);
  else if (wholeAt(record + CLOCK_HEAD) === layer) putWhole(record + CLOCK_HEAD, next);
  else putWhole(record + CLOCK_WAITING, next);
  const count: i32 = wholeAt(record + CLOCK_COUNT) - 1;
  putWhole(record + CLOCK_COUNT, count);
  if (count > 0) return;
  queueRemove(codeOf(TAG_LAYER, clock));
  if (wholeAt(CLOCK_HASHED_AT) === LAYER_CAPACITY) clockErase(clockIndexOf(realAt(stepAt(clock))));
  putWhole(record + CLOCK_HEAD, wholeAt(CLOCK_FREE_AT));
  putWhole(CLOCK_FREE_AT, clock + 1);
}

/** One tick of all layers of a clock, in order. Returns 0, or NEED_CONTACTS: then `clockResume` does the rest. */
export function clockTick(clock: i32, tick: f64): i32 {
  const record: i32 = recordOf(clock);
  queueSet(codeOf(TAG_LAYER, clock), tick + realAt(stepAt(clock)));
  if (wholeAt(record + CLOCK_WAITING) >= 0) {
    const sorted: i32 = sortLayers(
      wholeAt(record + CLOCK_WAITING),
      lengthOf(wholeAt(record + CLOCK_WAITING)),
    );
    putWhole(record + CLOCK_HEAD, mergeLayers(wholeAt(record + CLOCK_HEAD), sorted));
    putWhole(record + CLOCK_WAITING, -1);
  }
  return layersTick(wholeAt(record + CLOCK_HEAD), tick);
}

/** Goes on with a tick that broke off for want of room. */
export function clockResume(): i32 {
  const layer: i32 = wholeAt(CLOCK_RESUME_AT) - 1;
  if (layer < 0) return RUN_DONE;
  const clock: i32 = wholeAt(recordOf(layer) + LAYER_CLOCK);
  return layersTick(layer, queueTick(codeOf(TAG_LAYER, clock)) - realAt(stepAt(clock)));
}

/** Ticks of a layer and those after it; one may leave while it is looked at. */
function layersTick(first: i32, tick: f64): i32 {
  let layer: i32 = first;
  while (layer >= 0) {
    if (wholeAt(CONTACT_COUNT_AT) >= CONTACT_CAPACITY) break;
    const next: i32 = wholeAt(recordOf(layer) + LAYER_NEXT);
    layerTick(layer, tick);
    layer = next;
  }
  putWhole(CLOCK_RESUME_AT, layer + 1);
  return layer < 0 ? RUN_DONE : NEED_CONTACTS;
}

/** Sets every clock to its first tick at or after `tick`: when time was turned back. */
export function clocksFrom(tick: f64): void {
  putWhole(CLOCK_RESUME_AT, 0);
  const end: i32 = wholeAt(CLOCK_END_AT);
  for (let clock: i32 = 0; clock < end; clock++) {
    if (clockCount(clock) > 0) queueSet(codeOf(TAG_LAYER, clock), clockFrom(tick, realAt(stepAt(clock))));
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
    putWhole(CLOCK_FREE_AT, wholeAt(recordOf(clock) + CLOCK_HEAD));
  } else {
    clock = wholeAt(CLOCK_END_AT);
    putWhole(CLOCK_END_AT, clock + 1);
  }
  putWhole(recordOf(clock) + CLOCK_HEAD, -1);
  putWhole(recordOf(clock) + CLOCK_WAITING, -1);
  putWhole(recordOf(clock) + CLOCK_COUNT, 0);
  putReal(stepAt(clock), step);
  return clock;
}

function lengthOf(first: i32): i32 {
  let count: i32 = 0;
  for (let layer: i32 = first; layer >= 0; layer = wholeAt(recordOf(layer) + LAYER_NEXT)) count++;
  return count;
}

/** Sorts the first `count` > 0 layers of a list, and returns the first of them. */
function sortLayers(first: i32, count: i32): i32 {
  if (count === 1) {
    putWhole(recordOf(first) + LAYER_NEXT, -1);
    putWhole(recordOf(first) + LAYER_BEFORE, -1);
    return first;
  }
  const half: i32 = count >> 1;
  let middle: i32 = first;
  for (let k: i32 = 0; k < half; k++) middle = wholeAt(recordOf(middle) + LAYER_NEXT);
  const a: i32 = sortLayers(first, half);
  return mergeLayers(a, sortLayers(middle, count - half));
}

/** Makes two sorted lists one; either may be empty (-1). */
function mergeLayers(a: i32, b: i32): i32 {
  let first: i32 = -1;
  let last: i32 = -1;
  while (a >= 0 || b >= 0) {
    const takesA: boolean = b < 0 || (a >= 0 && layerBefore(a, b));
    const layer: i32 = takesA ? a : b;
    const next: i32 = wholeAt(recordOf(layer) + LAYER_NEXT);
    if (takesA) a = next;
    else b = next;
    putWhole(recordOf(layer) + LAYER_BEFORE, last);
    if (last >= 0) putWhole(recordOf(last) + LAYER_NEXT, layer);
    else first = layer;
    last = layer;
  }
  if (last >= 0) putWhole(recordOf(last) + LAYER_NEXT, -1);
  return first;
}

function layerBefore(a: i32, b: i32): boolean {
  const pairA: i32 = PAIR_WHOLES + PAIR_WHOLES_SIZE * wholeAt(recordOf(a) + LAYER_PAIR);
  const pairB: i32 = PAIR_WHOLES + PAIR_WHOLES_SIZE * wholeAt(recordOf(b) + LAYER_PAIR);
  const kindA: i32 = wholeAt(pairA + PAIR_KIND);
  const kindB: i32 = wholeAt(pairB + PAIR_KIND);
  if (kindA !== kindB) return kindA < kindB;
  const indexA: i32 = wholeAt(recordOf(a) + LAYER_INDEX);
  const indexB: i32 = wholeAt(recordOf(b) + LAYER_INDEX);
  if (indexA !== indexB) return indexA < indexB;
  const firstA: i32 = wholeAt(pairA + PAIR_IDS);
  const firstB: i32 = wholeAt(pairB + PAIR_IDS);
  if (firstA !== firstB) return firstA < firstB;
  return wholeAt(pairA + PAIR_IDS + 1) < wholeAt(pairB + PAIR_IDS + 1);
}

// The hash: open addressing over 2 LAYER_CAPACITY places, clock + 1 or 0 in each.

function placeOfHash(index: i32): i32 {
  return recordOf(index >> 1) + CLOCK_HASH + (index & 1);
}

function stepHome(step: f64): i32 {
  const high: f64 = floor(step / 67108864);
  let h: i32 = times(whole(step - high * 67108864), 668265261) ^ times(whole(high), 374761393);
  h = times(h ^ (h >>> 15), 461845907);
  return ((h ^ (h >>> 13)) & 2147483647) % (2 * LAYER_CAPACITY);
}

/** Where the clock of a step stands in the hash, or would. */
function clockIndexOf(step: f64): i32 {
  const size: i32 = 2 * LAYER_CAPACITY;
  let index: i32 = stepHome(step);
  while (true) {
    const clock: i32 = wholeAt(placeOfHash(index)) - 1;
    if (clock < 0 || realAt(stepAt(clock)) === step) return index;
    index = index + 1 === size ? 0 : index + 1;
  }
}

function clockErase(at: i32): void {
  const size: i32 = 2 * LAYER_CAPACITY;
  let hole: i32 = at;
  let next: i32 = at;
  while (true) {
    next = next + 1 === size ? 0 : next + 1;
    const clock: i32 = wholeAt(placeOfHash(next)) - 1;
    if (clock < 0) break;
    const home: i32 = stepHome(realAt(stepAt(clock)));
    // it may stay only where its home lies cyclically after the hole
    if ((next - home + size) % size < (next - hole + size) % size) continue;
    putWhole(placeOfHash(hole), clock + 1);
    hole = next;
  }
  putWhole(placeOfHash(hole), 0);
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
