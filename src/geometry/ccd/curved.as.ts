// How far two rigid bodies may go: see rigidAdvance in curved.ts, the twin, where the bounds are explained.
//
// A list of candidates is cut into chunks of fixed size. Each chunk starts at the same `until` and finds its own
// earliest time, so that the result does not depend on which thread takes which chunk.

import { cos, sin } from '../../num/elementary/trigonometric';
import { X, Y, Z, closestDirection, firstCount, put, vertexTotal, widestDirection } from './direction.part.as';
import { provenByTurning } from './turning.part.as';

const ROUNDING: f64 = 2.842170943040401e-14;
const TINY: f64 = 1e-290;
const ITERATIONS: i32 = 256;
const SHORT: f64 = 0.1;
const PI: f64 = 3.141592653589793;
const TWO_OVER_PI: f64 = 2 / PI;
const FOUR_OVER_PI_SQUARED: f64 = TWO_OVER_PI * TWO_OVER_PI;

// Bytes in the scratch of a chunk. The pair of bodies: axis and ω of both, speeds, q_a − q_b, u_a − u_b.
const AXIS: usize = 0;
const OMEGA: usize = 48;
const SPEED: usize = 96;
const APART: usize = 112;
const DRIFT: usize = 136;
// The candidate: its vertices relative to their body at first and now, and relative to the second body now.
const ARMS: usize = 160;
const TURNED: usize = 256;
const HERE: usize = 352;
const NORMAL: usize = 448;
const TRIAL: usize = 472;
// Per vertex along the normal.
const PLACE: usize = 496;
const RATE: usize = 528;
const BEND: usize = 560;
const RUSH: usize = 592;
const EXTREME: usize = 624;
const TURNING: usize = 656;
/** Bytes of scratch a chunk; curved-kernel.ts knows it too. */
const SCRATCH_BYTES: usize = 832;

/** Writes what holds for the pair of bodies, and returns how far apart they are and how far they go. */
function loadPair(s: usize, a: usize, b: usize): f64 {
  let travel: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const apart = load<f64>(a + k, 72) - load<f64>(b + k, 72);
    const drift = load<f64>(a + k, 120) - load<f64>(b + k, 120);
    store<f64>(s + k, apart, APART);
    store<f64>(s + k, drift, DRIFT);
    store<f64>(s + k, load<f64>(a + k, 96), OMEGA);
    store<f64>(s + k, load<f64>(b + k, 96), OMEGA + 24);
    travel += Math.abs(apart) + Math.abs(drift);
  }
  for (let body: usize = 0; body < 2; body++) {
    const at = s + 24 * body;
    const x = load<f64>(at, OMEGA), y = load<f64>(at, OMEGA + 8), z = load<f64>(at, OMEGA + 16);
    const w = Math.sqrt(x * x + y * y + z * z);
    if (w > 1e-100) {
      store<f64>(s + 8 * body, w, SPEED);
      put(at + AXIS, x / w, y / w, z / w);
    } else {
      store<f64>(s + 8 * body, 0, SPEED);
      put(at + AXIS, 0, 0, 0);
      put(at + OMEGA, 0, 0, 0);
    }
  }
  return travel;
}

/** Writes the arm R X of a vertex and returns its size. */
// @ts-ignore: decorator
@inline
function loadArm(at: usize, vertex: usize, m: usize): f64 {
  const x = X(vertex), y = Y(vertex), z = Z(vertex);
  const rx = load<f64>(m) * x + load<f64>(m, 8) * y + load<f64>(m, 16) * z;
  const ry = load<f64>(m, 24) * x + load<f64>(m, 32) * y + load<f64>(m, 40) * z;
  const rz = load<f64>(m, 48) * x + load<f64>(m, 56) * y + load<f64>(m, 64) * z;
  put(at + ARMS, rx, ry, rz);
  put(at + TURNED, rx, ry, rz);
  return Math.abs(rx) + Math.abs(ry) + Math.abs(rz);
}

function turnArms(s: usize, body: usize, from: usize, to: usize, t: f64): void {
  const angle = t * load<f64>(s + 8 * body, SPEED);
  if (angle == 0) return;
  const cosine = cos(angle);
  const sine = sin(angle);
  const axis = s + AXIS + 24 * body;
  const kx = X(axis), ky = Y(axis), kz = Z(axis);
  for (let v = s + 24 * from; v < s + 24 * to; v += 24) {
    const x = X(v + ARMS), y = Y(v + ARMS), z = Z(v + ARMS);
    const along = (kx * x + ky * y + kz * z) * (1 - cosine);
    put(
      v + TURNED,
      cosine * x + sine * (ky * z - kz * y) + along * kx,
      cosine * y + sine * (kz * x - kx * z) + along * ky,
      cosine * z + sine * (kx * y - ky * x) + along * kz,
    );
  }
}

