// log, exp and atan2 for kernels, with the bits of their twins in logarithm.ts, exponential.ts and arc.ts, where
// the formulas are explained. sin and cos: trigonometric.part.as.ts.

import { ARC_ROWS, EXP_ROWS, LOG_ROWS } from './tables';

const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;

// @ts-ignore: decorator
@inline
export function entry(rows: Array<f64>, at: i32): f64 {
  return load<f64>(rows.dataStart + (<usize>at << 3));
}

/** 2ᵏ for k = -1022 … 1023 */
// @ts-ignore: decorator
@inline
export function powerOfTwo(k: i32): f64 {
  return reinterpret<f64>(<i64>(k + 1023) << 52);
}

/** ln x */
export function log(x: f64): f64 {
  return x >= SMALLEST_NORMAL && x < Infinity ? logOfNormal(x, 1023) : logOfSpecial(x);
}

/** ln x - (bias - 1023) ln 2 for a normal x */
// @ts-ignore: decorator
@inline
function logOfNormal(x: f64, bias: i32): f64 {
  const word = <i32>(reinterpret<u64>(x) >> 32) + 0x95f62;
  const exponent = word >> 20;
  const k = <f64>(exponent - bias);
  const at = 5 * ((word >> 14) & 63);
  // In two halves, since 2⁻ᵏ may be subnormal
  const half = (1023 - exponent) >> 1;
  const m = x * powerOfTwo(half) * powerOfTwo(1023 - exponent - half);
  const r = (m - entry(LOG_ROWS, at)) * entry(LOG_ROWS, at + 1) + entry(LOG_ROWS, at + 2);
  const low = k * -4.2009150726810846e-11 + entry(LOG_ROWS, at + 4);
  const z = r * r;
  const series =
    z *
    (-0.5 +
      r * 0.3333333333333333 +
      z *
        (-0.250000000000071 +
          r * 0.20000000000006454 +
          z *
            (-0.1666666641594601 +
              r * 0.14285714057785673 +
              z * (-0.12502832659622834 + r * 0.11113686262651747))));
  const base = k * 0.6931471806019545 + entry(LOG_ROWS, at + 3);
  const sum = base + r;
  return sum + (base - sum + r + (series + low));
}

function logOfSpecial(x: f64): f64 {
  if (x > 0 && x < Infinity) return logOfNormal(x * 18014398509481984.0, 1077);
  return x == 0 ? -Infinity : x == Infinity ? Infinity : NaN;
}

/** eˣ */
export function exp(x: f64): f64 {
  if (!(x > -746.1332191019412)) return isNaN(x) ? x : 0;
  if (x > 710.782712893384) return Infinity;
  const n = floor<f64>(x * 92.33248261689366 + 0.5);
  const r = x - n * 0.010830424696450791 - n * -2.0164562921995537e-13;
  const i = <i32>n;
  const at = (i & 63) << 1;
  const z = r * r;
  const tail = entry(EXP_ROWS, at + 1) + z * (0.49999999999985073 + r * 0.16666666666664534 + z * (0.04166670739519196 + r * 0.008333339151693497));
  const power = entry(EXP_ROWS, at);
  const y = power + power * (r + tail);
  const k = i >> 6;
  if (k >= -1022 && k <= 1023) return y * powerOfTwo(k);
  if (k > 1023) return y * powerOfTwo(1023) * powerOfTwo(k - 1023);
  return y * powerOfTwo(-900) * powerOfTwo(k + 900);
}

const PI: f64 = 3.141592653589793;
const PI_LOW: f64 = 1.2246467991473532e-16;
const HALF_PI: f64 = 1.5707963267948966;
const HALF_PI_LOW: f64 = 6.123233995736766e-17;
const QUARTER_PI: f64 = 0.7853981633974483;

/** The angle of the point (x, y), in ±π */
export function atan2(y: f64, x: f64): f64 {
  const a = abs(y);
  const b = abs(x);
  const isSteep = b < a;
  const least = isSteep ? b : a;
  const most = isSteep ? a : b;
  if (!(least > 1e-130 && most < 1e150)) return atan2OfSpecial(y, x);

  // arcInTwoParts
  const ratio = least / most;
  const scaled = 134217729.0 * most;
  const mostHead = scaled - (scaled - most);
  const mostTail = most - mostHead;
  let angle: f64;
  let rest: f64;
  if (ratio < 0.25) {
    const scaledRatio = 134217729.0 * ratio;
    const head = scaledRatio - (scaledRatio - ratio);
    const remainder = least - head * mostHead - head * mostTail - (ratio - head) * most;
    const z = ratio * ratio;
    const z2 = z * z;
    const series =
      -0.3333333333333333 +
      z * 0.19999999999998933 +
      z2 * (-0.1428571428525851 + z * 0.11111111035986847 +
        z2 * (-0.09090902874969416 + z * 0.07692017877237385 +
          z2 * (-0.06658687414697743 + z * 0.057529943904780285 + z2 * -0.041034266985419496)));
    rest = remainder / most + ratio * z * series;
    angle = ratio;
  } else {
    const j = <i32>(32.0 * ratio + 0.5);
    const c = <f64>j * 0.03125;
    const t = (least - c * mostHead - c * mostTail) / (most + c * least);
    const z = t * t;
    rest = t + (entry(ARC_ROWS, 2 * j + 1) + t * z * (-0.3333333333332828 + z * (0.19999999627578433 + z * -0.14281646189494704)));
    angle = entry(ARC_ROWS, 2 * j);
  }

  if (isSteep != x < 0) {
    angle = -angle;
    rest = -rest;
  }
  const base = isSteep ? HALF_PI : x < 0 ? PI : 0;
  const baseLow = isSteep ? HALF_PI_LOW : x < 0 ? PI_LOW : 0;
  const sum = base + angle;
  const result = sum + (base - sum + angle + (baseLow + rest));
  return y < 0 ? -result : result;
}

function atan2OfSpecial(y: f64, x: f64): f64 {
  if (isNaN(x) || isNaN(y)) return NaN;
  const a = abs(y);
  const b = abs(x);
  const left = reinterpret<i64>(x) < 0;
  let angle: f64;
  if (a == Infinity && b == Infinity) angle = left ? 3 * QUARTER_PI : QUARTER_PI;
  else if (a <= b * 1e-18) angle = left ? PI : a == 0 ? 0 : a / b;
  else if (b <= a * 1e-18) angle = HALF_PI;
  else {
    const scale = a > 1e100 ? powerOfTwo(-600) : powerOfTwo(600);
    angle = atan2(a * scale, x * scale);
  }
  return reinterpret<i64>(y) < 0 ? -angle : angle;
}
