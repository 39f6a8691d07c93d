// The event queue: an indexed 4-ary heap of (tick, code).
//
// Order: tick; at one tick certificates first; then groups of elements by kind (wind, acceleration, springs, membranes,
// hinges, plates) and step; then clocks of layers by step (and the layers of one clock by kind of pair, layer and both
// primitive ids). This is a total order that the scene alone decides, never a slot: so impulses of one tick add up
// in the same order, and to the same bits, whatever the history of the pools. Certificates of one tick move
// nothing, so their slots may decide.

import { GROUP_KIND, GROUP_STEP, KIND_WIND } from './layout/layout.ts';
import { CLOCK_STEP, LAYER_REALS, LAYER_REALS_SIZE } from './layout/contact.ts';
import {
  HEAP_CODE,
  HEAP_SIZE_AT,
  HEAP_TICK,
  PLACES_AT,
  SLOT_MASK,
  TAG_CERTIFICATE,
  TAG_GROUP,
  TAG_SHIFT,
} from './layout/queue.ts';
import { type f64, type i32, putReal, putWhole, realAt, wholeAt } from '../../../num/kernels/machine.ts';

/** The event of a slot: tags in layout/queue.ts. */
export function eventCode(tag: i32, slot: i32): i32 {
  return (tag << TAG_SHIFT) | slot;
}

/** Puts an event into the queue, or moves it to another tick. */
export function queueSet(code: i32, tick: f64): void {
  let at: i32 = wholeAt(placeAt(code)) - 1;
  if (at < 0) {
    at = wholeAt(HEAP_SIZE_AT);
    putWhole(HEAP_SIZE_AT, at + 1);
    rise(at, code, tick);
  } else if (tick < realAt(HEAP_TICK + at)) {
    rise(at, code, tick);
  } else {
    sink(at, code, tick);
  }
}

/** Takes an event out of the queue, if it is in. */
export function queueRemove(code: i32): void {
  const place: i32 = placeAt(code);
  const at: i32 = wholeAt(place) - 1;
  if (at < 0) return;
  putWhole(place, 0);
  const last: i32 = wholeAt(HEAP_SIZE_AT) - 1;
  putWhole(HEAP_SIZE_AT, last);
  if (at === last) return;
  const moved: i32 = wholeAt(HEAP_CODE + last);
  const tick: f64 = realAt(HEAP_TICK + last);
  const parent: i32 = (at - 1) >> 2;
  if (at > 0 && comesBefore(tick, moved, realAt(HEAP_TICK + parent), wholeAt(HEAP_CODE + parent))) {
    rise(at, moved, tick);
  } else {
    sink(at, moved, tick);
  }
}

/** When an event is due [ticks]; -1: it is not in the queue. */
export function queueTick(code: i32): f64 {
  const at: i32 = wholeAt(placeAt(code)) - 1;
  return at < 0 ? -1 : realAt(HEAP_TICK + at);
}

/** When the next event is due [ticks]; -1: the queue is empty. */
export function queuePeekTick(): f64 {
  return wholeAt(HEAP_SIZE_AT) > 0 ? realAt(HEAP_TICK) : -1;
}

/** The next event's code; only where there is one. */
export function queuePeek(): i32 {
  return wholeAt(HEAP_CODE);
}

/** Empties the queue. */
export function queueClear(): void {
  const size: i32 = wholeAt(HEAP_SIZE_AT);
  for (let at: i32 = 0; at < size; at++) putWhole(placeAt(wholeAt(HEAP_CODE + at)), 0);
  putWhole(HEAP_SIZE_AT, 0);
}

function placeAt(code: i32): i32 {
  return wholeAt(PLACES_AT + (code >> TAG_SHIFT)) + (code & SLOT_MASK);
}

function rise(from: i32, code: i32, tick: f64): void {
  let at: i32 = from;
  while (at > 0) {
    const parent: i32 = (at - 1) >> 2;
    const parentCode: i32 = wholeAt(HEAP_CODE + parent);
    const parentTick: f64 = realAt(HEAP_TICK + parent);
    if (!comesBefore(tick, code, parentTick, parentCode)) break;
    settle(at, parentCode, parentTick);
    at = parent;
  }
  settle(at, code, tick);
}

function sink(from: i32, code: i32, tick: f64): void {
  const size: i32 = wholeAt(HEAP_SIZE_AT);
  let at: i32 = from;
  while (true) {
    const first: i32 = 4 * at + 1;
    if (first >= size) break;
    let best: i32 = first;
    let bestCode: i32 = wholeAt(HEAP_CODE + first);
    let bestTick: f64 = realAt(HEAP_TICK + first);
    const end: i32 = first + 4 < size ? first + 4 : size;
    for (let child: i32 = first + 1; child < end; child++) {
      const childTick: f64 = realAt(HEAP_TICK + child);
      if (childTick > bestTick) continue;
      const childCode: i32 = wholeAt(HEAP_CODE + child);
      if (comesBefore(childTick, childCode, bestTick, bestCode)) {
        best = child;
        bestCode = childCode;
        bestTick = childTick;
      }
    }
    if (!comesBefore(bestTick, bestCode, tick, code)) break;
    settle(at, bestCode, bestTick);
    at = best;
  }
  settle(at, code, tick);
}

function settle(at: i32, code: i32, tick: f64): void {
  putWhole(HEAP_CODE + at, code);
  putReal(HEAP_TICK + at, tick);
  putWhole(placeAt(code), at + 1);
}

function comesBefore(tickA: f64, a: i32, tickB: f64, b: i32): boolean {
  if (tickA !== tickB) return tickA < tickB;
  return tieBefore(a, b);
}

function tieBefore(a: i32, b: i32): boolean {
  const tagA: i32 = a >> TAG_SHIFT;
  const tagB: i32 = b >> TAG_SHIFT;
  if (tagA >= TAG_CERTIFICATE || tagB >= TAG_CERTIFICATE) {
    if (tagA !== tagB) return tagA > tagB;
    return a < b;
  }
  if (tagA !== tagB) return tagA < tagB;
  return tagA === TAG_GROUP
    ? groupBefore(a & SLOT_MASK, b & SLOT_MASK)
    : clockBefore(a & SLOT_MASK, b & SLOT_MASK);
}

function groupBefore(a: i32, b: i32): boolean {
  const kindA: i32 = wholeAt(GROUP_KIND + a);
  const kindB: i32 = wholeAt(GROUP_KIND + b);
  if (kindA !== kindB) return rankOf(kindA) < rankOf(kindB);
  return realAt(GROUP_STEP + a) < realAt(GROUP_STEP + b);
}

/** Wind looks at velocities: those of the time since its last tick, before gravity's kick. */
function rankOf(kind: i32): i32 {
  return kind === KIND_WIND ? -1 : kind;
}

function clockBefore(a: i32, b: i32): boolean {
  const steps: i32 = LAYER_REALS + CLOCK_STEP;
  return realAt(steps + LAYER_REALS_SIZE * a) < realAt(steps + LAYER_REALS_SIZE * b);
}
