// How far two rigid bodies may go before the gap of a pair of their primitives shrinks too much.
//
// Over t ∈ [0, 1] a body turns about a fixed axis through its origin and moves straight:
//
//   x(t) = q + t u + exp(t[ω]) r,      r = R X
//
// As for straight lines (linear.ts) a direction n proves a stretch of time. Along n a vertex at
// time t + τ stands at  n·x + τ n·u + D(τ)  with, for w = |ω|, s = n·(ω × r), c = −n·(ω × (ω × r)),
//
//   D(τ) = (s/w) sin wτ − (c/w²)(1 − cos wτ)  ≥  s τ − ½ m τ²        while wτ ≤ π
//   m = (c > 0 ? c : 4c/π²) + (s > 0 ? 2ws/π : 0)
//
// by sin x ≤ x, sin x ≥ x − x²/π and 2x²/π² ≤ 1 − cos x ≤ x²/2 on [0, π]. So each pair of vertices
// keeps its target until the first root of a quadratic. This sees that a vertex which turns away
// from the other body stays away, so one evaluation proves a whole step of sliding, of a pin in its
// bearing or of a wheel past its track, where speed bounds take dozens. For spins of radians a
// step two cruder bounds are tried as well: D's speed is at most a w, and D(τ) ≥ −a − c/w², with
// a = √(c² + w²s²)/w² the radius as seen along n.
//
// Floating point: all is relative to the second body's origin. With S = |q_a − q_b| + |u_a − u_b| +
// Σ ρ(1 + w)² the room along n errs by less than 40 u S; we charge 2⁻⁴⁵ S.

import { cos, sin } from '../../num/elementary.ts';
import { closestDirection, separationAlong, widestDirection } from './direction.ts';
import { firstCount, type PairKind, vertexTotal } from './kind.ts';

/** Numbers of a motion: R (9, row-major), q (3) [m], ω (3) [rad per unit time], u (3) [m per unit time]. */
export const MOTION_STRIDE = 18;

/** Numbers of a candidate: kind (+ FLIPPED), then four vertices, first primitive first. */
export const CANDIDATE_STRIDE = 5;

/** Added to a candidate's kind where the first primitive is of the second body. */
export const FLIPPED = 4;

/** What the room along a direction may err by, for motions of size one: 2⁻⁴⁵. */
const ROUNDING = 2.842170943040401e-14;
const TINY = 1e-290;
const ITERATIONS = 256;

const PI = Math.PI;
const TWO_OVER_PI = 2 / PI;
const FOUR_OVER_PI_SQUARED = TWO_OVER_PI * TWO_OVER_PI;

// The pair of bodies at hand: index 0 is body a, 1 is body b.
const axis = new Float64Array(6);
const omega = new Float64Array(6);
const speed = new Float64Array(2);
/** q_a − q_b and u_a − u_b. */
const apart = new Float64Array(3);
const drift = new Float64Array(3);
let travel = 0;

// The candidate at hand: its vertices relative to their body's origin at the start and at time t, and
// relative to the second body's origin at time t.
const arms = new Float64Array(12);
const turned = new Float64Array(12);
const here = new Float64Array(12);
const normal = new Float64Array(3);

// Per vertex along the normal: place, speed, curvature m; for fast spins speed bound and extreme place.
const place = new Float64Array(4);
const rate = new Float64Array(4);
const bend = new Float64Array(4);
const rush = new Float64Array(4);
const extreme = new Float64Array(4);

function loadPair(motionA: Float64Array, a: number, motionB: Float64Array, b: number): void {
  travel = 0;
  for (let k = 0; k < 3; k++) {
    apart[k] = motionA[a + 9 + k] - motionB[b + 9 + k];
    drift[k] = motionA[a + 15 + k] - motionB[b + 15 + k];
    omega[k] = motionA[a + 12 + k];
    omega[3 + k] = motionB[b + 12 + k];
    travel += Math.abs(apart[k]) + Math.abs(drift[k]);
  }
  for (let body = 0; body < 2; body++) {
    const k = 3 * body;
    const w = Math.sqrt(omega[k] * omega[k] + omega[k + 1] * omega[k + 1] + omega[k + 2] * omega[k + 2]);
    // A turn whose square vanishes is far below rounding.
    const turns = w > 1e-100;
    speed[body] = turns ? w : 0;
    for (let i = k; i < k + 3; i++) {
      omega[i] = turns ? omega[i] : 0;
      axis[i] = turns ? omega[i] / w : 0;
    }
  }
}

