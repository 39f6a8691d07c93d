// asin, acos, atan and atan2 [rad].
//
// Arc tangents: below ¼ a polynomial. Above, with c = j/32 the nearest to y/x and t = (y - c x)/(x + c y),
//
//   atan(y/x) = atan c + t - t³/3 + t⁵/5 - …,   |t| ≤ 1/64
//
// where atan c outweighs t so far that the rounding of t hardly counts, and a table has atan c in two parts.
// atan2 finds y - c x, or the remainder of y/x, exactly, so that the quotient costs no accuracy. Arc sines use
// the rational minimax approximation of (asin x - x)/x³ in x² of fdlibm (Sun 1993) and, beyond ½,
// asin x = π/2 - 2 asin √((1 - x)/2).
//
// Measured against a 60-digit oracle in elementary.test.ts: atan below 0.65 ulp, atan2 below 0.6, asin, acos below 0.9.

import { type f64, highWord, leaveSecond, second } from '../kernels/machine.ts';
import { ARC_ROWS } from './tables.ts';

const PI = Math.PI;
const PI_LOW = 1.2246467991473532e-16;
const HALF_PI = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;
const QUARTER_PI = 0.7853981633974483;

/** Below this the polynomial serves, and above its inverse for π/2 - atan(1/x). */
const SMALL = 0.25;
const A1 = -0.3333333333333333;
const A2 = 0.19999999999998933;
const A3 = -0.1428571428525851;
const A4 = 0.11111111035986847;
const A5 = -0.09090902874969416;
const A6 = 0.07692017877237385;
const A7 = -0.06658687414697743;
const A8 = 0.057529943904780285;
const A9 = -0.041034266985419496;
/** The same for |t| ≤ 1/64 */
const B1 = -0.3333333333332828;
const B2 = 0.19999999627578433;
const B3 = -0.14281646189494704;

// Held here and not shared: a constant of its own module is known to the compiler, an imported one is not.
const ROWS = new Float64Array(ARC_ROWS);

/** The angle whose tangent is x, in ±π/2 */
export function atan(x: f64): f64 {
  const magnitude = Math.abs(x);
  let y: f64;
  if (magnitude >= SMALL && magnitude < 4) {
    const j = (32 * magnitude + 0.5) | 0;
    const c = j * 0.03125;
    const t = (magnitude - c) / (1 + c * magnitude);
    const z = t * t;
    y = ROWS[2 * j] + (t + (ROWS[2 * j + 1] + t * z * (B1 + z * (B2 + z * B3))));
  } else {
    let high: f64 = 0;
    let low: f64 = 0;
    let t = magnitude;
    if (magnitude > 1) {
      high = HALF_PI;
      low = HALF_PI_LOW;
      t = -1 / magnitude;
    } else if (!(magnitude > 1e-8)) return x;
    const z = t * t;
    const z2 = z * z;
    const series = A1 + z * A2 + z2 * (A3 + z * A4 + z2 * (A5 + z * A6 + z2 * (A7 + z * A8 + z2 * A9)));
    y = high + (t + (low + t * z * series));
  }
  return x < 0 ? -y : y;
}

/** atan(y/x) for 0 < y ≤ x of ordinary size: most of the angle, and second the rest. */
function arcInTwoParts(y: f64, x: f64): f64 {
  const ratio = y / x;
  // Two halves of x: the product of the first with c, or with the head of the ratio, is exact.
  const scaled = 134217729 * x;
  const xHead = scaled - (scaled - x);
  const xTail = x - xHead;
  if (ratio < SMALL) {
    const scaledRatio = 134217729 * ratio;
    const head = scaledRatio - (scaledRatio - ratio);
    const remainder = y - head * xHead - head * xTail - (ratio - head) * x;
    const z = ratio * ratio;
    const z2 = z * z;
    const series = A1 + z * A2 + z2 * (A3 + z * A4 + z2 * (A5 + z * A6 + z2 * (A7 + z * A8 + z2 * A9)));
    leaveSecond(remainder / x + ratio * z * series);
    return ratio;
  }
  const j = (32 * ratio + 0.5) | 0;
  const c = j * 0.03125;
  const t = (y - c * xHead - c * xTail) / (x + c * y);
  const z = t * t;
  leaveSecond(t + (ROWS[2 * j + 1] + t * z * (B1 + z * (B2 + z * B3))));
  return ROWS[2 * j];
}

