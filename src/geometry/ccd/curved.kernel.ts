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

// Portable (num/kernels/machine.ts); s is the record of a candidate (candidate.ts). A list of candidates is cut into
// chunks of fixed size. Each chunk starts at the same `until` and finds its own earliest time, so that the result
// does not depend on which thread takes which chunk.

import { cos, sin } from '../../num/elementary/index.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../num/kernels/machine.ts';
import {
  APART,
  ARMS,
  AXIS,
  BEND,
  CANDIDATE_SIZE,
  CANDIDATE_STRIDE,
  DRIFT,
  EXTREME,
  FLIPPED,
  HERE,
  NORMAL,
  OMEGA,
  PLACE,
  RATE,
  RUSH,
  SPEED,
  TRIAL,
  TURNED,
} from './candidate.ts';
import { closestDirection, putVector, widestDirection } from './direction.ts';
import { firstCount, vertexTotal } from './kind.ts';
import { provenByTurning } from './turning.ts';

/** What the room along a direction may err by, for motions of size one: 2⁻⁴⁵. */
const ROUNDING = 2.842170943040401e-14;
const TINY = 1e-290;
const ITERATIONS = 256;
/** A first step shorter than this looks like bodies that turn together. */
const SHORT = 0.1;

const TWO_OVER_PI: f64 = 2 / Math.PI;
const FOUR_OVER_PI_SQUARED: f64 = TWO_OVER_PI * TWO_OVER_PI;

/** Writes what holds for the pair of bodies with motions at a and b; returns how far apart they are and go. */
function loadBodies(s: i32, a: i32, b: i32): f64 {
  let travel: f64 = 0;
  for (let k = 0; k < 3; k++) {
    const apart = realAt(a + 9 + k) - realAt(b + 9 + k);
    const drift = realAt(a + 15 + k) - realAt(b + 15 + k);
    putReal(s + APART + k, apart);
    putReal(s + DRIFT + k, drift);
    travel += Math.abs(apart) + Math.abs(drift);
  }
  loadTurn(s, 0, a + 12);
  loadTurn(s, 1, b + 12);
  return travel;
}

function loadTurn(s: i32, body: i32, omega: i32): void {
  const x = realAt(omega);
  const y = realAt(omega + 1);
  const z = realAt(omega + 2);
  const w = Math.sqrt(x * x + y * y + z * z);
  // A turn whose square vanishes is far below rounding.
  const turns = w > 1e-100;
  putReal(s + SPEED + body, turns ? w : 0);
  putVector(s + OMEGA + 3 * body, turns ? x : 0, turns ? y : 0, turns ? z : 0);
  putVector(s + AXIS + 3 * body, turns ? x / w : 0, turns ? y / w : 0, turns ? z / w : 0);
}

/** Writes the arm R X of a vertex, as vertex v of the candidate, and returns its size. */
function loadArm(s: i32, v: i32, vertex: i32, m: i32): f64 {
  const x = realAt(vertex);
  const y = realAt(vertex + 1);
  const z = realAt(vertex + 2);
  const rx = realAt(m) * x + realAt(m + 1) * y + realAt(m + 2) * z;
  const ry = realAt(m + 3) * x + realAt(m + 4) * y + realAt(m + 5) * z;
  const rz = realAt(m + 6) * x + realAt(m + 7) * y + realAt(m + 8) * z;
  putVector(s + ARMS + 3 * v, rx, ry, rz);
  putVector(s + TURNED + 3 * v, rx, ry, rz);
  return Math.abs(rx) + Math.abs(ry) + Math.abs(rz);
}

/** Turns the arms of vertices from..to about their body's axis by the angle t w. */
function turnArms(s: i32, body: i32, from: i32, to: i32, t: f64): void {
  const angle = t * realAt(s + SPEED + body);
  if (angle === 0) return;
  const cosine = cos(angle);
  const sine = sin(angle);
  const axis = s + AXIS + 3 * body;
  const kx = realAt(axis);
  const ky = realAt(axis + 1);
  const kz = realAt(axis + 2);
  for (let v = from; v < to; v++) {
    const arm = s + ARMS + 3 * v;
    const x = realAt(arm);
    const y = realAt(arm + 1);
    const z = realAt(arm + 2);
    const along = (kx * x + ky * y + kz * z) * (1 - cosine);
    putVector(
      s + TURNED + 3 * v,
      cosine * x + sine * (ky * z - kz * y) + along * kx,
      cosine * y + sine * (kz * x - kx * z) + along * ky,
      cosine * z + sine * (kx * y - ky * x) + along * kz,
    );
  }
}

