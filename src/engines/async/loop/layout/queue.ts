// The queue's tables: a heap of (tick, event code), and per tag where each slot's event stands in the heap.
//
// An event's code is tag · 2²⁷ + slot. The heap must hold as many entries as all slots of all tags together, so
// that it is never full.

import { type i32, wholeAt } from '../../../../num/kernels/machine.ts';

export const HEAD_HEAP_TICK: i32 = 24; // doubles
export const HEAD_HEAP_CODE: i32 = 25;
export const HEAD_HEAP_SIZE: i32 = 26; // changed by the loop
/** By tag, 16 of them: a table of one integer per slot, place in the heap + 1; 0: not in the queue. */
export const HEAD_PLACES: i32 = 48;

export const TAG_GROUP: i32 = 0; // slot: clock group
export const TAG_LAYER: i32 = 1; // slot: clock of layers
/** Tags from here on are certificates: they come first among events of one tick. */
export const TAG_CERTIFICATE: i32 = 8;

export const TAG_SHIFT: i32 = 27;
export const SLOT_MASK: i32 = 134217727;

export let HEAP_TICK: i32 = 0;
export let HEAP_CODE: i32 = 0;
/** Addresses of header entries. */
export let HEAP_SIZE_AT: i32 = 0;
export let PLACES_AT: i32 = 0;

export function bindQueue(header: i32): void {
  HEAP_TICK = wholeAt(header + HEAD_HEAP_TICK);
  HEAP_CODE = wholeAt(header + HEAD_HEAP_CODE);
  HEAP_SIZE_AT = header + HEAD_HEAP_SIZE;
  PLACES_AT = header + HEAD_PLACES;
}
