// Interval arithmetic that never loses the true value, without rounding modes.
//
// An interval is two numbers of an array, [lo, hi] at an offset; results go to `out` and may
// overwrite an argument. Each operation computes in ordinary rounding and steps outward by one
// neighbour where the result may be inexact, so an interval is at most two ulps wider than needed.
// Sums are left alone where an error-free transformation shows that they are exact.
//
//   x − (φ|x| + η) ≤ the double below x ≤ x         φ = 2⁻⁵³(1 + 2⁻⁵²),  η = 2⁻¹⁰⁷⁴
//
// An end may be infinite; where nothing is known the result is [−∞, ∞].
// Rump, Zimmermann, Boldo and Melquiond 2009, "Computing predecessor and successor in rounding to nearest".

import { cos, sin } from '../../../src/num/elementary/index.ts';

/** a + b - sum exactly, where sum = fl(a + b) (Knuth). */
function sumError(a: f64, b: f64, sum: f64): f64 {
  const bRounded = sum - a;
  return a - (sum - bRounded) + (b - bRounded);
}

const PHI = 1.1102230246251568e-16;
const ETA = 5e-324;
const MAX = Number.MAX_VALUE;

/** The double below x, or one further down. */
export function below(x: number): number {
  if (x === Infinity) return MAX;
  return x >= -MAX ? x - (Math.abs(x) * PHI + ETA) : -Infinity;
}

/** The double above x, or one further up. */
export function above(x: number): number {
  return -below(-x);
}

export function writeInterval(out: Float64Array, o: number, lo: number, hi: number): void {
  out[o] = lo;
  out[o + 1] = hi;
}

function sumBelow(a: number, b: number): number {
  const sum = a + b;
  return sumError(a, b, sum) >= 0 ? sum : below(sum);
}

function sumAbove(a: number, b: number): number {
  const sum = a + b;
  return sumError(a, b, sum) <= 0 ? sum : above(sum);
}

export function addInterval(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  const lo = sumBelow(a[i], b[j]);
  const hi = sumAbove(a[i + 1], b[j + 1]);
  out[o] = lo;
  out[o + 1] = hi;
}

export function subtractInterval(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  const lo = sumBelow(a[i], -b[j + 1]);
  const hi = sumAbove(a[i + 1], -b[j]);
  out[o] = lo;
  out[o + 1] = hi;
}

/** Zero times anything is zero, infinity included: an infinite end stands for arbitrarily large numbers. */
function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

/** Whether a product is exact for certain: a factor of 0 or ±1. */
function plain(a: number): boolean {
  return a === 0 || a === 1 || a === -1;
}

export function multiplyInterval(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  const p = times(a[i], b[j]);
  const q = times(a[i], b[j + 1]);
  const r = times(a[i + 1], b[j]);
  const s = times(a[i + 1], b[j + 1]);
  const exact = (plain(a[i]) && plain(a[i + 1])) || (plain(b[j]) && plain(b[j + 1]));
  const lo = Math.min(p, q, r, s);
  const hi = Math.max(p, q, r, s);
  out[o] = exact ? lo : below(lo);
  out[o + 1] = exact ? hi : above(hi);
}

/** The interval times an exact number. */
export function scaleInterval(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  factor: number,
): void {
  const p = times(a[i], factor);
  const q = times(a[i + 1], factor);
  const exact = plain(factor);
  out[o] = exact ? Math.min(p, q) : below(Math.min(p, q));
  out[o + 1] = exact ? Math.max(p, q) : above(Math.max(p, q));
}

/** a / b; everything where b holds zero inside, a half-line where zero is its end and a has one sign. */
export function divideInterval(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  let lo = -Infinity;
  let hi = Infinity;
  const al = a[i];
  const ah = a[i + 1];
  const bl = b[j];
  const bh = b[j + 1];
  if (bl > 0 || bh < 0) {
    // NaN from ∞/∞ makes the end unknown, which `below` and `above` turn into infinity.
    const p = al / bl;
    const q = al / bh;
    const r = ah / bl;
    const s = ah / bh;
    lo = below(Math.min(p, q, r, s));
    hi = above(Math.max(p, q, r, s));
  } else if (bl === 0 && bh > 0) {
    if (al >= 0) lo = below(al / bh);
    else if (ah <= 0) hi = above(ah / bh);
  } else if (bh === 0 && bl < 0) {
    if (al >= 0) hi = above(al / bl);
    else if (ah <= 0) lo = below(ah / bl);
  }
  out[o] = lo;
  out[o + 1] = hi;
}

