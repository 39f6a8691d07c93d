// sin and cos of angles in radians.
//
// The angle is reduced to |r| ≤ π/4 (halfturns.ts), where two odd and even polynomials of degree
// 13 and 14 do the rest; their coefficients are the minimax ones of fdlibm (Sun 1993), errors
// below 2⁻⁵⁸.
//
// Measured against a 60-digit oracle in elementary.test.ts: below 0.8 ulp.

import { type f64, second, third } from '../kernels/machine.ts';
import { LARGEST_DIRECT, NEAR_MULTIPLE, P1, P1_TAIL, reduceByHalfPi, TWO_OVER_PI } from './halfturns.ts';

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

function sineOfReduced(r: f64, low: f64): f64 {
  const z = r * r;
  const z2 = z * z;
  const cube = z * r;
  const series = S2 + z * S3 + z2 * (S4 + z * S5 + z2 * S6);
  return r + (cube * S1 + (z * (cube * series - 0.5 * low) + low));
}

function cosineOfReduced(r: f64, low: f64): f64 {
  const z = r * r;
  const z2 = z * z;
  const half = 0.5 * z;
  const w = 1 - half;
  const series = C1 + z * C2 + z2 * (C3 + z * C4 + z2 * (C5 + z * C6));
  // 1 - w - half is what rounding took from w
  return w + (1 - w - half + (z2 * series - r * low));
}

/** sin x */
export function sin(x: f64): f64 {
  let n = 0;
  let r = x;
  let low: f64 = 0;
  const magnitude = Math.abs(x);
  if (!(magnitude <= QUARTER_PI)) {
    if (!(magnitude <= LARGEST_DIRECT)) return sinOfFar(x);
    // The common case of reduceByHalfPi, written out: see float.ts
    const turns = Math.floor(x * TWO_OVER_PI + 0.5);
    const first = x - turns * P1;
    const w = turns * P1_TAIL;
    n = turns | 0;
    r = first - w;
    low = first - r - w;
    if (!(Math.abs(r) > Math.abs(turns) * NEAR_MULTIPLE)) return sinOfFar(x);
  } else if (magnitude < 1e-8) return x;
  const y = n & 1 ? cosineOfReduced(r, low) : sineOfReduced(r, low);
  return n & 2 ? -y : y;
}

/** cos x */
export function cos(x: f64): f64 {
  let n = 0;
  let r = x;
  let low: f64 = 0;
  const magnitude = Math.abs(x);
  if (!(magnitude <= QUARTER_PI)) {
    if (!(magnitude <= LARGEST_DIRECT)) return cosOfFar(x);
    // The common case of reduceByHalfPi, written out: see float.ts
    const turns = Math.floor(x * TWO_OVER_PI + 0.5);
    const first = x - turns * P1;
    const w = turns * P1_TAIL;
    n = turns | 0;
    r = first - w;
    low = first - r - w;
    if (!(Math.abs(r) > Math.abs(turns) * NEAR_MULTIPLE)) return cosOfFar(x);
  }
  const y = n & 1 ? sineOfReduced(r, low) : cosineOfReduced(r, low);
  return (n + 1) & 2 ? -y : y;
}

// Large angles, and those close to a multiple of π/2. Apart, so that the common case is short and inlined.

function sinOfFar(x: f64): f64 {
  if (!(Math.abs(x) < Infinity)) return NaN;
  const n = reduceByHalfPi(x);
  const y = n & 1 ? cosineOfReduced(second(), third()) : sineOfReduced(second(), third());
  return n & 2 ? -y : y;
}

function cosOfFar(x: f64): f64 {
  if (!(Math.abs(x) < Infinity)) return NaN;
  const n = reduceByHalfPi(x);
  const y = n & 1 ? sineOfReduced(second(), third()) : cosineOfReduced(second(), third());
  return (n + 1) & 2 ? -y : y;
}
