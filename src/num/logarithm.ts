// log, log1p, log2 and log10, from one logarithm in two parts.
//
//   x = 2ᵏ m,  √½ ≤ m < √2,  c = j/32 the nearest to m,  s = (m - c)/(m + c)
//   ln x = k ln 2 + ln c + 2 (s + s³/3 + s⁵/5 + …)
//
// m - c is exact, |s| < 0.0112, and s is found to 76 bits: a head of 24 bits, whose product with
// the divisor's head is exact, and a tail from the remainder. The heads of ln 2 and of ln c are
// rounded to multiples of 2⁻³² and 2⁻⁴², so that k ln 2 + ln c is exact as well. In total the
// two parts carry about 67 bits, which `pow` needs, and all four functions round well.
//
// Measured against a 60-digit oracle in elementary.test.ts: all below 0.6 ulp.

import { doubleView, POWERS_OF_TWO, productError, wordView } from './float.ts';

const LN2_HIGH = 0.6931471806019545;
const LN2_LOW = -4.2009150726810846e-11;
const INVERSE_LN2 = Math.LOG2E;
const INVERSE_LN2_LOW = 2.0355273740931033e-17;
const INVERSE_LN10 = Math.LOG10E;
const INVERSE_LN10_LOW = 1.098319650216765e-17;
const SMALLEST_NORMAL = 2.2250738585072014e-308;

/** ln(j/32) for j = 22 … 46, rounded to multiples of 2⁻⁴², and what is left. */
// biome-ignore format: tables
const LOG_HIGH = new Float64Array([
  -0.3746934494413381, -0.33024168687052224, -0.28768207245184385, -0.2468600779316148, -0.20763936477828793,
  -0.16989903679541385, -0.13353139262449076, -0.09844007281321865, -0.0645385211375924, -0.03174869831468641,
  0, 0.03077165866670839, 0.06062462181648698, 0.08961215868976069, 0.11778303565643,
  0.14518200984457508, 0.17185025692674571, 0.19782574332998593, 0.22314355131425145, 0.2478361639045943,
  0.2719337154835557, 0.2954642128938758, 0.31845373111855224, 0.34092658697068146, 0.3629054936893681,
]);
// biome-ignore format: tables
const LOG_LOW = new Float64Array([
  -7.260466149925637e-14, -5.4612144489920215e-14, 6.292357389008195e-14, 8.899851356560444e-14, 4.3425422595242564e-14,
  1.6376276414097503e-14, -3.1859736349078334e-14, -3.3871241029241416e-14, 2.1225608044809997e-14, 1.0610652735224087e-13,
  0, 4.529814257790929e-14, -5.213620639136504e-14, -7.355770219435029e-14, -4.654729747598445e-14,
  -7.718001336828099e-14, -8.649239607212071e-14, -6.604544877082384e-14, -4.169796584527195e-14, -1.3029797173308663e-14,
  8.604306772808733e-14, -3.993416384387844e-14, -1.7625431312172662e-14, -8.82452633212564e-14, 3.6708569716349383e-16,
]);

/** What the logarithm last returned by `logInTwoParts` lacks: a typed array, so that it is never boxed. */
export const logTail = new Float64Array(1);

/** ln x + correction for a finite x > 0: returns the rounded sum and leaves the rest in `logTail`. */
export function logInTwoParts(x: number, correction: number): number {
  let scaled = x;
  let k = 0;
  if (x < SMALLEST_NORMAL) {
    scaled = x * 18014398509481984; // 2⁵⁴
    k = -54;
  }
  // Adding the distance of √2's fraction from a full one carries into the exponent where m ≥ √2.
  doubleView[0] = scaled;
  const exponent = ((wordView[1] + 0x95f62) >> 20) - 1023;
  k += exponent;
  const m = scaled * POWERS_OF_TWO[1074 - exponent];
  const j = (32 * m + 0.5) | 0;
  const twiceC = j * 0.0625;
  const f = m - 0.5 * twiceC;

  const divisor = twiceC + f;
  const inverse = 1 / divisor;
  const s = f * inverse;
  const sHead = Math.fround(s);
  const divisorHead = Math.fround(divisor);
  const divisorTail = f - (divisorHead - twiceC);
  const sTail = (f - sHead * divisorHead - sHead * divisorTail) * inverse;

  const z = s * s;
  const series = s * z * (1 / 3 + z * (1 / 5 + z * (1 / 7 + z * (1 / 9))));
  const base = k * LN2_HIGH + LOG_HIGH[j - 22];
  const sum = base + 2 * sHead;
  const rest = base - sum + 2 * sHead + (k * LN2_LOW + LOG_LOW[j - 22] + (2 * (sTail + series) + correction));
  const result = sum + rest;
  logTail[0] = sum - result + rest;
  return result;
}

/** ln x */
export function log(x: number): number {
  return x > 0 && x < Infinity ? logInTwoParts(x, 0) : logOfSpecial(x);
}

/** ln(1 + x), accurate near zero: 1 + x is rounded to u, and (1 + x - u)/u corrects it */
export function log1p(x: number): number {
  if (!(x > -1 && x < Infinity)) return logOfSpecial(1 + x);
  if (Math.abs(x) < 1e-16) return x;
  const u = 1 + x;
  const lost = x < 1 ? x - (u - 1) : 1 - (u - x);
  return logInTwoParts(u, lost / u);
}

/** log₂ x, exact for powers of two */
export function log2(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOfSpecial(x);
  return scaleInTwoParts(logInTwoParts(x, 0), logTail[0], INVERSE_LN2, INVERSE_LN2_LOW);
}

/** log₁₀ x, exact for powers of ten */
export function log10(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOfSpecial(x);
  return scaleInTwoParts(logInTwoParts(x, 0), logTail[0], INVERSE_LN10, INVERSE_LN10_LOW);
}

/** (a + aLow)(b + bLow), rounded once */
function scaleInTwoParts(a: number, aLow: number, b: number, bLow: number): number {
  const product = a * b;
  return product + (productError(a, b, product) + (a * bLow + aLow * b));
}

function logOfSpecial(x: number): number {
  return x === 0 ? -Infinity : x === Infinity ? Infinity : NaN;
}