/** a², never negative. */
export function squareInterval(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const near = a[i] > 0 ? a[i] : a[i + 1] < 0 ? -a[i + 1] : 0;
  const far = Math.max(Math.abs(a[i]), Math.abs(a[i + 1]));
  out[o] = Math.max(0, plain(near) ? near * near : below(near * near));
  out[o + 1] = plain(far) ? far * far : above(far * far);
}

/** √a over what of a is not negative. */
export function sqrtInterval(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const lo = Math.sqrt(Math.max(0, a[i]));
  const hi = Math.sqrt(Math.max(0, a[i + 1]));
  out[o] = plain(lo) && a[i] === lo ? lo : Math.max(0, below(lo));
  out[o + 1] = plain(hi) && a[i + 1] === hi ? hi : above(hi);
}

const TURN = 6.283185307179586;

/**
 * Whether phase + 2πk lies in [lo, hi] for an integer k, or so nearly that rounding cannot tell.
 * Answering yes too often is harmless: sine is within 1e-28 of ±1 there.
 */
function holdsPhase(lo: number, hi: number, phase: number): boolean {
  const from = (lo - phase) / TURN;
  const to = (hi - phase) / TURN;
  const doubt = 4e-16 * (2 + Math.abs(from) + Math.abs(to));
  return Math.floor(to + doubt) >= Math.ceil(from - doubt);
}

/** Range of a 2π-periodic function between −1 and 1 that is monotone between its peaks. */
function waveInterval(
  out: Float64Array,
  o: number,
  lo: number,
  hi: number,
  wave: (x: number) => number,
  peak: number,
): void {
  if (!(hi - lo < TURN) || !(Math.abs(lo) < 1e8)) {
    out[o] = -1;
    out[o + 1] = 1;
    return;
  }
  // Our elementary functions err by less than one ulp; two neighbours cover it.
  const p = wave(lo);
  const q = wave(hi);
  const least = below(below(Math.min(p, q)));
  const most = above(above(Math.max(p, q)));
  out[o] = holdsPhase(lo, hi, peak + TURN / 2) ? -1 : Math.max(-1, least);
  out[o + 1] = holdsPhase(lo, hi, peak) ? 1 : Math.min(1, most);
}

export function sinInterval(out: Float64Array, o: number, a: Float64Array, i: number): void {
  waveInterval(out, o, a[i], a[i + 1], sin, TURN / 4);
}

export function cosInterval(out: Float64Array, o: number, a: Float64Array, i: number): void {
  waveInterval(out, o, a[i], a[i + 1], cos, 0);
}

/** sinc x = sin x / x falls from 0 to its first and lowest minimum, just beyond this. */
const SINC_FALLS_UNTIL = 4.493409457909064;
const SINC_LEAST = -0.2172336282112218;
/** Its highest value after that minimum. */
const SINC_AFTER = 0.1283745535259;

function sinc(x: number): number {
  return x === 0 ? 1 : sin(x) / x;
}

/**
 * sin x / x over an interval. Dividing intervals would give everything near zero; there the function is
 * even and monotone, so its ends are its values (seed of this method: appendix A.3 of "Intersection-free
 * Rigid Body Dynamics"). Beyond its first minimum the envelope 1/x is tight enough.
 */
export function sincInterval(out: Float64Array, o: number, a: Float64Array, i: number): void {
  const near = a[i] > 0 ? a[i] : a[i + 1] < 0 ? -a[i + 1] : 0;
  const far = Math.max(Math.abs(a[i]), Math.abs(a[i + 1]));
  // sin errs by one ulp and the division by half of one: three neighbours cover them.
  if (near <= SINC_FALLS_UNTIL) {
    const most = sinc(near);
    out[o + 1] =
      near === 0
        ? 1
        : Math.min(1, Math.max(above(above(above(most))), far > SINC_FALLS_UNTIL ? SINC_AFTER : -1));
    out[o] = far <= SINC_FALLS_UNTIL ? below(below(below(sinc(far)))) : SINC_LEAST;
  } else {
    const envelope = above(1 / near);
    out[o] = Math.max(SINC_LEAST, -envelope);
    out[o + 1] = Math.min(SINC_AFTER, envelope);
  }
}
