// Curved continuous collision by intervals: the slow judge of the fast kernels.
//
// A body's motion is linear in rotation vector and translation, θ(t) = θ⁰ + t(θ¹ − θ⁰), more general
// than what engines use (a turn about a fixed axis, curved.kernel.ts). Interval arithmetic bounds how far each
// vertex strays from its chord over [t₀, t₁], and collision along the chords is looked for with that
// bound as minimum separation, halving the stretch while the bound exceeds δ times the gap.
//
// Ferguson et al. 2021, "Intersection-free Rigid Body Dynamics", Algorithm 1 and equations 14, 16, 20,
// with δ = 0.5 and N_max = 1000, lifted while t₀ = 0. Deviations: the second factor of the printed
// equation 14 is ½ sinc²(|θ|/2), not 2 sinc²; the bound is the largest over PIECES equal parts of the
// stretch, since one interval evaluation forgets that chord and path move together; where the chords come
// within the bound, the time is safe but far from contact, so the search goes on from there until the gap
// is a thousandth of the first one; and a start that touches returns 0 instead of halving for ever.

import {
  addInterval,
  multiplyInterval,
  scaleInterval,
  sincInterval,
  sqrtInterval,
  squareInterval,
  subtractInterval,
  writeInterval,
} from './interval.ts';
import { linearFirstContact } from '../../../src/geometry/ccd/contact.ts';
import { separationAlong, widestDirection } from '../../../src/geometry/ccd/direction.ts';
import { firstCount, type PairKind, vertexTotal } from '../../../src/geometry/ccd/kind.ts';
import { HERE, here, NORMAL, TRIAL, workOnPair } from '../../../src/geometry/ccd/pair-memory.ts';

const REFINEMENT = 0.5;
const MOST_STRETCHES = 1000;
const PIECES = 8;
const NEAR = 1e-3;

/** Rotation vector and translation at the start and at the end: θ⁰, q⁰, θ¹, q¹. */
export type RigidPath = Float64Array;

/** Widest relative error of a certified gap: see linear.ts. */
const ROUNDING = 1.4210854715202004e-14;

const turn = new Float64Array(6);
const shift = new Float64Array(6);
const arm = new Float64Array(6);
const once = new Float64Array(6);
const twice = new Float64Array(6);
const point = new Float64Array(6);
const scratch = new Float64Array(8);

/** from + t (to − from) for an interval of times. */
function blend(out: Float64Array, o: number, from: number, to: number, t: Float64Array): void {
  writeInterval(scratch, 0, from, from);
  writeInterval(scratch, 2, to, to);
  subtractInterval(scratch, 4, scratch, 2, scratch, 0);
  multiplyInterval(scratch, 4, scratch, 4, t, 0);
  addInterval(out, o, scratch, 4, scratch, 0);
}

/** a × b of interval vectors. */
function crossIntervals(out: Float64Array, a: Float64Array, b: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const i = 2 * ((k + 1) % 3);
    const j = 2 * ((k + 2) % 3);
    multiplyInterval(scratch, 0, a, i, b, j);
    multiplyInterval(scratch, 2, a, j, b, i);
    subtractInterval(out, 2 * k, scratch, 0, scratch, 2);
  }
}

/** Where a vertex may be during an interval of times: equations 14 and 16. Writes three intervals. */
function positionOver(out: Float64Array, path: RigidPath, x: Float64Array, v: number, t: Float64Array): void {
  writeInterval(scratch, 6, 0, 0);
  for (let k = 0; k < 3; k++) {
    blend(turn, 2 * k, path[k], path[6 + k], t);
    blend(shift, 2 * k, path[3 + k], path[9 + k], t);
    writeInterval(arm, 2 * k, x[v + k], x[v + k]);
    squareInterval(scratch, 0, turn, 2 * k);
    addInterval(scratch, 6, scratch, 6, scratch, 0);
  }
  sqrtInterval(scratch, 6, scratch, 6);
  const angleLow = scratch[6];
  const angleHigh = scratch[7];

  // R r = r + sinc(|θ|) θ×r + ½ sinc²(|θ|/2) θ×(θ×r)
  crossIntervals(once, turn, arm);
  crossIntervals(twice, turn, once);
  writeInterval(scratch, 0, angleLow, angleHigh);
  sincInterval(scratch, 4, scratch, 0);
  scaleInterval(scratch, 0, scratch, 0, 0.5);
  sincInterval(scratch, 6, scratch, 0);
  squareInterval(scratch, 6, scratch, 6);
  scaleInterval(scratch, 6, scratch, 6, 0.5);
  for (let k = 0; k < 6; k += 2) {
    multiplyInterval(once, k, once, k, scratch, 4);
    multiplyInterval(twice, k, twice, k, scratch, 6);
    addInterval(out, k, arm, k, once, k);
    addInterval(out, k, out, k, twice, k);
    addInterval(out, k, out, k, shift, k);
  }
}

const instant = new Float64Array(2);

