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
// Where that falls short, directions that turn along are tried: turning.ts.
//
// Floating point: all is relative to the second body's origin. With S = (|q_a − q_b| + |u_a − u_b| + Σ ρ)
// (1 + w_a + w_b)² the room along n errs by less than 60 u S; we charge 2⁻⁴⁵ S = 256 u S.

import { cos, sin } from '../../num/elementary/index.ts';
import { closestDirection, widestDirection } from './direction.ts';
import { firstCount, type PairKind, vertexTotal } from './kind.ts';
import { provenByTurning } from './turning.ts';

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
/** A first step shorter than this looks like bodies that turn together. */
const SHORT = 0.1;

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

// Numbers that pass between the functions of a query. V8 boxes doubles that are given to or returned by
// functions it does not inline: six allocations a candidate, a third of its time.
const query = new Float64Array(6);
const clock = new Float64Array(1);
const SEPARATION = 0;
const KEEP = 1;
const REACH = 2;
/** The end of the time to look at, and in the end the earliest time. */
const UNTIL = 3;
/** The S of the rounding bound, while vertices are loaded. */
const SIZE = 4;
/** What a direction must leave between two vertices, and then for how long it does. */
const PROOF = 5;

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

/** Writes the arm R X of a vertex, and adds to the size of the candidate. */
function loadArm(at: number, vertices: Float64Array, vertex: number, motion: Float64Array, m: number): void {
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
  turned[at] = rx;
  turned[at + 1] = ry;
  turned[at + 2] = rz;
  query[SIZE] += Math.abs(rx) + Math.abs(ry) + Math.abs(rz);
}