/** Writes where the candidate's vertices are at time t. */
function placeVertices(s: i32, kind: i32, firstBody: i32, t: f64): void {
  const first = firstCount(kind);
  const total = vertexTotal(kind);
  turnArms(s, firstBody, 0, first, t);
  turnArms(s, 1 - firstBody, first, total, t);
  const sign: f64 = 1 - 2 * firstBody;
  const ox = sign * (realAt(s + APART) + t * realAt(s + DRIFT));
  const oy = sign * (realAt(s + APART + 1) + t * realAt(s + DRIFT + 1));
  const oz = sign * (realAt(s + APART + 2) + t * realAt(s + DRIFT + 2));
  for (let v = 0; v < first; v++) {
    const arm = s + TURNED + 3 * v;
    putVector(s + HERE + 3 * v, ox + realAt(arm), oy + realAt(arm + 1), oz + realAt(arm + 2));
  }
  for (let k = 3 * first; k < 3 * total; k++) putReal(s + HERE + k, realAt(s + TURNED + k));
}

/** Along the normal: where vertices from..to are, and how they move and bend towards `side` (1 lower bounds, -1 upper). */
function followVertices(s: i32, body: i32, from: i32, to: i32, side: f64): void {
  const nx = realAt(s + NORMAL);
  const ny = realAt(s + NORMAL + 1);
  const nz = realAt(s + NORMAL + 2);
  const omega = s + OMEGA + 3 * body;
  const wx = realAt(omega);
  const wy = realAt(omega + 1);
  const wz = realAt(omega + 2);
  const w = realAt(s + SPEED + body);
  const fast = realAt(s + SPEED) > 1 || realAt(s + SPEED + 1) > 1;
  // n·(ω × r) = (n × ω)·r
  const mx = ny * wz - nz * wy;
  const my = nz * wx - nx * wz;
  const mz = nx * wy - ny * wx;
  const nw = nx * wx + ny * wy + nz * wz;
  for (let v = from; v < to; v++) {
    const arm = s + TURNED + 3 * v;
    const here = s + HERE + 3 * v;
    const x = realAt(arm);
    const y = realAt(arm + 1);
    const z = realAt(arm + 2);
    const place = nx * realAt(here) + ny * realAt(here + 1) + nz * realAt(here + 2);
    const speed = side * (mx * x + my * y + mz * z);
    const c = side * (w * w * (nx * x + ny * y + nz * z) - nw * (wx * x + wy * y + wz * z));
    putReal(s + PLACE + v, place);
    putReal(s + RATE + v, side * speed);
    putReal(s + BEND + v, (c > 0 ? c : FOUR_OVER_PI_SQUARED * c) + (speed > 0 ? TWO_OVER_PI * w * speed : 0));
    if (!fast) continue;
    const rush = w > 0 ? Math.sqrt(c * c + w * w * speed * speed) / w : 0;
    putReal(s + RUSH + v, rush);
    putReal(s + EXTREME + v, w > 0 ? place - side * (rush / w + c / (w * w)) : place);
  }
}

/** Follows all vertices along the normal and returns min n·aᵢ − max n·bⱼ; NaN where one of them is. */
function gapAlong(s: i32, kind: i32, firstBody: i32): f64 {
  const first = firstCount(kind);
  const total = vertexTotal(kind);
  followVertices(s, firstBody, 0, first, 1);
  followVertices(s, 1 - firstBody, first, total, -1);
  let least = realAt(s + PLACE);
  for (let i = 1; i < first; i++) {
    const place = realAt(s + PLACE + i);
    if (!(place >= least)) least = place;
  }
  let most = realAt(s + PLACE + first);
  for (let j = first + 1; j < total; j++) {
    const place = realAt(s + PLACE + j);
    if (!(place <= most)) most = place;
  }
  return least - most;
}

