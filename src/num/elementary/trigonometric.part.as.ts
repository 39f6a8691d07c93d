// sin and cos for kernels, with the bits of their twins in trigonometric.ts and halfturns.ts, where the formulas
// are explained. The remainder's second part is handed over in a global: these belong to an instance, and so to
// one thread.

import { TWO_OVER_PI_DIGITS } from './tables';
import { powerOfTwo } from './elementary.part.as';

const QUARTER_PI: f64 = 0.7853981633974483;
const HALF_PI: f64 = 1.5707963267948966;
const HALF_PI_TAIL: f64 = 6.123233995736766e-17;
const TWO_OVER_PI: f64 = 0.6366197723675814;
const P1: f64 = 1.5707963267341256;
const P1_TAIL: f64 = 6.077100506506192e-11;
const P2: f64 = 6.077100506303966e-11;
const P3: f64 = 2.0222662487111665e-21;
const P3_TAIL: f64 = 8.4784276603689e-32;
const LARGEST_DIRECT: f64 = 1647099;
const NEAR_MULTIPLE: f64 = 1.5e-8;

// @ts-ignore: decorator
@inline
function sineOfReduced(r: f64, low: f64): f64 {
  const z = r * r;
  const z2 = z * z;
  const cube = z * r;
  const series = 0.00833333333332249 + z * -0.0001984126982985795 + z2 * (2.7557313707070068e-6 + z * -2.5050760253406863e-8 + z2 * 1.58969099521155e-10);
  return r + (cube * -0.16666666666666632 + (z * (cube * series - 0.5 * low) + low));
}

// @ts-ignore: decorator
@inline
function cosineOfReduced(r: f64, low: f64): f64 {
  const z = r * r;
  const z2 = z * z;
  const half = 0.5 * z;
  const w = 1 - half;
  const series = 0.0416666666666666 + z * -0.001388888888887411 + z2 * (2.480158728947673e-5 + z * -2.7557314351390663e-7 + z2 * (2.087572321298175e-9 + z * -1.1359647557788195e-11));
  return w + (1 - w - half + (z2 * series - r * low));
}

/** sin x */
export function sin(x: f64): f64 {
  const magnitude = abs(x);
  if (magnitude < 1e-8) return x;
  if (!(magnitude < Infinity)) return NaN;
  const n = reduceByHalfPi(x);
  const y = n & 1 ? cosineOfReduced(remainder, remainderLow) : sineOfReduced(remainder, remainderLow);
  return n & 2 ? -y : y;
}

/** cos x */
export function cos(x: f64): f64 {
  if (!(abs(x) < Infinity)) return NaN;
  const n = reduceByHalfPi(x);
  const y = n & 1 ? sineOfReduced(remainder, remainderLow) : cosineOfReduced(remainder, remainderLow);
  return (n + 1) & 2 ? -y : y;
}

/** x - n π/2 of the last reduction, in two parts */
let remainder: f64 = 0;
let remainderLow: f64 = 0;

// @ts-ignore: decorator
@inline
function reduceByHalfPi(x: f64): i32 {
  const magnitude = abs(x);
  if (magnitude <= QUARTER_PI) {
    remainder = x;
    remainderLow = 0;
    return 0;
  }
  if (magnitude > LARGEST_DIRECT) {
    const turns = reduceLarge(magnitude);
    if (x > 0) return turns;
    remainder = -remainder;
    remainderLow = -remainderLow;
    return -turns & 3;
  }
  const n = floor<f64>(x * TWO_OVER_PI + 0.5);
  const first = x - n * P1;
  const w = n * P1_TAIL;
  const r = first - w;
  if (abs(r) > abs(n) * NEAR_MULTIPLE) {
    remainder = r;
    remainderLow = first - r - w;
  } else reduceNearMultiple(first, n);
  return <i32>n & 3;
}

function reduceNearMultiple(first: f64, n: f64): void {
  const second = first - n * P2;
  const secondLow = sumError(first, -n * P2, second);
  const third = second - n * P3;
  const low = sumError(second, -n * P3, third) + secondLow - n * P3_TAIL;
  const sum = third + low;
  remainder = sum;
  remainderLow = third - sum + low;
}

/** Digits that are multiplied, 24 bits each. */
const WINDOW = 10;
const BASE: f64 = 16777216;

function reduceLarge(x: f64): i32 {
  const shift = <i32>(reinterpret<u64>(x) >> 52) - 1075;
  const m = shift > 970 ? x * 0.5 * powerOfTwo(1 - shift) : x * powerOfTwo(-shift);
  const skipped = shift < 2 ? 0 : (shift - 2) / 24;
  const point = 24 * (WINDOW + skipped) - shift;

  const limb = point / 24;
  const bits = point - 24 * limb;
  const at = limbOfProduct(m, skipped, limb);
  let n = ((at >> bits) | (limbOfProduct(m, skipped, limb + 1) << (24 - bits))) & 3;
  let top = at & ((1 << bits) - 1);
  const half = bits > 0 ? top >> (bits - 1) : limbOfProduct(m, skipped, limb - 1) >> 23;
  if (half) {
    n = (n + 1) & 3;
    top = (1 << bits) - 1 - top;
  }
  let weight = powerOfTwo(-bits);
  let fraction = <f64>top * weight;
  let rest: f64 = 0;
  for (let i = limb - 1; i >= 0; i--) {
    weight /= BASE;
    const digit = limbOfProduct(m, skipped, i);
    const term = <f64>(half ? 16777215 - digit : digit) * weight;
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
  remainder = sum;
  remainderLow = product - sum + low;
  return n;
}

/** Limb `wanted` of m times the window, found with all carries below it: there is no array to keep them in. */
function limbOfProduct(m: f64, skipped: i32, wanted: i32): i32 {
  const integer = <i64>m;
  const m0 = integer & 0xffffff;
  const m1 = (integer >> 24) & 0xffffff;
  const m2 = integer >> 48;
  let column: i64 = 0;
  for (let i = 0; i <= wanted; i++) {
    column >>= 24;
    const at = skipped + WINDOW - 1 - i;
    if (i < WINDOW) column += m0 * <i64>unchecked(TWO_OVER_PI_DIGITS[at]);
    if (i >= 1 && i < WINDOW + 1) column += m1 * <i64>unchecked(TWO_OVER_PI_DIGITS[at + 1]);
    if (i >= 2 && i < WINDOW + 2) column += m2 * <i64>unchecked(TWO_OVER_PI_DIGITS[at + 2]);
  }
  return <i32>(column & 0xffffff);
}

function sumError(a: f64, b: f64, sum: f64): f64 {
  const bRounded = sum - a;
  return a - (sum - bRounded) + (b - bRounded);
}

function head(x: f64): f64 {
  const t = 134217729.0 * x;
  return t - (t - x);
}

function productError(a: f64, b: f64, product: f64): f64 {
  const aHead = head(a);
  const aTail = a - aHead;
  const bHead = head(b);
  const bTail = b - bHead;
  return aHead * bHead - product + aHead * bTail + aTail * bHead + aTail * bTail;
}
