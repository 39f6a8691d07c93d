// exp, expm1 and the hyperbolic functions, from one reduction.
//
//   x = k ln 2 + r, |r| ≤ ½ ln 2,   eʳ = cosh r + sinh r
//
// cosh r - 1 and sinh r - r are short Taylor series in r² with no cancellation, and both eʳ and
// e⁻ʳ are had from them, so that sinh, cosh and tanh need no second exponential and no reciprocal.
// ln 2 is held in two parts, the first of 32 bits, so that k times it is exact.
//
// Measured against a 60-digit oracle in elementary.test.ts: all below 0.9 ulp.

import { POWERS_OF_TWO, powerOfTwo, productError, scaleByPowerOfTwo, sumError } from './float.ts';

const LN2_HIGH = 0.6931471806019545;
const LN2_LOW = -4.2009150726810846e-11;
const INVERSE_LN2 = Math.LOG2E;
/** Beyond these eˣ is infinite, or rounds to zero. */
const LARGEST = 709.782712893384;
const SMALLEST = -745.1332191019412;

/** (cosh r - 1 - r²/2) / r⁴ as a function of z = r² */
function coshTail(z: number): number {
  const z2 = z * z;
  return (
    1 / 24 +
    z * (1 / 720) +
    z2 * (1 / 40320 + z * (1 / 3628800) + z2 * (1 / 479001600 + z * (1 / 87178291200)))
  );
}

/** (sinh r - r) / r³ as a function of z = r² */
function sinhTail(z: number): number {
  const z2 = z * z;
  return (
    1 / 6 + z * (1 / 120) + z2 * (1 / 5040 + z * (1 / 362880) + z2 * (1 / 39916800 + z * (1 / 6227020800)))
  );
}

/** exp(x + xLow), for a correction |xLow| much below 1: the power function needs it. */
export function expOfSum(x: number, xLow: number): number {
  if (!(x > SMALLEST - 1)) return Number.isNaN(x) ? x : 0;
  if (x > LARGEST + 1) return Infinity;
  const k = Math.floor(x * INVERSE_LN2 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW - xLow;
  const r = high - low;
  const rLow = high - r - low;
  const z = r * r;
  const z2 = z * z;
  // coshTail and sinhTail, written out: see float.ts
  const even =
    1 / 24 +
    z * (1 / 720) +
    z2 * (1 / 40320 + z * (1 / 3628800) + z2 * (1 / 479001600 + z * (1 / 87178291200)));
  const odd =
    1 / 6 + z * (1 / 120) + z2 * (1 / 5040 + z * (1 / 362880) + z2 * (1 / 39916800 + z * (1 / 6227020800)));
  const sum = 1 + r;
  const y = sum + (1 - sum + r + (0.5 * z + (z * (z * even + r * odd) + rLow)));
  return k >= -1022 && k <= 1023 ? y * POWERS_OF_TWO[1074 + k] : scaleByPowerOfTwo(y, k);
}

/** eˣ */
export function exp(x: number): number {
  return expOfSum(x, 0);
}

/** r, cosh r - 1 and sinh r - r of the last reduction; a typed array, so that nothing is boxed. */
const reduced = new Float64Array(3);

/** Returns k and leaves the rest in `reduced`. */
function reduce(x: number): number {
  const k = Math.floor(x * INVERSE_LN2 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const rLow = high - r - low;
  const z = r * r;
  reduced[0] = r;
  // The rounding of r² matters where 1 cancels against it: add it back.
  reduced[1] = 0.5 * z + (z * z * coshTail(z) + 0.5 * productError(r, r, z) + r * rLow);
  reduced[2] = r * z * sinhTail(z) + rLow;
  return k;
}

/** eˣ - 1, accurate near zero: (2ᵏ - 1) + 2ᵏ (eʳ - 1) */
export function expm1(x: number): number {
  if (Math.abs(x) < 5e-17) return x;
  if (!(x > -38)) return Number.isNaN(x) ? x : -1;
  if (x > 40) return exp(x);
  const k = reduce(x);
  const scale = powerOfTwo(k);
  const a = scale - 1;
  const b = scale * reduced[0];
  const sum = a + b;
  return sum + (sumError(a, b, sum) + (sumError(scale, -1, a) + scale * (reduced[1] + reduced[2])));
}

// With A = sinh(k ln 2) = (2ᵏ - 2⁻ᵏ)/2 and B = cosh(k ln 2), each in two parts where k > 26:
//   sinh x = A + B r + A (cosh r - 1) + B (sinh r - r)
//   cosh x = B + A r + B (cosh r - 1) + A (sinh r - r)
// and the products with r are sums of r times powers of two, hence exact too.

/** Beyond this e⁻ˣ is lost in the rounding of eˣ. */
const ONE_SIDED = 20;

/** sinh x = (eˣ - e⁻ˣ)/2 */
export function sinh(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude < ONE_SIDED)) return x > 0 ? halfExp(x) : x < 0 ? -halfExp(-x) : x;
  if (magnitude < 1e-8) return x;
  const k = reduce(magnitude);
  if (k === 0) return x < 0 ? -(magnitude + reduced[2]) : magnitude + reduced[2];
  const up = 0.5 * powerOfTwo(k);
  const down = 0.5 * powerOfTwo(-k);
  const r = reduced[0];
  const a = up - down;
  const sum = a + up * r;
  const tail = sumError(a, up * r, sum) + (up - a - down + down * r);
  const y = sum + (tail + (a * reduced[1] + (up + down) * reduced[2]));
  return x < 0 ? -y : y;
}