/** The first τ ≥ 0 with room + v τ − ½ m τ² = 0, for room > 0; Infinity where it is surely not before `enough`. */
function firstZero(room: f64, v: f64, m: f64, enough: f64): f64 {
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

/** For how long the normal keeps every pair of vertices apart by `least`, or `enough`. */
function provenTime(s: i32, kind: i32, firstBody: i32, least: f64, enough: f64): f64 {
  const first = firstCount(kind);
  const total = vertexTotal(kind);
  const n = s + NORMAL;
  const d = s + DRIFT;
  const sign: f64 = 1 - 2 * firstBody;
  const approach =
    sign * (realAt(n) * realAt(d) + realAt(n + 1) * realAt(d + 1) + realAt(n + 2) * realAt(d + 2));
  const fastest = Math.max(realAt(s + SPEED), realAt(s + SPEED + 1));
  const sound = Math.PI / fastest;
  let proven = enough;
  for (let j = first; j < total; j++) {
    for (let i = 0; i < first; i++) {
      const room = realAt(s + PLACE + i) - realAt(s + PLACE + j) - least;
      const v = approach + realAt(s + RATE + i) - realAt(s + RATE + j);
      let time = firstZero(room, v, realAt(s + BEND + i) + realAt(s + BEND + j), enough);
      if (time > sound) time = sound;
      if (time < enough && fastest > 1) {
        const slowest = approach - realAt(s + RUSH + i) - realAt(s + RUSH + j);
        time = Math.max(time, slowest >= 0 ? Infinity : room / -slowest);
        const spinRoom = realAt(s + EXTREME + i) - realAt(s + EXTREME + j) - least;
        if (spinRoom > 0) time = Math.max(time, approach >= 0 ? Infinity : spinRoom / -approach);
      }
      // What is not a number proves nothing.
      if (!(time > 0)) time = 0;
      if (time < proven) proven = time;
    }
  }
  return proven;
}

/** Whether the normal that stands there, of another candidate, proves as much as may be asked of the loaded one until then. */
function provenByFormer(s: i32, kind: i32, firstBody: i32, size: f64, args: i32, until: f64): boolean {
  const rounding = ROUNDING * size + TINY;
  const target = realAt(args) + realAt(args + 1) * realAt(args + 2);
  placeVertices(s, kind, firstBody, 0);
  if (!(gapAlong(s, kind, firstBody) - rounding > target)) return false;
  return provenTime(s, kind, firstBody, rounding + target, until) >= until;
}

/**
 * The time until which the loaded candidate keeps its target, or `until`.
 * @param size  the S of the rounding bound
 * @param args  separation, keep and reach
 */
function advanceCandidate(s: i32, kind: i32, firstBody: i32, size: f64, args: i32, until: f64): f64 {
  const separation = realAt(args);
  const rounding = ROUNDING * size + TINY;
  const turns = realAt(s + SPEED) > 0 || realAt(s + SPEED + 1) > 0;
  let target: f64 = 0;
  let enough = separation;
  let clock: f64 = 0;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    placeVertices(s, kind, firstBody, clock);
    closestDirection(s + NORMAL, s + HERE, kind);
    let gap = gapAlong(s, kind, firstBody) - rounding;
    if (!(gap > enough)) {
      widestDirection(s + NORMAL, s + HERE, kind, s + TRIAL);
      gap = gapAlong(s, kind, firstBody) - rounding;
    }
    if (iteration === 0) {
      const kept = realAt(args + 1) * Math.min(gap - separation, realAt(args + 2));
      target = separation + kept;
      enough = target + Math.max(kept, rounding);
    }
    if (!(gap > (iteration === 0 ? target : enough))) break;

    let proof = provenTime(s, kind, firstBody, rounding + target, until - clock);
    // Plain hits end in two or three steps; turning pays where the first step is short or many follow.
    const slow = iteration === 0 ? proof < SHORT : iteration > 1;
    if (slow && clock + proof < until && turns) {
      // Up to 1 rather than `until`: times must not depend on the order of the candidates.
      const turning = provenByTurning(s, kind, firstBody, rounding + target, 1 - clock);
      if (turning > proof) proof = turning;
    }
    const next = clock + proof;
    if (next >= until) return until;
    if (!(next > clock)) break;
    clock = next;
  }
  return clock;
}

/**
 * Writes the earliest time of a chunk of candidates to results[chunk]: see RigidCollision.
 * @param args  separation, keep, reach, until; then whole numbers: body-frame vertices, motions of a and of b,
 *              candidates, how many, how many a chunk, records, results
 */
export function advanceRigidChunk(args: i32, chunk: i32): void {
  const given = 2 * args + 8;
  const vertices = wholeAt(given);
  const motionA = wholeAt(given + 1);
  const motionB = wholeAt(given + 2);
  const candidates = wholeAt(given + 3);
  const count = wholeAt(given + 4);
  const most = wholeAt(given + 5);
  const s = wholeAt(given + 6) + CANDIDATE_SIZE * chunk;
  const travel = loadBodies(s, motionA, motionB);
  const turns = 1 + realAt(s + SPEED) + realAt(s + SPEED + 1);
  const end = Math.min(count, (chunk + 1) * most) | 0;
  let until = realAt(args + 3);
  // what lies between the bodies at one candidate often does so at the next: its normal is tried first
  let normalOf = -1;
  for (let c = chunk * most; c < end; c++) {
    const at = candidates + CANDIDATE_STRIDE * c;
    const firstBody = wholeAt(at) >= FLIPPED ? 1 : 0;
    const kind = wholeAt(at) & 3;
    const first = firstCount(kind);
    const total = vertexTotal(kind);
    let size = travel;
    for (let v = 0; v < total; v++) {
      const isOfA = v < first === (firstBody === 0);
      size += loadArm(s, v, vertices + 3 * wholeAt(at + 1 + v), isOfA ? motionA : motionB);
    }
    size *= turns * turns;
    if (normalOf >= 0) {
      if (normalOf !== firstBody)
        for (let k = 0; k < 3; k++) putReal(s + NORMAL + k, -realAt(s + NORMAL + k));
      normalOf = firstBody;
      if (provenByFormer(s, kind, firstBody, size, args, until)) continue;
    }
    until = advanceCandidate(s, kind, firstBody, size, args, until);
    normalOf = firstBody;
  }
  putReal(wholeAt(given + 7) + chunk, until);
}
