// What the host calls: each of these binds the tables first, so that one module serves any number of simulations.

import { bindVertices } from './layout.ts';
import { type f64, type i32, putReal } from './machine.ts';
import { placeOf } from './vertices.ts';

/** Writes where `count` vertices are at a time [ticks] to doubles at `out`, three each. */
export function asyncPlaces(header: i32, count: i32, tick: f64, out: i32): void {
  bindVertices(header);
  for (let i: i32 = 0; i < count; i++) {
    for (let k: i32 = 0; k < 3; k++) putReal(out + 3 * i + k, placeOf(i, k, tick));
  }
}