/** Writes the arm R X of a vertex and returns its length in the 1-norm. */
function loadArm(
  at: number,
  vertices: Float64Array,
  vertex: number,
  motion: Float64Array,
  m: number,
): number {
  const v = 3 * vertex;
  const x = vertices[v];
  const y = vertices[v + 1];
  const z = vertices[v + 2];
  const rx = motion[m] * x + motion[m + 1] * y + motion[m + 2] * z;
  const ry = motion[m + 3] * x + motion[m + 4] * y + motion[m + 5] * z;
  const rz = motion[m + 6] * x + motion[m + 7] * y + motion[m + 8] * z;
  arms[at] = rx;
  arms[at + 1] = ry;
  arms[at + 2] = rz;
  return Math.abs(rx) + Math.abs(ry) + Math.abs(rz);
}

/** Turns the arms from..to about their body's axis by the angle t w. */
function turnArms(body: number, from: number, to: number, t: number): void {
  const angle = t * speed[body];
  if (angle === 0) {
    for (let k = from; k < to; k++) turned[k] = arms[k];
    return;
  }
  const cosine = cos(angle);
  const sine = sin(angle);
  const kx = axis[3 * body];
  const ky = axis[3 * body + 1];
  const kz = axis[3 * body + 2];
  for (let v = from; v < to; v += 3) {
    const x = arms[v];
    const y = arms[v + 1];
    const z = arms[v + 2];
    const along = (kx * x + ky * y + kz * z) * (1 - cosine);
    turned[v] = cosine * x + sine * (ky * z - kz * y) + along * kx;
    turned[v + 1] = cosine * y + sine * (kz * x - kx * z) + along * ky;
    turned[v + 2] = cosine * z + sine * (kx * y - ky * x) + along * kz;
  }
}

/** Along the normal: where vertices from..to are, and how they move and bend towards `side` (1 lower bounds, -1 upper). */
function followVertices(body: number, from: number, to: number, side: number): void {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const wx = omega[3 * body];
  const wy = omega[3 * body + 1];
  const wz = omega[3 * body + 2];
  const w = speed[body];
  const fast = speed[0] > 1 || speed[1] > 1;
  // n·(ω × r) = (n × ω)·r
  const mx = ny * wz - nz * wy;
  const my = nz * wx - nx * wz;
  const mz = nx * wy - ny * wx;
  const nw = nx * wx + ny * wy + nz * wz;
  for (let v = from; v < to; v++) {
    const x = turned[3 * v];
    const y = turned[3 * v + 1];
    const z = turned[3 * v + 2];
    place[v] = nx * here[3 * v] + ny * here[3 * v + 1] + nz * here[3 * v + 2];
    const s = side * (mx * x + my * y + mz * z);
    const c = side * (w * w * (nx * x + ny * y + nz * z) - nw * (wx * x + wy * y + wz * z));
    rate[v] = side * s;
    bend[v] = (c > 0 ? c : FOUR_OVER_PI_SQUARED * c) + (s > 0 ? TWO_OVER_PI * w * s : 0);
    if (!fast) continue;
    rush[v] = w > 0 ? Math.sqrt(c * c + w * w * s * s) / w : 0;
    extreme[v] = w > 0 ? place[v] - side * (rush[v] / w + c / (w * w)) : place[v];
  }
}

/** The first τ ≥ 0 with room + v τ − ½ m τ² = 0, for room > 0; Infinity where there is none. */
function firstZero(room: number, v: number, m: number): number {
  const discriminant = v * v + 2 * m * room;
  if (m <= 0 && (v >= 0 || discriminant < 0)) return Infinity;
  const root = Math.sqrt(discriminant);
  return v > 0 ? (v + root) / m : (2 * room) / (root - v);
}

/** The longest τ for which the normal at hand keeps every pair of vertices at `target`. */
function provenTime(first: number, total: number, sign: number, rounding: number, target: number): number {
  const approach = sign * (normal[0] * drift[0] + normal[1] * drift[1] + normal[2] * drift[2]);
  const fastest = Math.max(speed[0], speed[1]);
  let proven = Infinity;
  for (let j = first; j < total; j++) {
    for (let i = 0; i < first; i++) {
      const room = place[i] - place[j] - rounding - target;
      let time = Math.min(PI / fastest, firstZero(room, approach + rate[i] - rate[j], bend[i] + bend[j]));
      if (time < 1 && fastest > 1) {
        const slowest = approach - rush[i] - rush[j];
        time = Math.max(time, slowest >= 0 ? Infinity : room / -slowest);
        const spinRoom = extreme[i] - extreme[j] - rounding - target;
        if (spinRoom > 0) time = Math.max(time, approach >= 0 ? Infinity : spinRoom / -approach);
      }
      proven = Math.min(proven, time);
    }
  }
  return proven;
}

