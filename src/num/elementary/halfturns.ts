// x modulo π/2: the reduction that sine, cosine and tangent share.
//
//   x = n π/2 + r,   |r| ≤ π/4,   r = r₀ + r₁ to about 100 bits
//
// Up to 2²⁰ quarter turns π/2 in pieces of 33 bits does it, since n times a piece is exact (Cody
// and Waite). Beyond, the digits of 2/π that matter for this x are multiplied with it in integers
// of 24 bits held in doubles (Payne and Hanek 1983), so that 1e300 is reduced as exactly as 10.

import {
  type f64,
  highWord,
  type i32,
  leaveSecond,
  leaveThird,
  powerOfTwo,
  quotient,
  real,
  second,
  third,
} from '../kernels/machine.ts';
import { productError, sumError } from './float.ts';
import { TWO_OVER_PI_DIGITS } from './tables.ts';

export const TWO_OVER_PI = 0.6366197723675814;
/** π/2 = P1 + P2 + P3 + …, each of 33 bits; a tail is all that follows its piece. */
export const P1 = 1.5707963267341256;
export const P1_TAIL = 6.077100506506192e-11;
const P2 = 6.077100506303966e-11;
const P3 = 2.0222662487111665e-21;
const P3_TAIL = 8.4784276603689e-32;
const HALF_PI = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;
/** 2²⁰ π/2 */
export const LARGEST_DIRECT: f64 = 1647099;

/** Remainders below this times n need more digits of π/2. */
export const NEAR_MULTIPLE = 1.5e-8;

/** Reduces a finite x: n modulo 4, second r₀, third r₁. */
export function reduceByHalfPi(x: f64): i32 {
  const magnitude = Math.abs(x);
  if (magnitude > LARGEST_DIRECT) {
    const n = reduceLarge(magnitude);
    if (x > 0) return n;
    leaveSecond(-second());
    leaveThird(-third());
    return -n & 3;
  }
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  const first = x - n * P1;
  const w = n * P1_TAIL;
  const r = first - w;
  // w is wrong by 2⁻⁸⁷ n: enough, unless x is close to a multiple of π/2.
  if (Math.abs(r) > Math.abs(n) * NEAR_MULTIPLE) {
    leaveSecond(r);
    leaveThird(first - r - w);
    return (n | 0) & 3;
  }
  const secondPart = first - n * P2;
  const secondLow = sumError(first, -n * P2, secondPart);
  const thirdPart = secondPart - n * P3;
  const low = sumError(secondPart, -n * P3, thirdPart) + secondLow - n * P3_TAIL;
  const sum = thirdPart + low;
  leaveSecond(sum);
  leaveThird(thirdPart - sum + low);
  return (n | 0) & 3;
}

const DIGITS = new Float64Array(TWO_OVER_PI_DIGITS);
/** Digits that are multiplied: 240 bits leave 140 behind the point at the least. */
const WINDOW = 10;
const BASE: f64 = 16777216;

function reduceLarge(x: f64): i32 {
  // x = m 2^shift with an integer m of 53 bits
  const shift = (highWord(x) >> 20) - 1075;
  const m = shift > 970 ? x * 0.5 * powerOfTwo(1 - shift) : x * powerOfTwo(-shift);

  // Digits of weight 4 and more, times the integer m, are whole turns: leave them out.
  const skipped = shift < 2 ? 0 : quotient(shift - 2, 24);
  const point = 24 * (WINDOW + skipped) - shift;

  // The binary point is `point` bits from the right: two bits left of it are n, the rest is the fraction.
  const limb = quotient(point, 24);
  const bits = point - 24 * limb;
  const at = limbOfProduct(m, skipped, limb);
  let n = ((at >> bits) | (limbOfProduct(m, skipped, limb + 1) << (24 - bits))) & 3;
  let top = at & ((1 << bits) - 1);
  const half = (bits > 0 ? top >> (bits - 1) : limbOfProduct(m, skipped, limb - 1) >> 23) !== 0;
  if (half) {
    // A fraction above ½ becomes minus its complement (short of 2^-point, which is nothing).
    n = (n + 1) & 3;
    top = (1 << bits) - 1 - top;
  }
  let weight = powerOfTwo(-bits);
  let fraction = real(top) * weight;
  let rest: f64 = 0;
  for (let i = limb - 1; i >= 0; i--) {
    weight /= BASE;
    const digit = limbOfProduct(m, skipped, i);
    const term = real(half ? 16777215 - digit : digit) * weight;
    const sum = fraction + term;
    rest += fraction - sum + term;
    fraction = sum;
  }
  if (half) {
    fraction = -fraction;
    rest = -rest;
  }

  const product = fraction * HALF_PI;
  const low = productError(fraction, HALF_PI, product) + (fraction * HALF_PI_TAIL + rest * HALF_PI);
  const sum = product + low;
  leaveSecond(sum);
  leaveThird(product - sum + low);
  return n;
}

/**
 * Limb `wanted` of m times the window, least first, with all carries below it: there is no array to keep them in.
 * Every column stays below 3 · 2⁴⁸ plus a carry.
 */
function limbOfProduct(m: f64, skipped: i32, wanted: i32): i32 {
  const high = Math.floor(m / BASE);
  const m2 = Math.floor(m / (BASE * BASE));
  const m1 = high - m2 * BASE;
  const m0 = m - high * BASE;
  let carry: f64 = 0;
  let limb: f64 = 0;
  for (let i = 0; i <= wanted; i++) {
    let column = carry;
    const at = skipped + WINDOW - 1 - i;
    if (i < WINDOW) column += m0 * DIGITS[at];
    if (i >= 1 && i < WINDOW + 1) column += m1 * DIGITS[at + 1];
    if (i >= 2 && i < WINDOW + 2) column += m2 * DIGITS[at + 2];
    carry = Math.floor(column / BASE);
    limb = column - carry * BASE;
  }
  return limb | 0;
}