/** Along the normal: where vertices from..to are, and how they move and bend towards `side`. */
function followVertices(s: usize, body: usize, from: usize, to: usize, side: f64, fast: bool): void {
  const nx = X(s + NORMAL), ny = Y(s + NORMAL), nz = Z(s + NORMAL);
  const omega = s + OMEGA + 24 * body;
  const wx = X(omega), wy = Y(omega), wz = Z(omega);
  const w = load<f64>(s + 8 * body, SPEED);
  const mx = ny * wz - nz * wy;
  const my = nz * wx - nx * wz;
  const mz = nx * wy - ny * wx;
  const nw = nx * wx + ny * wy + nz * wz;
  for (let v = from; v < to; v++) {
    const at = s + 24 * v;
    const own = s + 8 * v;
    const x = X(at + TURNED), y = Y(at + TURNED), z = Z(at + TURNED);
    const place = nx * X(at + HERE) + ny * Y(at + HERE) + nz * Z(at + HERE);
    store<f64>(own, place, PLACE);
    const speed = side * (mx * x + my * y + mz * z);
    const c = side * (w * w * (nx * x + ny * y + nz * z) - nw * (wx * x + wy * y + wz * z));
    store<f64>(own, side * speed, RATE);
    store<f64>(own, (c > 0 ? c : FOUR_OVER_PI_SQUARED * c) + (speed > 0 ? TWO_OVER_PI * w * speed : 0), BEND);
    if (!fast) continue;
    const rush = w > 0 ? Math.sqrt(c * c + w * w * speed * speed) / w : 0;
    store<f64>(own, rush, RUSH);
    store<f64>(own, w > 0 ? place - side * (rush / w + c / (w * w)) : place, EXTREME);
  }
}

/** Follows all vertices along the normal and returns the gap it shows. */
function gapAlong(s: usize, first: i32, total: i32, firstBody: i32, fast: bool): f64 {
  followVertices(s, firstBody, 0, first, 1, fast);
  followVertices(s, 1 - firstBody, first, total, -1, fast);
  let least = load<f64>(s, PLACE);
  for (let i = 1; i < first; i++) {
    const place = load<f64>(s + (<usize>i << 3), PLACE);
    if (!(place >= least)) least = place;
  }
  let most = load<f64>(s + (<usize>first << 3), PLACE);
  for (let j = first + 1; j < total; j++) {
    const place = load<f64>(s + (<usize>j << 3), PLACE);
    if (!(place <= most)) most = place;
  }
  return least - most;
}

// @ts-ignore: decorator
@inline
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
function proveTime(s: usize, first: i32, total: i32, sign: f64, least: f64, enough: f64): f64 {
  const n = s + NORMAL;
  const d = s + DRIFT;
  const approach = sign * (X(n) * X(d) + Y(n) * Y(d) + Z(n) * Z(d));
  const fastest = Math.max(load<f64>(s, SPEED), load<f64>(s, SPEED + 8));
  const sound = PI / fastest;
  let proven = enough;
  for (let j = first; j < total; j++) {
    const two = s + (<usize>j << 3);
    for (let i = 0; i < first; i++) {
      const one = s + (<usize>i << 3);
      const room = load<f64>(one, PLACE) - load<f64>(two, PLACE) - least;
      const v = approach + load<f64>(one, RATE) - load<f64>(two, RATE);
      let time = firstZero(room, v, load<f64>(one, BEND) + load<f64>(two, BEND), enough);
      if (time > sound) time = sound;
      if (time < enough && fastest > 1) {
        const slowest = approach - load<f64>(one, RUSH) - load<f64>(two, RUSH);
        time = Math.max(time, slowest >= 0 ? Infinity : room / -slowest);
        const spinRoom = load<f64>(one, EXTREME) - load<f64>(two, EXTREME) - least;
        if (spinRoom > 0) time = Math.max(time, approach >= 0 ? Infinity : spinRoom / -approach);
      }
      if (!(time > 0)) time = 0;
      if (time < proven) proven = time;
    }
  }
  return proven;
}