/** The angle of the point (x, y), in ±π */
export function atan2(y: f64, x: f64): f64 {
  const a = Math.abs(y);
  const b = Math.abs(x);
  const isSteep = b < a;
  const least = isSteep ? b : a;
  const most = isSteep ? a : b;
  // Otherwise products might leave the range of doubles.
  if (!(least > 1e-130 && most < 1e150)) return atan2OfSpecial(y, x);
  let angle = arcInTwoParts(least, most);
  let rest = second();

  // It was counted from the nearest half-axis, forwards or back.
  const isLeft = x < 0;
  if (isSteep !== isLeft) {
    angle = -angle;
    rest = -rest;
  }
  const base: f64 = isSteep ? HALF_PI : isLeft ? PI : 0;
  const baseLow: f64 = isSteep ? HALF_PI_LOW : isLeft ? PI_LOW : 0;
  const sum = base + angle;
  const result = sum + (base - sum + angle + (baseLow + rest));
  return y < 0 ? -result : result;
}

/** atan2 where a coordinate is zero, infinite, NaN or of extreme size */
function atan2OfSpecial(y: f64, x: f64): f64 {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const a = Math.abs(y);
  const b = Math.abs(x);
  const left = highWord(x) < 0;
  let angle: f64;
  if (a === Infinity && b === Infinity) angle = left ? 3 * QUARTER_PI : QUARTER_PI;
  // One side is nothing beside the other; the quotient may underflow, gradually and rounded once.
  else if (a <= b * 1e-18) angle = left ? PI : a === 0 ? 0 : a / b;
  else if (b <= a * 1e-18) angle = HALF_PI;
  else {
    const scale = a > 1e100 ? 2.4099198651028841e-181 : 4.149515568880993e180; // 2⁻⁶⁰⁰, 2⁶⁰⁰
    angle = atan2(a * scale, x * scale);
  }
  return highWord(y) < 0 ? -angle : angle;
}

/** (asin x - x)/x as a function of z = x² ≤ ¼ */
function arcSineSeries(z: f64): f64 {
  const p =
    z *
    (0.16666666666666666 +
      z *
        (-0.3255658186224009 +
          z *
            (0.20121253213486293 +
              z * (-0.04005553450067941 + z * (0.0007915349942898145 + z * 3.479331075960212e-5)))));
  const q =
    1 +
    z * (-2.403394911734414 + z * (2.0209457602335057 + z * (-0.6882839716054533 + z * 0.07703815055590194)));
  return p / q;
}

/** The angle whose sine is x, in ±π/2 */
export function asin(x: f64): f64 {
  const magnitude = Math.abs(x);
  if (magnitude < 0.5) return magnitude < 1e-8 ? x : x + x * arcSineSeries(x * x);
  if (!(magnitude <= 1)) return NaN;
  const z = 0.5 * (1 - magnitude);
  const root = Math.sqrt(z);
  const series = arcSineSeries(z);
  // √z to twice the precision, and π/2 - 2 √z by way of π/4 so that nothing large is rounded
  const rootHead: f64 = Math.fround(root);
  const rootTail: f64 = root > 0 ? (z - rootHead * rootHead) / (root + rootHead) : 0;
  const low = 2 * root * series - (HALF_PI_LOW - 2 * rootTail);
  const y = QUARTER_PI - (low - (QUARTER_PI - 2 * rootHead));
  return x < 0 ? -y : y;
}

/** The angle whose cosine is x, in 0 … π */
export function acos(x: f64): f64 {
  const magnitude = Math.abs(x);
  if (magnitude < 0.5) return HALF_PI - (x - (HALF_PI_LOW - x * arcSineSeries(x * x)));
  if (!(magnitude <= 1)) return NaN;
  const z = 0.5 * (1 - magnitude);
  const root = Math.sqrt(z);
  const series = root * arcSineSeries(z);
  if (x < 0) return 2 * (HALF_PI - (root + (series - HALF_PI_LOW)));
  const rootHead: f64 = Math.fround(root);
  const rootTail: f64 = root > 0 ? (z - rootHead * rootHead) / (root + rootHead) : 0;
  return 2 * (rootHead + (series + rootTail));
}
