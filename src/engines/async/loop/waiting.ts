// Certificates that are not due yet wait in lists, one for each stretch of time, and come into the heap (queue.ts) when the heap has come to
// their stretch: a heap of all of them is deep and lies all over the memory, and most are moved before they come up.
//
// Lists go round: list k has stretches k, k + WAIT_LISTS, …, of which one is ahead. An event that is put off stays where it is until its
// list comes up, so a list says when an event is due at the soonest. Which way an event waits changes nothing of the order in which
// events come.

import {
  HEAP_SIZE_AT,
  HEAP_TICK,
  TAG_CERTIFICATE,
  TAG_SHIFT,
  WAIT,
  WAIT_CAPACITY,
  WAIT_CODE,
  WAIT_COUNT_AT,
  WAIT_END_AT,
  WAIT_FIRST,
  WAIT_FREE_AT,
  WAIT_FROM,
  WAIT_LISTS,
  WAIT_NEXT,
  WAIT_SIZE,
  WAIT_BEFORE,
  WAIT_START,
} from './layout/queue.ts';
import {
  type f64,
  type i32,
  least,
  putReal,
  putWhole,
  realAt,
  whole,
  wholeAt,
} from '../../../num/kernels/machine.ts';

/** Of a stretch [ticks]: 2²⁵, 61 µs; all lists together are twice the longest life of a certificate. */
const WAIT_STRETCH: f64 = 33554432;

function nodeAt(node: i32): i32 {
  return WAIT + WAIT_SIZE * node;
}

/** The same in units of four bytes. */
function linksAt(node: i32): i32 {
  return 2 * (WAIT + WAIT_SIZE * node);
}

/** Where the list of a stretch that begins at `start` has its first. */
function headOf(start: f64): i32 {
  return WAIT_FIRST + (whole(start / WAIT_STRETCH) & (WAIT_LISTS - 1));
}

/** Whether an event that is due at `tick` waits, rather than stand in the heap. */
export function mayWait(code: i32, tick: f64): boolean {
  return code >> TAG_SHIFT >= TAG_CERTIFICATE && WAIT_CAPACITY > 0 && tick >= realAt(WAIT_FROM);
}

/** Nobody waits; the heap is to begin at or after a tick. */
export function waitClear(tick: f64): void {
  if (WAIT_CAPACITY === 0) return;
  for (let k: i32 = 0; k < WAIT_LISTS; k++) putWhole(WAIT_FIRST + k, -1);
  putWhole(WAIT_FREE_AT, 0);
  putWhole(WAIT_END_AT, 0);
  putWhole(WAIT_COUNT_AT, 0);
  putReal(WAIT_FROM, WAIT_STRETCH * Math.floor(tick / WAIT_STRETCH));
}

function enter(node: i32, tick: f64): void {
  const last: f64 = realAt(WAIT_FROM) + WAIT_STRETCH * (WAIT_LISTS - 1);
  const start: f64 = least(WAIT_STRETCH * Math.floor(tick / WAIT_STRETCH), last);
  const head: i32 = headOf(start);
  const next: i32 = wholeAt(head);
  putReal(nodeAt(node), tick);
  putReal(nodeAt(node) + WAIT_START, start);
  putWhole(linksAt(node) + WAIT_NEXT, next);
  putWhole(linksAt(node) + WAIT_BEFORE, -1);
  if (next >= 0) putWhole(linksAt(next) + WAIT_BEFORE, node);
  putWhole(head, node);
}

function leave(node: i32): void {
  const next: i32 = wholeAt(linksAt(node) + WAIT_NEXT);
  const before: i32 = wholeAt(linksAt(node) + WAIT_BEFORE);
  if (next >= 0) putWhole(linksAt(next) + WAIT_BEFORE, before);
  if (before >= 0) putWhole(linksAt(before) + WAIT_NEXT, next);
  else putWhole(headOf(realAt(nodeAt(node) + WAIT_START)), next);
}

/** Lets an event wait until `tick`; returns where it does. */
export function waitAdd(code: i32, tick: f64): i32 {
  let node: i32 = wholeAt(WAIT_FREE_AT) - 1;
  if (node >= 0) {
    putWhole(WAIT_FREE_AT, wholeAt(linksAt(node) + WAIT_NEXT));
  } else {
    node = wholeAt(WAIT_END_AT);
    putWhole(WAIT_END_AT, node + 1);
  }
  putWhole(WAIT_COUNT_AT, wholeAt(WAIT_COUNT_AT) + 1);
  putWhole(linksAt(node) + WAIT_CODE, code);
  enter(node, tick);
  return node;
}

/** When one that waits is due [ticks]. */
export function waitTick(node: i32): f64 {
  return realAt(nodeAt(node));
}

export function waitCode(node: i32): i32 {
  return wholeAt(linksAt(node) + WAIT_CODE);
}

/** Puts one that waits to another tick, before which the heap does not end. */
export function waitMove(node: i32, tick: f64): void {
  if (tick >= realAt(nodeAt(node) + WAIT_START)) {
    putReal(nodeAt(node), tick);
    return;
  }
  leave(node);
  enter(node, tick);
}

/** Takes one out that waits. */
export function waitRemove(node: i32): void {
  leave(node);
  waitFree(node);
}

function waitFree(node: i32): void {
  putWhole(linksAt(node) + WAIT_NEXT, wholeAt(WAIT_FREE_AT));
  putWhole(WAIT_FREE_AT, node + 1);
  putWhole(WAIT_COUNT_AT, wholeAt(WAIT_COUNT_AT) - 1);
}

/** Whether the heap's first may come after one that waits. */
export function isWaitOver(): boolean {
  if (WAIT_CAPACITY === 0) return false;
  return wholeAt(HEAP_SIZE_AT) === 0 ? wholeAt(WAIT_COUNT_AT) > 0 : realAt(HEAP_TICK) >= realAt(WAIT_FROM);
}

/** Takes the next list down: it is to be asked for one by one (`waitNext`), -1: it is empty. */
export function waitOpen(): i32 {
  const from: f64 = realAt(WAIT_FROM);
  const head: i32 = headOf(from);
  const first: i32 = wholeAt(head);
  putWhole(head, -1);
  if (wholeAt(WAIT_COUNT_AT) > 0) putReal(WAIT_FROM, from + WAIT_STRETCH);
  // nobody waits: at once to the heap's first
  else putReal(WAIT_FROM, WAIT_STRETCH * (Math.floor(realAt(HEAP_TICK) / WAIT_STRETCH) + 1));
  return first;
}

/** The next of a list that was taken down. */
export function waitNext(node: i32): i32 {
  return wholeAt(linksAt(node) + WAIT_NEXT);
}

/** One of a list that was taken down: to another list (true), or free, its event to go into the heap. */
export function waitsOn(node: i32): boolean {
  const tick: f64 = realAt(nodeAt(node));
  if (tick >= realAt(WAIT_FROM)) {
    enter(node, tick);
    return true;
  }
  waitFree(node);
  return false;
}
