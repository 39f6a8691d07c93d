// The weights of the last distance (distance.ts): globals that its caller reads at once.

import type { f64, i32 } from '../../../../num/kernels/machine.ts';

export let W0: f64 = 0;
export let W1: f64 = 0;
export let W2: f64 = 0;
export let W3: f64 = 0;

/** Weight k of the last distance. */
export function weightOf(k: i32): f64 {
  return k === 0 ? W0 : k === 1 ? W1 : k === 2 ? W2 : W3;
}

/** Leaves the weights of two closest points. */
export function setWeights(w0: f64, w1: f64, w2: f64, w3: f64): void {
  W0 = w0;
  W1 = w1;
  W2 = w2;
  W3 = w3;
}
