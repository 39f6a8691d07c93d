// Vectors in memory, for rods. Portable.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';

export function dotAt(a: i32, b: i32): f64 {
  return realAt(a) * realAt(b) + realAt(a + 1) * realAt(b + 1) + realAt(a + 2) * realAt(b + 2);
}

/** s a × b to `out`, which is neither. */
export function putCross(out: i32, s: f64, a: i32, b: i32): void {
  putReal(out, s * (realAt(a + 1) * realAt(b + 2) - realAt(a + 2) * realAt(b + 1)));
  putReal(out + 1, s * (realAt(a + 2) * realAt(b) - realAt(a) * realAt(b + 2)));
  putReal(out + 2, s * (realAt(a) * realAt(b + 1) - realAt(a + 1) * realAt(b)));
}

/** out += s a × b; `out` is neither. */
export function addCross(out: i32, s: f64, a: i32, b: i32): void {
  putReal(out, realAt(out) + s * (realAt(a + 1) * realAt(b + 2) - realAt(a + 2) * realAt(b + 1)));
  putReal(out + 1, realAt(out + 1) + s * (realAt(a + 2) * realAt(b) - realAt(a) * realAt(b + 2)));
  putReal(out + 2, realAt(out + 2) + s * (realAt(a) * realAt(b + 1) - realAt(a + 1) * realAt(b)));
}

export function putScaled(out: i32, s: f64, a: i32): void {
  for (let k: i32 = 0; k < 3; k++) putReal(out + k, s * realAt(a + k));
}

/** out += s a */
export function addScaled(out: i32, s: f64, a: i32): void {
  for (let k: i32 = 0; k < 3; k++) putReal(out + k, realAt(out + k) + s * realAt(a + k));
}

/** a × b · c */
export function tripleAt(a: i32, b: i32, c: i32): f64 {
  return (
    (realAt(a + 1) * realAt(b + 2) - realAt(a + 2) * realAt(b + 1)) * realAt(c) +
    (realAt(a + 2) * realAt(b) - realAt(a) * realAt(b + 2)) * realAt(c + 1) +
    (realAt(a) * realAt(b + 1) - realAt(a + 1) * realAt(b)) * realAt(c + 2)
  );
}
