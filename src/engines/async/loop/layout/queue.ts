// The queue's tables: a heap of (tick, event code), and per tag where each slot's event stands in the heap.
//
// Lists of certificates that are not due yet (waiting.ts): an entry has its tick, the begin of its stretch, and as wholes its event's code
// and the links of its list.
//
// An event's code is tag · 2²⁷ + slot. The heap must hold as many entries as all slots of all tags together, so
// that it is never full.

import { type i32, wholeAt } from '../../../../num/kernels/machine.ts';

export const HEAD_HEAP_TICK: i32 = 24; // doubles
export const HEAD_HEAP_CODE: i32 = 25;
export const HEAD_HEAP_SIZE: i32 = 26; // changed by the loop
/** By tag, 16 of them: a table of one integer per slot, place in the heap + 1; -1 - entry: it waits; 0: not in the queue. */
export const HEAD_PLACES: i32 = 48;

export const TAG_GROUP: i32 = 0; // slot: clock group
export const TAG_LAYER: i32 = 1; // slot: clock of layers
/** Tags from here on are certificates: they come first among events of one tick. */
export const TAG_CERTIFICATE: i32 = 8;

export const TAG_SHIFT: i32 = 27;
export const SLOT_MASK: i32 = 134217727;

export const HEAD_WAIT: i32 = 98; // doubles
export const HEAD_WAIT_CAPACITY: i32 = 99; // 0: all events stand in the heap
export const HEAD_WAIT_FIRST: i32 = 100; // WAIT_LISTS
export const HEAD_WAIT_FROM: i32 = 101; // a double: what is due before it is in the heap [ticks]
const HEAD_WAIT_FREE: i32 = 102; // changed by the loop: entry + 1
const HEAD_WAIT_END: i32 = 103; // changed by the loop
const HEAD_WAIT_COUNT: i32 = 104; // changed by the loop: how many wait
export const WAIT_LISTS: i32 = 4096;
export const WAIT_SIZE: i32 = 4;
export const WAIT_START: i32 = 1;
// in units of four bytes
export const WAIT_CODE: i32 = 4;
export const WAIT_NEXT: i32 = 5;
export const WAIT_BEFORE: i32 = 6;

export let HEAP_TICK: i32 = 0;
export let HEAP_CODE: i32 = 0;
/** Addresses of header entries. */
export let HEAP_SIZE_AT: i32 = 0;
export let PLACES_AT: i32 = 0;
export let WAIT: i32 = 0;
export let WAIT_CAPACITY: i32 = 0;
export let WAIT_FIRST: i32 = 0;
export let WAIT_FROM: i32 = 0;
export let WAIT_FREE_AT: i32 = 0;
export let WAIT_END_AT: i32 = 0;
export let WAIT_COUNT_AT: i32 = 0;

export function bindQueue(header: i32): void {
  HEAP_TICK = wholeAt(header + HEAD_HEAP_TICK);
  HEAP_CODE = wholeAt(header + HEAD_HEAP_CODE);
  HEAP_SIZE_AT = header + HEAD_HEAP_SIZE;
  PLACES_AT = header + HEAD_PLACES;
  WAIT = wholeAt(header + HEAD_WAIT);
  WAIT_CAPACITY = wholeAt(header + HEAD_WAIT_CAPACITY);
  WAIT_FIRST = wholeAt(header + HEAD_WAIT_FIRST);
  WAIT_FROM = wholeAt(header + HEAD_WAIT_FROM);
  WAIT_FREE_AT = header + HEAD_WAIT_FREE;
  WAIT_END_AT = header + HEAD_WAIT_END;
  WAIT_COUNT_AT = header + HEAD_WAIT_COUNT;
}