/** cosh x = (eˣ + e⁻ˣ)/2 */
export function cosh(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude < ONE_SIDED)) return halfExp(magnitude);
  const k = reduce(magnitude);
  const up = 0.5 * powerOfTwo(k);
  const down = 0.5 * powerOfTwo(-k);
  const r = reduced[0];
  const b = up + down;
  const sum = b + up * r;
  const tail = sumError(b, up * r, sum) + (up - b + down - down * r);
  return sum + (tail + (b * reduced[1] + (up - down) * reduced[2]));
}

/** eˣ/2 where eˣ alone might overflow: e^(x - 64 ln 2) times 2⁶³ */
function halfExp(x: number): number {
  if (!(x < 711)) return Number.isNaN(x) ? x : Infinity;
  if (x < 709) return 0.5 * exp(x);
  return expOfSum(x - 64 * LN2_HIGH, -64 * LN2_LOW) * powerOfTwo(63);
}

/** tanh x = sinh x / cosh x, both in two parts, and the quotient corrected by its remainder */
export function tanh(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude < 22)) return Number.isNaN(x) ? x : x < 0 ? -1 : 1;
  if (magnitude < 1e-8) return x;
  const k = reduce(magnitude);
  if (k === 0) {
    // x + (sinh x - x - x (cosh x - 1)) / cosh x, where the second term is the smaller by far
    const small = magnitude + (reduced[2] - magnitude * reduced[1]) / (1 + reduced[1]);
    return x < 0 ? -small : small;
  }
  const up = 0.5 * powerOfTwo(k);
  const down = 0.5 * powerOfTwo(-k);
  const a = up - down;
  const b = up + down;
  const r = reduced[0];
  const sine = a + up * r;
  const sineTail = sumError(a, up * r, sine) + (up - a - down + down * r) + (a * reduced[1] + b * reduced[2]);
  const cosine = b + up * r;
  const cosineTail =
    sumError(b, up * r, cosine) + (up - b + down - down * r) + (b * reduced[1] + a * reduced[2]);

  const divisor = cosine + cosineTail;
  const quotient = (sine + sineTail) / divisor;
  const product = quotient * cosine;
  const remainder =
    sine - product - productError(quotient, cosine, product) + (sineTail - quotient * cosineTail);
  const y = quotient + remainder / divisor;
  return x < 0 ? -y : y;
}
