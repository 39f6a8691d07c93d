// Finding a record by identity (kind and two ids): open addressing with linear probing.
//
// A hash is a table of integers, slot + 1 or 0, a power of two of them and at least twice as many as there can be
// records. The records begin at `wholes` + `size` · slot with their kind; the ids stand `ids` further on.

import { type i32, putWhole, times, wholeAt } from '../../../../num/kernels/machine.ts';

function hashHome(kind: i32, idA: i32, idB: i32, mask: i32): i32 {
  let h: i32 = times(idA, 668265261) ^ times(idB + kind, 374761393);
  h = times(h ^ (h >>> 15), 461845907);
  return (h ^ (h >>> 13)) & mask;
}

/** Where in the hash the record stands, or the empty place where it would. */
export function hashPlace(
  hash: i32,
  mask: i32,
  wholes: i32,
  size: i32,
  ids: i32,
  kind: i32,
  idA: i32,
  idB: i32,
): i32 {
  let place: i32 = hashHome(kind, idA, idB, mask);
  while (true) {
    const slot: i32 = wholeAt(hash + place) - 1;
    if (slot < 0) return place;
    const record: i32 = wholes + size * slot;
    if (wholeAt(record) === kind && wholeAt(record + ids) === idA && wholeAt(record + ids + 1) === idB)
      return place;
    place = (place + 1) & mask;
  }
}

/** Empties a place, and moves up those behind it that would no longer be found. */
export function hashErase(hash: i32, mask: i32, wholes: i32, size: i32, ids: i32, place: i32): void {
  let hole: i32 = place;
  let next: i32 = place;
  while (true) {
    next = (next + 1) & mask;
    const slot: i32 = wholeAt(hash + next) - 1;
    if (slot < 0) break;
    const record: i32 = wholes + size * slot;
    const home: i32 = hashHome(wholeAt(record), wholeAt(record + ids), wholeAt(record + ids + 1), mask);
    // it may stay only where its home lies cyclically after the hole
    if (((next - home) & mask) < ((next - hole) & mask)) continue;
    putWhole(hash + hole, slot + 1);
    hole = next;
  }
  putWhole(hash + hole, 0);
}