/** The time up to `until` until which the loaded candidate keeps its target. */
function advanceCandidate(
  kind: PairKind,
  firstBody: number,
  size: number,
  separation: number,
  keep: number,
  reach: number,
  until: number,
): number {
  const first = firstCount(kind);
  const total = vertexTotal(kind);
  const sign = 1 - 2 * firstBody;
  const rounding = ROUNDING * size + TINY;
  let t = 0;
  let target = 0;
  let enough = separation;

  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    turnArms(firstBody, 0, 3 * first, t);
    turnArms(1 - firstBody, 3 * first, 3 * total, t);
    const ox = sign * (apart[0] + t * drift[0]);
    const oy = sign * (apart[1] + t * drift[1]);
    const oz = sign * (apart[2] + t * drift[2]);
    for (let v = 0; v < 3 * first; v += 3) {
      here[v] = ox + turned[v];
      here[v + 1] = oy + turned[v + 1];
      here[v + 2] = oz + turned[v + 2];
    }
    for (let k = 3 * first; k < 3 * total; k++) here[k] = turned[k];

    closestDirection(normal, here, kind);
    let gap = separationAlong(normal, here, kind) - rounding;
    if (!(gap > enough)) {
      widestDirection(normal, here, kind);
      gap = separationAlong(normal, here, kind) - rounding;
    }
    if (iteration === 0) {
      if (!(gap > separation)) return 0;
      const kept = keep * Math.min(gap - separation, reach);
      target = separation + kept;
      enough = target + Math.max(kept, rounding);
    }
    if (!(gap > (iteration === 0 ? target : enough))) return t;

    followVertices(firstBody, 0, first, 1);
    followVertices(1 - firstBody, first, total, -1);
    const next = t + provenTime(first, total, sign, rounding, target);
    if (next >= until) return until;
    if (!(next > t)) return t;
    t = next;
  }
  return t;
}

/**
 * The time until which every candidate pair of two bodies keeps apart: gaps stay at or above
 * separation + keep · min(first gap − separation, reach). Pass the earliest time of the pairs already
 * looked at as `until`: what happens later is not computed.
 * @param verticesA,verticesB  body-frame positions [m]
 * @param motionA,motionB      motions (MOTION_STRIDE numbers each), at offsets a and b
 * @param candidates           CANDIDATE_STRIDE integers each; vertices are indices, not offsets
 * @param separation           the gap [m] that must never be reached
 * @param keep                 the fraction of the gap above `separation` to keep, 0 ≤ keep < 1
 * @param reach                gaps beyond this [m] count as this: the activation distance
 */
export function rigidAdvance(
  verticesA: Float64Array,
  motionA: Float64Array,
  a: number,
  verticesB: Float64Array,
  motionB: Float64Array,
  b: number,
  candidates: Int32Array,
  count: number,
  separation: number,
  keep: number,
  reach: number,
  until: number,
): number {
  loadPair(motionA, a, motionB, b);
  let earliest = until;
  const end = count * CANDIDATE_STRIDE;
  for (let at = 0; at < end && earliest > 0; at += CANDIDATE_STRIDE) {
    const firstBody = candidates[at] >= FLIPPED ? 1 : 0;
    const kind = (candidates[at] & 3) as PairKind;
    const first = firstCount(kind);
    const total = vertexTotal(kind);
    let size = travel;
    for (let v = 0; v < total; v++) {
      const isA = v < first === (firstBody === 0);
      const vertex = candidates[at + 1 + v];
      const length = isA
        ? loadArm(3 * v, verticesA, vertex, motionA, a)
        : loadArm(3 * v, verticesB, vertex, motionB, b);
      const w = 1 + speed[isA ? 0 : 1];
      size += length * w * w;
    }
    earliest = advanceCandidate(kind, firstBody, size, separation, keep, reach, earliest);
  }
  return earliest;
}

/** The part of the gap that counts as none: 2⁻³⁰. */
const NEARLY_NONE = 9.313225746154785e-10;

/**
 * When the candidates of two bodies first come within `separation`, never later than the true time;
 * Infinity where they do not until t = 1. See `rigidAdvance`.
 */
export function rigidFirstContact(
  verticesA: Float64Array,
  motionA: Float64Array,
  a: number,
  verticesB: Float64Array,
  motionB: Float64Array,
  b: number,
  candidates: Int32Array,
  count: number,
  separation = 0,
): number {
  const safe = rigidAdvance(
    verticesA,
    motionA,
    a,
    verticesB,
    motionB,
    b,
    candidates,
    count,
    separation,
    NEARLY_NONE,
    Infinity,
    1,
  );
  return safe < 1 ? safe : Infinity;
}