/** Writes a vertex's position at time t and returns how far it may be off. */
function positionAt(
  out: Float64Array,
  o: number,
  path: RigidPath,
  x: Float64Array,
  v: number,
  t: number,
): number {
  writeInterval(instant, 0, t, t);
  positionOver(point, path, x, v, instant);
  let doubt = 0;
  for (let k = 0; k < 3; k++) {
    out[o + k] = 0.5 * (point[2 * k] + point[2 * k + 1]);
    doubt += point[2 * k + 1] - point[2 * k];
  }
  return doubt;
}

const piece = new Float64Array(2);
const along = new Float64Array(2);
const chord = new Float64Array(2);
const squared = new Float64Array(2);
const sum = new Float64Array(2);

/** An upper bound on how far a vertex strays from its chord from p0 to p1 over [t0, t1]: equation 20. */
function strayOver(
  path: RigidPath,
  x: Float64Array,
  v: number,
  t0: number,
  t1: number,
  p0: Float64Array,
  p1: Float64Array,
  o: number,
): number {
  let stray = 0;
  for (let i = 0; i < PIECES; i++) {
    // A hair wider than the piece, so that no instant falls between two of them.
    const slack = 1e-15 * t1;
    writeInterval(
      piece,
      0,
      t0 + ((t1 - t0) * i) / PIECES - slack,
      t0 + ((t1 - t0) * (i + 1)) / PIECES + slack,
    );
    const margin = (2 * slack) / (t1 - t0) + 1e-15;
    writeInterval(along, 0, i / PIECES - margin, (i + 1) / PIECES + margin);
    positionOver(point, path, x, v, piece);
    writeInterval(sum, 0, 0, 0);
    for (let k = 0; k < 3; k++) {
      blend(chord, 0, p0[o + k], p1[o + k], along);
      subtractInterval(chord, 0, point, 2 * k, chord, 0);
      squareInterval(squared, 0, chord, 0);
      addInterval(sum, 0, sum, 0, squared, 0);
    }
    sqrtInterval(sum, 0, sum, 0);
    stray = Math.max(stray, sum[1]);
  }
  return stray;
}

/** The certified gap of a pair at rest. */
function certifiedGap(kind: PairKind, x: Float64Array): number {
  workOnPair();
  here.set(x);
  widestDirection(NORMAL, HERE, kind, TRIAL);
  let size = 0;
  for (let k = 0; k < 3 * vertexTotal(kind); k++) size = Math.max(size, Math.abs(x[k]));
  return separationAlong(NORMAL, HERE, kind) - 4 * ROUNDING * size;
}

/**
 * When a pair of two rigid bodies first comes within `separation` over t ∈ [0, 1], never later than the
 * true time; Infinity where it does not.
 * @param first,second    the primitives' vertices in body coordinates [m]
 * @param pathFirst       motion of the first primitive's body, and
 * @param pathSecond      of the second's
 */
export function oracleFirstContact(
  kind: PairKind,
  first: Float64Array,
  pathFirst: RigidPath,
  second: Float64Array,
  pathSecond: RigidPath,
  separation = 0,
): number {
  const split = firstCount(kind);
  const total = vertexTotal(kind);
  const x0 = new Float64Array(12);
  const x1 = new Float64Array(12);
  const pathOf = (v: number): RigidPath => (v < split ? pathFirst : pathSecond);
  const bodyOf = (v: number): Float64Array => (v < split ? first : second);
  const offsetOf = (v: number): number => 3 * (v < split ? v : v - split);
  const placeAll = (x: Float64Array, t: number): number => {
    let doubt = 0;
    for (let v = 0; v < total; v++) {
      doubt = Math.max(doubt, positionAt(x, 3 * v, pathOf(v), bodyOf(v), offsetOf(v), t));
    }
    return doubt;
  };

  let t0 = 0;
  let stretches = 1;
  let firstGap = 0;
  const ends = [1];
  while (ends.length > 0) {
    const t1 = ends[ends.length - 1];
    const doubt = placeAll(x0, t0) + placeAll(x1, t1);
    const gap = certifiedGap(kind, x0) - 2 * doubt - separation;
    if (!(gap > 0)) return t0;
    if (t0 === 0) firstGap = gap;
    if (gap < NEAR * firstGap) return t0;

    let strayFirst = 0;
    let straySecond = 0;
    for (let v = 0; v < total; v++) {
      const stray = strayOver(pathOf(v), bodyOf(v), offsetOf(v), t0, t1, x0, x1, 3 * v);
      if (v < split) strayFirst = Math.max(strayFirst, stray);
      else straySecond = Math.max(straySecond, stray);
    }
    const stray = strayFirst + straySecond;
    const middle = 0.5 * (t0 + t1);
    const divisible = middle > t0 && middle < t1;
    if (stray >= REFINEMENT * gap && (stretches < MOST_STRETCHES || t0 === 0) && divisible) {
      ends.push(middle);
      stretches++;
      continue;
    }
    const time = linearFirstContact(kind, x0, x1, [0, 3, 6, 9], stray + separation);
    if (time <= 1) {
      const safe = t0 + time * (t1 - t0) * (1 - 4e-16);
      if (stretches >= MOST_STRETCHES && t0 > 0) return safe;
      stretches++;
      if (safe > t0) t0 = safe;
      else if (divisible) ends.push(middle);
      else return t0;
      continue;
    }
    ends.pop();
    t0 = t1;
  }
  return Infinity;
}
