// sin, cos and tan of angles in radians.
//
// The angle is reduced to |r| ≤ π/4 (halfturns.ts), where two odd and even polynomials of degree
// 13 and 14 do the rest; their coefficients are the minimax ones of fdlibm (Sun 1993), errors
// below 2⁻⁵⁸. tan has a polynomial below 3/16 and a table of tan(j/32) with the addition theorem above.
//
// Measured against a 60-digit oracle in elementary.test.ts: sin and cos below 0.8 ulp, tan below 0.7.

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

/** (tan r - r)/r³ for |r| < 3/16, and for |r| ≤ 1/64 */
const T1 = 0.3333333333333333;
const T2 = 0.13333333333331931;
const T3 = 0.05396825397462528;
const T4 = 0.021869487450398285;
const T5 = 0.008863323539008388;
const T6 = 0.00358847373794696;
const T7 = 0.001530687226103676;
const U1 = 0.3333333333333433;
const U2 = 0.13333333259999677;
const U3 = 0.05397626370573268;

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
  let n = 0;
  let r = x;
  let low = 0;
  const magnitude = Math.abs(x);
  if (!(magnitude <= QUARTER_PI)) {
    if (!(magnitude <= LARGEST_DIRECT)) return sinOfFar(x);
    // The common case of reduceByHalfPi, written out: see float.ts
    n = Math.floor(x * TWO_OVER_PI + 0.5);
    const first = x - n * P1;
    const w = n * P1_TAIL;
    r = first - w;
    low = first - r - w;
    if (!(Math.abs(r) > Math.abs(n) * NEAR_MULTIPLE)) return sinOfFar(x);
  } else if (magnitude < 1e-8) return x;
  const y = n & 1 ? cosineOfReduced(r, low) : sineOfReduced(r, low);
  return n & 2 ? -y : y;
}

/** cos x */
export function cos(x: number): number {
  let n = 0;
  let r = x;
  let low = 0;
  const magnitude = Math.abs(x);
  if (!(magnitude <= QUARTER_PI)) {
    if (!(magnitude <= LARGEST_DIRECT)) return cosOfFar(x);
    // The common case of reduceByHalfPi, written out: see float.ts
    n = Math.floor(x * TWO_OVER_PI + 0.5);
    const first = x - n * P1;
    const w = n * P1_TAIL;
    r = first - w;
    low = first - r - w;
    if (!(Math.abs(r) > Math.abs(n) * NEAR_MULTIPLE)) return cosOfFar(x);
  }
  const y = n & 1 ? sineOfReduced(r, low) : cosineOfReduced(r, low);
  return (n + 1) & 2 ? -y : y;
}

// Large angles, and those close to a multiple of π/2. Apart, so that the common case is short and inlined.

function sinOfFar(x: number): number {
  if (!(Math.abs(x) < Infinity)) return NaN;
  const n = reduceByHalfPi(x);
  const y = n & 1 ? cosineOfReduced(remainder[0], remainder[1]) : sineOfReduced(remainder[0], remainder[1]);
  return n & 2 ? -y : y;
}

function cosOfFar(x: number): number {
  if (!(Math.abs(x) < Infinity)) return NaN;
  const n = reduceByHalfPi(x);
  const y = n & 1 ? sineOfReduced(remainder[0], remainder[1]) : cosineOfReduced(remainder[0], remainder[1]);
  return (n + 1) & 2 ? -y : y;
}

function tanOfFar(x: number): number {
  if (!(Math.abs(x) < Infinity)) return NaN;
  const n = reduceByHalfPi(x);
  return tangentOfReduced(remainder[0], remainder[1], n);
}

/** tan(j/32) for j = 6 … 25, and what its rounding left. */
// biome-ignore format: a table
const TANGENTS = new Float64Array([
  0.18972861071805913, 9.78955701743985e-19, 0.22230728055343132, 6.328821377607695e-18,
  0.25534192122103627, -5.589358343564783e-18, 0.2889081724405147, 2.70817328270223e-17,
  0.32308624435174554, -2.389398809095344e-17, 0.357961738848017, -2.086600346579411e-17,
  0.39362657592563277, -1.2972931096830582e-17, 0.43018004746423005, -4.113275164307763e-18,
  0.4677300254523918, 1.5519502793263498e-17, 0.5063943574962299, -4.0096068550680074e-17,
  0.5463024898437905, 2.9096576216837176e-17, 0.5875973675914432, 1.211599079372634e-17,
  0.6304376738358848, -1.5183875765700744e-17, 0.6750004851442429, -2.666904806431612e-17,
  0.7214844409909045, -5.4243984813454325e-17, 0.7701135513442087, 3.6147512759166313e-17,
  0.8211418015898941, -1.6135619305114956e-17, 0.8748587605544823, 4.305785584054271e-17,
  0.9315964599440725, -1.3547381396593036e-17, 0.9917378983632686, 3.625934281680031e-17,
]);

/** tan x */
export function tan(x: number): number {
  let n = 0;
  let r = x;
  let low = 0;
  const magnitude = Math.abs(x);
  if (!(magnitude <= QUARTER_PI)) {
    if (!(magnitude <= LARGEST_DIRECT)) return tanOfFar(x);
    // The common case of reduceByHalfPi, written out: see float.ts
    n = Math.floor(x * TWO_OVER_PI + 0.5);
    const first = x - n * P1;
    const w = n * P1_TAIL;
    r = first - w;
    low = first - r - w;
    if (!(Math.abs(r) > Math.abs(n) * NEAR_MULTIPLE)) return tanOfFar(x);
  } else if (magnitude < 1e-8) return x;
  return tangentOfReduced(r, low, n);
}

/** tan(n π/2 + r + low) for |r| ≤ π/4 */
function tangentOfReduced(r: number, low: number, n: number): number {
  const magnitude = Math.abs(r);
  let high = r;
  let rest: number;
  if (magnitude < 0.1875) {
    const z = r * r;
    const z2 = z * z;
    const series = T1 + z * T2 + z2 * (T3 + z * T4 + z2 * (T5 + z * T6 + z2 * T7));
    rest = r * z * series + (low + low * z);
  } else {
    // tan(c + h) = tan c + (1 + tan² c) tan h / (1 - tan c tan h)
    const j = (32 * magnitude + 0.5) | 0;
    const c = TANGENTS[2 * j - 12];
    const h = magnitude - j * 0.03125 + (r < 0 ? -low : low);
    const z = h * h;
    const t = h + h * z * (U1 + z * (U2 + z * U3));
    const step = (t + c * c * t) / (1 - c * t) + TANGENTS[2 * j - 11];
    high = r < 0 ? -c : c;
    rest = r < 0 ? -step : step;
  }
  return n & 1 ? negativeInverse(high, rest) : high + rest;
}

/** -1/(a + aLow): the rounded quotient, corrected by its remainder */
function negativeInverse(a: number, aLow: number): number {
  const y = a + aLow;
  const yLow = a - y + aLow;
  const yHead = Math.fround(y);
  const q = -1 / y;
  const qHead = Math.fround(q);
  return q + q * (1 + qHead * yHead + (qHead * (y - yHead) + (q - qHead) * y + q * yLow));
}
