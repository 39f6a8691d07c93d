// asin, acos, atan and atan2 [rad].
//
// Arc tangents: with 0 ≤ y ≤ x, c = j/16 the nearest to y/x and t = (y - c x)/(x + c y),
//
//   atan(y/x) = atan c + t - t³/3 + t⁵/5 - …,   |t| ≤ 1/32
//
// t is found to 76 bits as in logarithm.ts, so the quotient y/x costs no accuracy: atan2 is as
// good as atan. Arc sines use the rational minimax approximation of (asin x - x)/x³ in x² of
// fdlibm (Sun 1993) and, beyond ½, asin x = π/2 - 2 asin √((1 - x)/2).
//
// Measured against a 60-digit oracle in elementary.test.ts: atan, atan2 below 0.55 ulp, asin, acos below 0.9.

import { head, powerOfTwo } from './float.ts';

const PI = Math.PI;
const PI_LOW = 1.2246467991473532e-16;
const HALF_PI = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;
const QUARTER_PI = 0.7853981633974483;

/** atan(j/16) for j = 0 … 16, and what its rounding left. */
// biome-ignore format: tables
const ARC_HIGH = new Float64Array([
  0, 0.06241880999595735, 0.12435499454676144, 0.18534794999569476, 0.24497866312686414, 0.3028848683749714,
  0.35877067027057225, 0.4124104415973873, 0.4636476090008061, 0.5123894603107377, 0.5585993153435624,
  0.6022873461349642, 0.6435011087932844, 0.6823165548747481, 0.7188299996216245, 0.7531512809621944,
  0.7853981633974483,
]);
// biome-ignore format: tables
const ARC_LOW = new Float64Array([
  0, -1.5490756308295046e-18, -3.1253241424539383e-18, 4.180692268843079e-18, 1.0698755618734451e-17,
  -1.1010827903001369e-17, -2.4623815582638635e-17, -1.587652227770689e-17, 2.2698777452961687e-17,
  -2.5462781472855804e-17, -5.4556305485916264e-18, 2.950430737228402e-17, 1.5834785051444286e-17,
  6.943223671560008e-18, -2.1478388444456983e-17, -2.4256934659182068e-17, 3.061616997868383e-17,
]);

/** What the angle last returned by `arcInTwoParts` lacks. */
const arcTail = new Float64Array(1);

/** atan(y/x) for 0 ≤ y ≤ x of ordinary size: the rounded angle, the rest in `arcTail`. */
function arcInTwoParts(y: number, x: number): number {
  // A little less than ½, so that y ≥ c x/2 and the first difference below is exact.
  const j = ((16 * y) / x + 0.4999) | 0;
  const c = j * 0.0625;
  // y - c x: c times either half of x is exact, and so is the first difference
  const xHead = head(x);
  const first = y - c * xHead;
  const second = c * (x - xHead);
  const n = first - second;
  const nLow = first - n - second;
  const cy = c * y;
  const d = x + cy;
  const dHead = head(d);
  const dTail = x - dHead + cy;

  const inverse = 1 / d;
  const t = n * inverse;
  const tHead = Math.fround(t);
  const tTail = (n - tHead * dHead - tHead * dTail + nLow) * inverse;
  const z = t * t;
  const series = t * z * (1 / 3 - z * (1 / 5 - z * (1 / 7 - z * (1 / 9 - z * (1 / 11)))));

  const sum = ARC_HIGH[j] + tHead;
  const rest = ARC_HIGH[j] - sum + tHead + (ARC_LOW[j] + (tTail - series));
  const angle = sum + rest;
  arcTail[0] = sum - angle + rest;
  return angle;
}

/** high + low - (angle + arcTail), for the complements to π/2 and π */
function complement(high: number, low: number, angle: number): number {
  const difference = high - angle;
  return difference + (high - difference - angle + (low - arcTail[0]));
}

/** The angle whose tangent is x, in ±π/2 */
export function atan(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude < 1e17)) return Number.isNaN(x) ? x : x < 0 ? -HALF_PI : HALF_PI;
  if (magnitude < 1e-8) return x;
  const y =
    magnitude <= 1
      ? arcInTwoParts(magnitude, 1)
      : complement(HALF_PI, HALF_PI_LOW, arcInTwoParts(1, magnitude));
  return x < 0 ? -y : y;
}

/** The angle of the point (x, y), in ±π */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const angle = angleInUpperHalf(Math.abs(y), x);
  return y < 0 || (y === 0 && 1 / y < 0) ? -angle : angle;
}

/** atan2 for y ≥ 0 */
function angleInUpperHalf(y: number, x: number): number {
  let a = y;
  let b = Math.abs(x);
  const left = x < 0 || (x === 0 && 1 / x < 0);
  if (a === Infinity && b === Infinity) return left ? 3 * QUARTER_PI : QUARTER_PI;
  // One side is nothing beside the other; the quotient may underflow, gradually and rounded once.
  if (a <= b * 1e-18) return left ? PI : a === 0 ? 0 : a / b;
  if (b <= a * 1e-18) return HALF_PI;
  if (a > 1e150 || b > 1e150) {
    a *= powerOfTwo(-600);
    b *= powerOfTwo(-600);
  } else if (a < 1e-130 && b < 1e-130) {
    a *= powerOfTwo(600);
    b *= powerOfTwo(600);
  }

  if (a <= b) {
    const angle = arcInTwoParts(a, b);
    return left ? complement(PI, PI_LOW, angle) : angle;
  }
  const angle = arcInTwoParts(b, a);
  if (!left) return complement(HALF_PI, HALF_PI_LOW, angle);
  const sum = HALF_PI + angle;
  return sum + (HALF_PI - sum + angle + (HALF_PI_LOW + arcTail[0]));
}

/** (asin x - x)/x as a function of z = x² ≤ ¼ */
function arcSineSeries(z: number): number {
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
export function asin(x: number): number {
  const magnitude = Math.abs(x);
  if (magnitude < 0.5) return magnitude < 1e-8 ? x : x + x * arcSineSeries(x * x);
  if (!(magnitude <= 1)) return NaN;
  const z = 0.5 * (1 - magnitude);
  const root = Math.sqrt(z);
  const series = arcSineSeries(z);
  // √z to twice the precision, and π/2 - 2 √z by way of π/4 so that nothing large is rounded
  const rootHead = Math.fround(root);
  const rootTail = root > 0 ? (z - rootHead * rootHead) / (root + rootHead) : 0;
  const low = 2 * root * series - (HALF_PI_LOW - 2 * rootTail);
  const y = QUARTER_PI - (low - (QUARTER_PI - 2 * rootHead));
  return x < 0 ? -y : y;
}

/** The angle whose cosine is x, in 0 … π */
export function acos(x: number): number {
  const magnitude = Math.abs(x);
  if (magnitude < 0.5) return HALF_PI - (x - (HALF_PI_LOW - x * arcSineSeries(x * x)));
  if (!(magnitude <= 1)) return NaN;
  const z = 0.5 * (1 - magnitude);
  const root = Math.sqrt(z);
  const series = root * arcSineSeries(z);
  if (x < 0) return 2 * (HALF_PI - (root + (series - HALF_PI_LOW)));
  const rootHead = Math.fround(root);
  const rootTail = root > 0 ? (z - rootHead * rootHead) / (root + rootHead) : 0;
  return 2 * (rootHead + (series + rootTail));
}