/** Writes where the candidate's vertices are at time t. */
function placeVertices(s: usize, first: i32, total: i32, firstBody: i32, sign: f64, t: f64): void {
  turnArms(s, firstBody, 0, first, t);
  turnArms(s, 1 - firstBody, first, total, t);
  const ox = sign * (load<f64>(s, APART) + t * load<f64>(s, DRIFT));
  const oy = sign * (load<f64>(s, APART + 8) + t * load<f64>(s, DRIFT + 8));
  const oz = sign * (load<f64>(s, APART + 16) + t * load<f64>(s, DRIFT + 16));
  for (let v = s; v < s + 24 * <usize>first; v += 24) {
    put(v + HERE, ox + X(v + TURNED), oy + Y(v + TURNED), oz + Z(v + TURNED));
  }
  for (let v = s + 24 * <usize>first; v < s + 24 * <usize>total; v += 24) {
    put(v + HERE, X(v + TURNED), Y(v + TURNED), Z(v + TURNED));
  }
}

/** The time until which the loaded candidate keeps its target, or `until`. */
function advanceCandidate(
  s: usize, kind: i32, firstBody: i32, size: f64, separation: f64, keep: f64, reach: f64, until: f64,
): f64 {
  const first = firstCount(kind);
  const total = vertexTotal(kind);
  const sign: f64 = 1 - 2 * <f64>firstBody;
  const rounding = ROUNDING * size + TINY;
  const turns = load<f64>(s, SPEED) > 0 || load<f64>(s, SPEED + 8) > 0;
  const fast = load<f64>(s, SPEED) > 1 || load<f64>(s, SPEED + 8) > 1;
  let target: f64 = 0;
  let enough = separation;
  let clock: f64 = 0;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    placeVertices(s, first, total, firstBody, sign, clock);
    closestDirection(s + NORMAL, s + HERE, kind);
    let gap = gapAlong(s, first, total, firstBody, fast) - rounding;
    if (!(gap > enough)) {
      widestDirection(s + NORMAL, s + HERE, kind, s + TRIAL);
      gap = gapAlong(s, first, total, firstBody, fast) - rounding;
    }
    if (iteration == 0) {
      const kept = keep * Math.min(gap - separation, reach);
      target = separation + kept;
      enough = target + Math.max(kept, rounding);
    }
    if (!(gap > (iteration == 0 ? target : enough))) break;

    let proof = proveTime(s, first, total, sign, rounding + target, until - clock);
    const slow = iteration == 0 ? proof < SHORT : iteration > 1;
    if (slow && clock + proof < until && turns) {
      const turning = provenByTurning(
        s + TURNING, kind, first, total, s + NORMAL, s + HERE, s + TURNED, s + OMEGA,
        firstBody, s + DRIFT, sign, rounding + target, 1 - clock,
      );
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
 * Writes the earliest time of chunk `chunk` of a list to results[chunk].
 * @param args  separation, keep, reach, until (f64); then i32: body-frame vertices, motions of a and of b, candidates,
 *              how many, how many a chunk, scratch, results
 */
export function advanceRigidChunk(args: usize, chunk: i32): void {
  const separation = load<f64>(args);
  const keep = load<f64>(args, 8);
  const reach = load<f64>(args, 16);
  let until = load<f64>(args, 24);
  const vertices = <usize>load<i32>(args, 32);
  const motionA = <usize>load<i32>(args, 36);
  const motionB = <usize>load<i32>(args, 40);
  const candidates = <usize>load<i32>(args, 44);
  const size = load<i32>(args, 52);
  const end = min(load<i32>(args, 48), (chunk + 1) * size);
  const s = <usize>load<i32>(args, 56) + <usize>chunk * SCRATCH_BYTES;
  const travel = loadPair(s, motionA, motionB);
  const turns = 1 + load<f64>(s, SPEED) + load<f64>(s, SPEED + 8);
  for (let c = chunk * size; c < end; c++) {
    const at = candidates + 20 * <usize>c;
    const code = load<i32>(at);
    const firstBody = code >= 4 ? 1 : 0;
    const kind = code & 3;
    const first = firstCount(kind);
    const total = vertexTotal(kind);
    let extent = travel;
    for (let v = 0; v < total; v++) {
      const vertex = vertices + 24 * <usize>load<i32>(at + (<usize>v << 2), 4);
      extent += loadArm(s + 24 * <usize>v, vertex, (v < first) == (firstBody == 0) ? motionA : motionB);
    }
    until = advanceCandidate(s, kind, firstBody, extent * (turns * turns), separation, keep, reach, until);
  }
  store<f64>(<usize>load<i32>(args, 60) + (<usize>chunk << 3), until);
}
