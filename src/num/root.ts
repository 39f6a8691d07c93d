// Cube roots and lengths: what a square root and one correction give.
//
// Measured against a 60-digit oracle in elementary.test.ts: cbrt below 0.85 ulp, hypot below 0.51 ulp.

import { highWord, powerOfTwo, productError, sumError } from './float.ts';

const CBRT_2 = 1.2599210498948732;
const CBRT_4 = 1.5874010519681994;

/**
 * ³√x. With |x| = 2^(3k) m, 1 ≤ m < 8: a parabola good to a thousandth, one step of Halley's method,
 * then rounding to 24 bits, so that t² is exact in the last step t + t (m/t² - t)/(2t + m/t²).
 */
export function cbrt(x: number): number {
  let magnitude = Math.abs(x);
  if (!(magnitude > 0 && magnitude < Infinity)) return x;
  let k = 0;
  if (magnitude < 2.2250738585072014e-308) {
    magnitude *= 18014398509481984; // 2⁵⁴
    k = -18;
  }
  const exponent = (highWord(magnitude) >> 20) - 1023;
  const third = Math.floor(exponent / 3);
  const left = exponent - 3 * third;
  k += third;
  const unit = magnitude * powerOfTwo(-exponent);
  const m = unit * powerOfTwo(left);
  let t = (0.6229 + unit * (0.4375 - 0.05966 * unit)) * (left === 0 ? 1 : left === 1 ? CBRT_2 : CBRT_4);
  const cube = t * t * t;
  t *= (cube + 2 * m) / (2 * cube + m);
  t = Math.fround(t);
  const quotient = m / (t * t);
  t += (t * (quotient - t)) / (t + t + quotient);
  return (x < 0 ? -t : t) * powerOfTwo(k);
}

/** √(x² + y² + z²) without overflow or loss: the sum of squares in two parts, its root corrected */
export function hypot(x: number, y: number, z = 0): number {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(largest > 0 && largest < Infinity)) {
    return largest === 0 ? 0 : isInfinite(x) || isInfinite(y) || isInfinite(z) ? Infinity : NaN;
  }
  if (largest > 1e150) return scaledHypot(x, y, z, -600);
  if (largest < 1e-130) return scaledHypot(x, y, z, 600);
  return hypotOfOrdinary(x, y, z);
}

function scaledHypot(x: number, y: number, z: number, k: number): number {
  const scale = powerOfTwo(k);
  return hypotOfOrdinary(x * scale, y * scale, z * scale) * powerOfTwo(-k);
}

function hypotOfOrdinary(x: number, y: number, z: number): number {
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;
  const part = xx + yy;
  const sum = part + zz;
  const errors =
    productError(x, x, xx) +
    productError(y, y, yy) +
    productError(z, z, zz) +
    sumError(xx, yy, part) +
    sumError(part, zz, sum);
  const root = Math.sqrt(sum);
  const square = root * root;
  return root + (sum - square - productError(root, root, square) + errors) / (2 * root);
}

function isInfinite(x: number): boolean {
  return Math.abs(x) === Infinity;
}
