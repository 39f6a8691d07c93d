// tan of an angle in radians.
//
// The angle is reduced to |r| ≤ π/4 (halfturns.ts), where below 3/16 a polynomial serves, and above a table of
// tan(j/32) with the addition theorem.
//
// Measured against a 60-digit oracle in elementary.test.ts: below 0.7 ulp.

import { type f64, type i32, second, third } from '../kernels/machine.ts';
import { LARGEST_DIRECT, NEAR_MULTIPLE, P1, P1_TAIL, reduceByHalfPi, TWO_OVER_PI } from './halfturns.ts';

const QUARTER_PI = 0.7853981633974483;

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

function tanOfFar(x: f64): f64 {
  if (!(Math.abs(x) < Infinity)) return NaN;
  const n = reduceByHalfPi(x);
  return tangentOfReduced(second(), third(), n);
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
export function tan(x: f64): f64 {
  let n = 0;
  let r = x;
  let low: f64 = 0;
  const magnitude = Math.abs(x);
  if (!(magnitude <= QUARTER_PI)) {
    if (!(magnitude <= LARGEST_DIRECT)) return tanOfFar(x);
    // The common case of reduceByHalfPi, written out: see float.ts
    const turns = Math.floor(x * TWO_OVER_PI + 0.5);
    const first = x - turns * P1;
    const w = turns * P1_TAIL;
    n = turns | 0;
    r = first - w;
    low = first - r - w;
    if (!(Math.abs(r) > Math.abs(turns) * NEAR_MULTIPLE)) return tanOfFar(x);
  } else if (magnitude < 1e-8) return x;
  return tangentOfReduced(r, low, n);
}

/** tan(n π/2 + r + low) for |r| ≤ π/4 */
function tangentOfReduced(r: f64, low: f64, n: i32): f64 {
  const magnitude = Math.abs(r);
  let high = r;
  let rest: f64;
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
function negativeInverse(a: f64, aLow: f64): f64 {
  const y = a + aLow;
  const yLow = a - y + aLow;
  const yHead: f64 = Math.fround(y);
  const q = -1 / y;
  const qHead: f64 = Math.fround(q);
  return q + q * (1 + qHead * yHead + (qHead * (y - yHead) + (q - qHead) * y + q * yLow));
}
