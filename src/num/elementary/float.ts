// Taking doubles apart and putting them together, in ways that are exact.
//
// The hottest functions write some of this out and keep tables of their own. A call that is not
// inlined boxes its numbers, which costs as much as a polynomial; V8 inlines functions of up to 460 bytes of
// bytecode and about two such in a caller, so they are short, and their rare cases are functions apart.

import { type f64, type i32, powerOfTwo } from '../kernels/machine.ts';

/** x 2ᵏ for any integer k = -2098 … 2046, rounded once (x of ordinary size). */
export function scaleByPowerOfTwo(x: f64, k: i32): f64 {
  if (k >= -1022 && k <= 1023) return x * powerOfTwo(k);
  if (k > 1023) return x * powerOfTwo(1023) * powerOfTwo(k - 1023);
  // The first factor keeps x normal, so that only the second one rounds.
  return k < -1922 ? x * 0 : x * powerOfTwo(-900) * powerOfTwo(k + 900);
}

/** The leading 26 bits of x (Veltkamp's splitting), for |x| < 2⁹⁹⁶: x - head(x) is exact. */
function head(x: f64): f64 {
  const t = 134217729 * x;
  return t - (t - x);
}

/** a b - product exactly, where product = fl(a b) (Dekker 1971). */
export function productError(a: f64, b: f64, product: f64): f64 {
  const aHead = head(a);
  const aTail = a - aHead;
  const bHead = head(b);
  const bTail = b - bHead;
  return aHead * bHead - product + aHead * bTail + aTail * bHead + aTail * bTail;
}

/** a + b - sum exactly, where sum = fl(a + b) (Knuth). */
export function sumError(a: f64, b: f64, sum: f64): f64 {
  const bRounded = sum - a;
  return a - (sum - bRounded) + (b - bRounded);
}
