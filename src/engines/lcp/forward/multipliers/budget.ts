// What elimination may still cost in a solve, in products of blocks. Portable (num/kernels/machine.ts).

import { type f64, type i32, whole } from '../../../../num/kernels/machine.ts';

export let left: f64 = 0;

/** A solve begins that may do so much. */
export function allow(most: f64): void {
  left = most;
}

export function spend(products: f64): void {
  left -= products;
}

/** Of one elimination. */
export function mostProducts(): i32 {
  return whole(Math.min(left, 2e9));
}
