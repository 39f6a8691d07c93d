// From places of owners to those of an element's nodes, from its forces and blocks to all. Portable.

import { type f64, type i32, putReal, realAt, wholeAt } from '../../../num/kernels/machine.ts';

/** Puts the places of n nodes at `to`. */
export function gather(nodes: i32, n: i32, q: i32, to: i32): void {
  for (let k: i32 = 0; k < n; k++) {
    const from: i32 = q + 3 * wholeAt(nodes + k);
    putReal(to + 3 * k, realAt(from));
    putReal(to + 3 * k + 1, realAt(from + 1));
    putReal(to + 3 * k + 2, realAt(from + 2));
  }
}

/** Adds a force of n nodes. */
export function addForces(nodes: i32, n: i32, out: i32, from: i32, scale: f64): void {
  for (let k: i32 = 0; k < n; k++) {
    const to: i32 = out + 3 * wholeAt(nodes + k);
    for (let c: i32 = 0; c < 3; c++) putReal(to + c, realAt(to + c) + scale * realAt(from + 3 * k + c));
  }
}

/** Adds a 3×3 block whose rows are so wide to the matrix, transposed where the slot says so. */
export function addBlockAt(values: i32, slot: i32, from: i32, width: i32, scale: f64): void {
  const isTurned: boolean = slot < 0;
  const to: i32 = values + 9 * (isTurned ? -1 - slot : slot);
  for (let r: i32 = 0; r < 3; r++)
    for (let c: i32 = 0; c < 3; c++) {
      const at: i32 = isTurned ? to + 3 * c + r : to + 3 * r + c;
      putReal(at, realAt(at) + scale * realAt(from + width * r + c));
    }
}