/** Turns the arms from..to about their body's axis by the angle t w, where t is on the clock. */
function turnArms(body: number, from: number, to: number): void {
  const angle = clock[0] * speed[body];
  if (angle === 0) return;
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

/** min n·aᵢ − max n·bⱼ of the vertices followed last; NaN where one of them is. */
function placedGap(first: number, total: number): number {
  let least = place[0];
  for (let i = 1; i < first; i++) if (!(place[i] >= least)) least = place[i];
  let most = place[first];
  for (let j = first + 1; j < total; j++) if (!(place[j] <= most)) most = place[j];
  return least - most;
}

/** The first τ ≥ 0 with room + v τ − ½ m τ² = 0, for room > 0; Infinity where it is surely not before `enough`. */
function firstZero(room: number, v: number, m: number, enough: number): number {
  if (m <= 0) {
    if (v >= 0) return Infinity;
  } else if (room + (v - 0.5 * m * enough) * enough > 0) {
    return Infinity;
  }
  const discriminant = v * v + 2 * m * room;
  if (m <= 0 && discriminant < 0) return Infinity;
  const root = Math.sqrt(discriminant);
  return v > 0 ? (v + root) / m : (2 * room) / (root - v);
}

/**
 * For how long the normal at hand keeps every pair of vertices apart by query[PROOF], or until query[UNTIL];
 * written to query[PROOF].
 */
function proveTime(first: number, total: number, sign: number): void {
  const least = query[PROOF];
  const enough = query[UNTIL] - clock[0];
  const approach = sign * (normal[0] * drift[0] + normal[1] * drift[1] + normal[2] * drift[2]);
  const fastest = Math.max(speed[0], speed[1]);
  const sound = PI / fastest;
  let proven = enough;
  for (let j = first; j < total; j++) {
    for (let i = 0; i < first; i++) {
      const room = place[i] - place[j] - least;
      let time = firstZero(room, approach + rate[i] - rate[j], bend[i] + bend[j], enough);
      if (time > sound) time = sound;
      if (time < enough && fastest > 1) {
        const slowest = approach - rush[i] - rush[j];
        time = Math.max(time, slowest >= 0 ? Infinity : room / -slowest);
        const spinRoom = extreme[i] - extreme[j] - least;
        if (spinRoom > 0) time = Math.max(time, approach >= 0 ? Infinity : spinRoom / -approach);
      }
      // What is not a number proves nothing.
      if (!(time > 0)) time = 0;
      if (time < proven) proven = time;
    }
  }
  query[PROOF] = proven;
}

/** Writes where the loaded candidate's vertices are at the time on the clock. */
function placeVertices(first: number, total: number, firstBody: number, sign: number): void {
  turnArms(firstBody, 0, 3 * first);
  turnArms(1 - firstBody, 3 * first, 3 * total);
  const t = clock[0];
  const ox = sign * (apart[0] + t * drift[0]);
  const oy = sign * (apart[1] + t * drift[1]);
  const oz = sign * (apart[2] + t * drift[2]);
  for (let v = 0; v < 3 * first; v += 3) {
    here[v] = ox + turned[v];
    here[v + 1] = oy + turned[v + 1];
    here[v + 2] = oz + turned[v + 2];
  }
  for (let k = 3 * first; k < 3 * total; k++) here[k] = turned[k];
}

/** Lowers query[UNTIL] to the time until which the loaded candidate keeps its target. */
function advanceCandidate(kind: PairKind, firstBody: number): void {
  const first = firstCount(kind);
  const total = vertexTotal(kind);
  const sign = 1 - 2 * firstBody;
  const separation = query[SEPARATION];
  const until = query[UNTIL];
  const rounding = ROUNDING * query[SIZE] + TINY;
  let target = 0;
  let enough = separation;
  clock[0] = 0;

  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    placeVertices(first, total, firstBody, sign);
    closestDirection(normal, here, kind);
    followVertices(firstBody, 0, first, 1);
    followVertices(1 - firstBody, first, total, -1);
    let gap = placedGap(first, total) - rounding;
    if (!(gap > enough)) {
      widestDirection(normal, here, kind);
      followVertices(firstBody, 0, first, 1);
      followVertices(1 - firstBody, first, total, -1);
      gap = placedGap(first, total) - rounding;
    }
    if (iteration === 0) {
      const kept = query[KEEP] * Math.min(gap - separation, query[REACH]);
      target = separation + kept;
      enough = target + Math.max(kept, rounding);
    }
    if (!(gap > (iteration === 0 ? target : enough))) break;

    query[PROOF] = rounding + target;
    proveTime(first, total, sign);
    // Plain hits end in two or three steps; turning pays where the first step is short or many follow.
    const slow = iteration === 0 ? query[PROOF] < SHORT : iteration > 1;
    if (slow && clock[0] + query[PROOF] < until && (speed[0] > 0 || speed[1] > 0)) {
      // Up to 1 rather than `until`: times must not depend on the order of the candidates.
      const turning = provenByTurning(
        kind,
        first,
        total,
        normal,
        here,
        turned,
        omega,
        firstBody,
        drift,
        sign,
        rounding + target,
        1 - clock[0],
      );
      if (turning > query[PROOF]) query[PROOF] = turning;
    }
    const next = clock[0] + query[PROOF];
    if (next >= until) return;
    if (!(next > clock[0])) break;
    clock[0] = next;
  }
  query[UNTIL] = clock[0];
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
 * @param until                the end of the time to look at, 0 < until ≤ 1
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
  query[SEPARATION] = separation;
  query[KEEP] = keep;
  query[REACH] = reach;
  query[UNTIL] = until;
  const end = count * CANDIDATE_STRIDE;
  for (let at = 0; at < end; at += CANDIDATE_STRIDE) {
    const firstBody = candidates[at] >= FLIPPED ? 1 : 0;
    const kind = (candidates[at] & 3) as PairKind;
    const first = firstCount(kind);
    const total = vertexTotal(kind);
    query[SIZE] = travel;
    for (let v = 0; v < total; v++) {
      const vertex = candidates[at + 1 + v];
      if (v < first === (firstBody === 0)) loadArm(3 * v, verticesA, vertex, motionA, a);
      else loadArm(3 * v, verticesB, vertex, motionB, b);
    }
    const turns = 1 + speed[0] + speed[1];
    query[SIZE] *= turns * turns;
    advanceCandidate(kind, firstBody);
  }
  return query[UNTIL];
}

/** The part of the gap that counts as none: 2⁻³⁶. */
const NEARLY_NONE = 1.4551915228366852e-11;

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
