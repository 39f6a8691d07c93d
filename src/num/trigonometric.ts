// sin, cos and tan of angles in radians.
//
// The angle is reduced to |r| ≤ π/4 (halfturns.ts), where two odd and even polynomials of degree
// 13 and 14 do the rest; their coefficients are the minimax ones of fdlibm (Sun 1993), errors
// below 2⁻⁵⁸. tan divides the two, each kept in two parts.
//
// Measured against a 60-digit oracle in elementary.test.ts: all below 0.9 ulp.

import { productError } from './float.ts';
import {
  LARGEST_DIRECT,
  NEAR_MULTIPLE,
  P1,
  P1_TAIL,
  reduceByHalfPi,
  remainder,
  TWO_OVER_PI,
} from './halfturns.ts';

const QUARTER_PI = 0.7853981633974483;

const S1 = -0.16666666666666632;
const S2 = 0.00833333333332249;
const S3 = -0.0001984126982985795;
const S4 = 2.7557313707070068e-6;
const S5 = -2.5050760253406863e-8;
const S6 = 1.58969099521155e-10;

const C1 = 0.0416666666666666;
const C2 = -0.001388888888887411;
const C3 = 2.480158728947673e-5;
const C4 = -2.7557314351390663e-7;
const C5 = 2.087572321298175e-9;
const C6 = -1.1359647557788195e-11;

/** sin(r + low) - r for |r| ≤ π/4 */
function sineTail(r: number, low: number): number {
  const z = r * r;
  const z2 = z * z;
  const series = S2 + z * S3 + z2 * (S4 + z * S5 + z2 * S6);
  const cube = z * r;
  // cos r ≈ 1 - r²/2 is how far `low` carries
  return cube * S1 + (z * (cube * series - 0.5 * low) + low);
}

/** (cos r - 1 + r²/2) for |r| ≤ π/4, as a function of z = r² */
function cosineTail(z: number): number {
  const z2 = z * z;
  return z2 * (C1 + z * C2 + z2 * (C3 + z * C4 + z2 * (C5 + z * C6)));
}

function sineOfReduced(r: number, low: number): number {
  const z = r * r;
  const z2 = z * z;
  const cube = z * r;
  const series = S2 + z * S3 + z2 * (S4 + z * S5 + z2 * S6);
  return r + (cube * S1 + (z * (cube * series - 0.5 * low) + low));
}

function cosineOfReduced(r: number, low: number): number {
  const z = r * r;
  const z2 = z * z;
  const half = 0.5 * z;
  const w = 1 - half;
  const series = C1 + z * C2 + z2 * (C3 + z * C4 + z2 * (C5 + z * C6));
  // 1 - w - half is what rounding took from w
  return w + (1 - w - half + (z2 * series - r * low));
}

/** sin x */
export function sin(x: number): number {
  const magnitude = Math.abs(x);
  if (magnitude <= QUARTER_PI) return magnitude < 1e-8 ? x : sineOfReduced(x, 0);
  if (magnitude <= LARGEST_DIRECT) {
    // The common case of reduceByHalfPi, written out: see float.ts
    const n = Math.floor(x * TWO_OVER_PI + 0.5);
    const first = x - n * P1;
    const w = n * P1_TAIL;
    const r = first - w;
    if (Math.abs(r) > Math.abs(n) * NEAR_MULTIPLE) {
      const low = first - r - w;
      const y = n & 1 ? cosineOfReduced(r, low) : sineOfReduced(r, low);
      return n & 2 ? -y : y;
    }
  }
  if (!(magnitude < Infinity)) return NaN;
  const n = reduceByHalfPi(x);
  const y = n & 1 ? cosineOfReduced(remainder[0], remainder[1]) : sineOfReduced(remainder[0], remainder[1]);
  return n & 2 ? -y : y;
}

/** cos x */
export function cos(x: number): number {
  const magnitude = Math.abs(x);
  if (magnitude <= QUARTER_PI) return cosineOfReduced(x, 0);
  if (magnitude <= LARGEST_DIRECT) {
    const n = Math.floor(x * TWO_OVER_PI + 0.5);
    const first = x - n * P1;
    const w = n * P1_TAIL;
    const r = first - w;
    if (Math.abs(r) > Math.abs(n) * NEAR_MULTIPLE) {
      const low = first - r - w;
      const y = n & 1 ? sineOfReduced(r, low) : cosineOfReduced(r, low);
      return (n + 1) & 2 ? -y : y;
    }
  }
  if (!(magnitude < Infinity)) return NaN;
  const n = reduceByHalfPi(x);
  const y = n & 1 ? sineOfReduced(remainder[0], remainder[1]) : cosineOfReduced(remainder[0], remainder[1]);
  return (n + 1) & 2 ? -y : y;
}

/** tan x */
export function tan(x: number): number {
  if (!(Math.abs(x) < Infinity)) return NaN;
  if (Math.abs(x) < 1e-8) return x;
  let n = 0;
  let r = x;
  let low = 0;
  if (Math.abs(x) > QUARTER_PI) {
    n = reduceByHalfPi(x);
    r = remainder[0];
    low = remainder[1];
  }
  const sineLow = sineTail(r, low);
  const z = r * r;
  const half = 0.5 * z;
  const cosine = 1 - half;
  const cosineLow = 1 - cosine - half + (cosineTail(z) - 0.5 * productError(r, r, z) - r * low);
  return n & 1 ? -quotient(cosine, cosineLow, r, sineLow) : quotient(r, sineLow, cosine, cosineLow);
}

/** (a + aLow)/(b + bLow): the rounded quotient, corrected by its remainder */
function quotient(a: number, aLow: number, b: number, bLow: number): number {
  const divisor = b + bLow;
  const q = (a + aLow) / divisor;
  const product = q * b;
  return q + (a - product - productError(q, b, product) + (aLow - q * bLow)) / divisor;
}
