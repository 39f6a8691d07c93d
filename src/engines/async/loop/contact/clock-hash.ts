// Finds the clock of a step: open addressing over 2 LAYER_CAPACITY places, clock + 1 or 0 in each.

import type { i32, f64 } from '../../../../num/kernels/machine.ts';
import { times, whole, wholeAt, realAt, putWhole } from '../../../../num/kernels/machine.ts';
import { CLOCK_HASH, LAYER_CAPACITY, layerAt, layerRealsAt, CLOCK_STEP } from '../layout/contact.ts';

/** Where a clock's step [ticks] stands. */
export function stepAt(clock: i32): i32 {
  return layerRealsAt(clock) + CLOCK_STEP;
}

/** Where place `index` of the hash lies in memory. */
export function placeOfHash(index: i32): i32 {
  return layerAt(index >> 1) + CLOCK_HASH + (index & 1);
}

function stepHome(step: f64): i32 {
  const high: f64 = Math.floor(step / 67108864);
  let h: i32 = times(whole(step - high * 67108864), 668265261) ^ times(whole(high), 374761393);
  h = times(h ^ (h >>> 15), 461845907);
  return ((h ^ (h >>> 13)) & 2147483647) % (2 * LAYER_CAPACITY);
}

/** Where the clock of a step stands in the hash, or would. */
export function clockIndexOf(step: f64): i32 {
  const size: i32 = 2 * LAYER_CAPACITY;
  let index: i32 = stepHome(step);
  while (true) {
    const clock: i32 = wholeAt(placeOfHash(index)) - 1;
    if (clock < 0 || realAt(stepAt(clock)) === step) return index;
    index = index + 1 === size ? 0 : index + 1;
  }
}

/** Empties a place of the hash, and moves up those behind it that would no longer be found. */
export function clockErase(at: i32): void {
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
