// log and log10, without a division.
//
//   x = 2ᵏ m,  √½ ≤ m < √2,  a row of the table gives i ≈ 1/m in seven bits,  r = i m - 1
//   ln x = k ln 2 - ln i + (r - r²/2 + r³/3 - …),   |r| < 0.012
//
// With c ≈ 1/i in few bits too, r = (m - c) i + (c i - 1), each term of which is exact: r has no error,
// and near x = 1, where i = 1, neither has r = x - 1. The heads of ln 2 and of ln i are rounded to
// multiples of 2⁻³² and 2⁻⁴², so that k ln 2 - ln i is exact as well.
//
// `log` is short, so that it is inlined where it is hot. `logInTwoParts` also splits r² and so carries
// about 67 bits, which `pow` needs and which make the other logarithms round well.
//
// Measured against a 60-digit oracle in elementary.test.ts: below 0.51 ulp.

import { type f64, highWord, type i32, leaveSecond, powerOfTwo, second } from '../kernels/machine.ts';
import { productError } from './float.ts';
import { LOG_ROWS } from './tables.ts';

const LN2_HIGH = 0.6931471806019545;
const LN2_LOW = -4.2009150726810846e-11;
const INVERSE_LN10 = Math.LOG10E;
const INVERSE_LN10_LOW = 1.098319650216765e-17;
const SMALLEST_NORMAL = 2.2250738585072014e-308;

/** What subnormal numbers are multiplied with, 2⁵⁴, and the bias of exponents with it and without. */
export const LIFT: f64 = 18014398509481984;
export const LIFTED_BIAS = 1077;
export const BIAS = 1023;

// Held here and not shared: a constant of its own module is known to the compiler, an imported one is not.
const ROWS = new Float64Array(LOG_ROWS);

/** ln x */
export function log(x: f64): f64 {
  return x >= SMALLEST_NORMAL && x < Infinity ? logOfNormal(x, BIAS) : logOfSpecial(x);
}

/** ln x - (bias - 1023) ln 2 for a normal x */
function logOfNormal(x: f64, bias: i32): f64 {
  // Adding the distance of √2's fraction from a full one carries into the exponent where m ≥ √2.
  const word = highWord(x) + 0x95f62;
  const exponent = word >> 20;
  const k = exponent - bias;
  const at = 5 * ((word >> 14) & 63);
  const r = (x * powerOfTwo(1023 - exponent) - ROWS[at]) * ROWS[at + 1] + ROWS[at + 2];
  const low = k * LN2_LOW + ROWS[at + 4];
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
  const base = k * LN2_HIGH + ROWS[at + 3];
  const sum = base + r;
  return sum + (base - sum + r + (series + low));
}

/** ln x - (bias - 1023) ln 2 for a normal x: rounded, and second what that lacks. */
export function logInTwoParts(x: f64, bias: i32): f64 {
  const word = highWord(x) + 0x95f62;
  const exponent = word >> 20;
  const k = exponent - bias;
  const at = 5 * ((word >> 14) & 63);
  const r = (x * powerOfTwo(1023 - exponent) - ROWS[at]) * ROWS[at + 1] + ROWS[at + 2];
  const rHead: f64 = Math.fround(r);
  const z = r * r;
  const series =
    r *
    z *
    (0.3333333333333333 +
      r * -0.250000000000071 +
      z *
        (0.20000000000006454 +
          r * -0.1666666641594601 +
          z * (0.14285714057785673 + r * -0.12502832659622834 + z * 0.11113686262651747)));
  const rest = series - 0.5 * (r - rHead) * (r + rHead);

  const base = k * LN2_HIGH + ROWS[at + 3];
  const sum = base + r;
  const square = -0.5 * rHead * rHead;
  const both = sum + square;
  const low = base - sum + r + (sum - both + square + (rest + (k * LN2_LOW + ROWS[at + 4])));
  const result = both + low;
  leaveSecond(both - result + low);
  return result;
}

/** log₁₀ x, exact for powers of ten: (ln x)/(ln 10), rounded once */
export function log10(x: f64): f64 {
  if (!(x > 0 && x < Infinity)) return logOfSpecial(x);
  const tiny = x < SMALLEST_NORMAL;
  const a = logInTwoParts(tiny ? x * LIFT : x, tiny ? LIFTED_BIAS : BIAS);
  const product = a * INVERSE_LN10;
  return (
    product + (productError(a, INVERSE_LN10, product) + (a * INVERSE_LN10_LOW + second() * INVERSE_LN10))
  );
}

function logOfSpecial(x: f64): f64 {
  if (x > 0 && x < Infinity) return logOfNormal(x * LIFT, LIFTED_BIAS);
  return x === 0 ? -Infinity : x === Infinity ? Infinity : NaN;
}
