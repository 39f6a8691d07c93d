// Proof of a gap by a direction that turns: for bodies that turn together, and for edges that turn apart.
//
// A direction fixed in the world loses two bodies that lean on each other and tilt: the far ends of their
// primitives move along it quickly though nothing moves between them. A direction that turns with constant ν,
// n(τ) = exp(τ[ν]) n, follows them. A vertex z(τ) = p + τ u + exp(τ[ω]) r stands along it at n·y(τ) with
// y = exp(−τ[ν]) z, and by Taylor's formula, with δ = ω − ν,
//
//   n·y ≥ n·z + τ n·y′ + ½ τ² n·y″ − ⅙ K τ³         y′ = z′ − ν×z,   y″ = z″ − 2ν×z′ + ν×(ν×z)
//   K = ρ (|ν| + |ω|) |δ| (|δ| + |ν|) + |ν|³ (|p| + |u|) + 3 |ν|² |u|  ≥ |y‴|     for τ ≤ 1
//
// since (exp(−τ[ν]) exp(τ[ω]))′ = exp(−τ[ν]) [δ] exp(τ[ω]), and so on: K vanishes where a body turns with
// the direction. Tried are the turns of both bodies and, for edges, the one that stays orthogonal to both.

// Portable (num/kernels/machine.ts); s is the record of a candidate (candidate.ts).

import { type f64, type i32, putReal, realAt } from '../../num/kernels/machine.ts';
import {
  DRIFT,
  HERE,
  NORMAL,
  NU,
  OMEGA,
  TURNED,
  TURNING_CURVE,
  TURNING_RATE,
  TURNING_THIRD,
} from './candidate.ts';
import { putVector } from './direction.ts';
import { EDGE_EDGE, firstCount, vertexTotal } from './kind.ts';

function length(x: f64, y: f64, z: f64): f64 {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Writes n·y′, n·y″ and K of vertices from..to of a body, moving by `move` times the drift. */
function follow(s: i32, from: i32, to: i32, body: i32, move: f64): void {
  const n = s + NORMAL;
  const nu = s + NU;
  const w = s + OMEGA + 3 * body;
  const drift = s + DRIFT;
  const nx = realAt(n);
  const ny = realAt(n + 1);
  const nz = realAt(n + 2);
  const vx = realAt(nu);
  const vy = realAt(nu + 1);
  const vz = realAt(nu + 2);
  const wx = realAt(w);
  const wy = realAt(w + 1);
  const wz = realAt(w + 2);
  const ux = move * realAt(drift);
  const uy = move * realAt(drift + 1);
  const uz = move * realAt(drift + 2);
  // n·(ν × a) = (n × ν)·a
  const mx = ny * vz - nz * vy;
  const my = nz * vx - nx * vz;
  const mz = nx * vy - ny * vx;
  const turn = length(vx, vy, vz);
  const slip = length(wx - vx, wy - vy, wz - vz);
  const spread = (turn + length(wx, wy, wz)) * slip * (slip + turn);
  const drifting = length(ux, uy, uz);
  for (let i = from; i < to; i++) {
    const z = s + HERE + 3 * i;
    const r = s + TURNED + 3 * i;
    const zx = realAt(z);
    const zy = realAt(z + 1);
    const zz = realAt(z + 2);
    const rx = realAt(r);
    const ry = realAt(r + 1);
    const rz = realAt(r + 2);
    // q = ω × r, z′ = u + q, z″ = ω × q
    const qx = wy * rz - wz * ry;
    const qy = wz * rx - wx * rz;
    const qz = wx * ry - wy * rx;
    const dx = ux + qx;
    const dy = uy + qy;
    const dz = uz + qz;
    // ν × z
    const cx = vy * zz - vz * zy;
    const cy = vz * zx - vx * zz;
    const cz = vx * zy - vy * zx;
    putReal(s + TURNING_RATE + i, nx * (dx - cx) + ny * (dy - cy) + nz * (dz - cz));
    putReal(
      s + TURNING_CURVE + i,
      nx * (wy * qz - wz * qy) +
        ny * (wz * qx - wx * qz) +
        nz * (wx * qy - wy * qx) -
        2 * (mx * dx + my * dy + mz * dz) +
        (mx * cx + my * cy + mz * cz),
    );
    const place = length(zx - rx, zy - ry, zz - rz);
    putReal(
      s + TURNING_THIRD + i,
      spread * length(rx, ry, rz) + turn * turn * (turn * (place + drifting) + 3 * drifting),
    );
  }
}

/** The first τ ≤ end with room + v τ + ½ w τ² − ⅙ k τ³ = 0 or before it, bounding τ³ by end · τ². */
function firstZeroBefore(room: f64, v: f64, w: f64, k: f64, end: f64): f64 {
  const m = (k * end) / 3 - w;
  if (m > 0 ? room + (v - 0.5 * m * end) * end > 0 : v >= 0) return end;
  const discriminant = v * v + 2 * m * room;
  if (discriminant < 0) return end;
  const root = Math.sqrt(discriminant);
  return Math.min(end, v > 0 ? (v + root) / m : (2 * room) / (root - v));
}

/** For how long, up to `enough` ≤ 1, every pair of vertices stays `least` apart along n turning by ν. */
function proven(s: i32, first: i32, total: i32, least: f64, enough: f64): f64 {
  const n = s + NORMAL;
  const rates = s + TURNING_RATE;
  const curves = s + TURNING_CURVE;
  const thirds = s + TURNING_THIRD;
  let all = enough;
  for (let j = first; j < total; j++) {
    for (let i = 0; i < first; i++) {
      const a = s + HERE + 3 * i;
      const b = s + HERE + 3 * j;
      const dx = realAt(a) - realAt(b);
      const dy = realAt(a + 1) - realAt(b + 1);
      const dz = realAt(a + 2) - realAt(b + 2);
      const room = realAt(n) * dx + realAt(n + 1) * dy + realAt(n + 2) * dz - least;
      const v = realAt(rates + i) - realAt(rates + j);
      const w = realAt(curves + i) - realAt(curves + j);
      const k = realAt(thirds + i) + realAt(thirds + j);
      let time = firstZeroBefore(room, v, w, k, enough);
      // A shorter horizon makes the cubic term smaller.
      if (time < enough) time = Math.max(time, firstZeroBefore(room, v, w, k, Math.min(enough, 2 * time)));
      if (!(room > 0) || !(time > 0)) return 0;
      if (time < all) all = time;
    }
  }
  return all;
}

/**
 * Writes the turn ν ⟂ n that keeps n orthogonal to both edges: (ω_a − ν)·(a × n) = 0 and the same for b.
 * False where the edges are too nearly parallel for that to be a moderate turn.
 */
function putEdgesTurn(s: i32, firstBody: i32): boolean {
  const n = s + NORMAL;
  const here = s + HERE;
  const wa = s + OMEGA + 3 * firstBody;
  const wb = s + OMEGA + 3 - 3 * firstBody;
  const nx = realAt(n);
  const ny = realAt(n + 1);
  const nz = realAt(n + 2);
  const ax = realAt(here + 3) - realAt(here);
  const ay = realAt(here + 4) - realAt(here + 1);
  const az = realAt(here + 5) - realAt(here + 2);
  const bx = realAt(here + 9) - realAt(here + 6);
  const by = realAt(here + 10) - realAt(here + 7);
  const bz = realAt(here + 11) - realAt(here + 8);
  const alpha =
    realAt(wa) * (ay * nz - az * ny) +
    realAt(wa + 1) * (az * nx - ax * nz) +
    realAt(wa + 2) * (ax * ny - ay * nx);
  const beta =
    realAt(wb) * (by * nz - bz * ny) +
    realAt(wb + 1) * (bz * nx - bx * nz) +
    realAt(wb + 2) * (bx * ny - by * nx);
  // In the plane of a and b: ν = (β a − α b) / (n·(a × b)) solves both, as a·(b × n) = n·(a × b).
  const area = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
  const x = (beta * ax - alpha * bx) / area;
  const y = (beta * ay - alpha * by) / area;
  const z = (beta * az - alpha * bz) / area;
  putVector(s + NU, x, y, z);
  let most: f64 = 0;
  for (let k = 0; k < 6; k++) most += Math.abs(realAt(s + OMEGA + k));
  return Math.abs(x) + Math.abs(y) + Math.abs(z) <= 2 * most;
}

/** For how long, up to `enough` ≤ 1, some turning direction that starts as the normal keeps the pair `least` apart. */
export function provenByTurning(s: i32, kind: i32, firstBody: i32, least: f64, enough: f64): f64 {
  const first = firstCount(kind);
  const total = vertexTotal(kind);
  let best: f64 = 0;
  for (let attempt = 0; attempt < 3 && best < enough; attempt++) {
    if (attempt === 2) {
      if (kind !== EDGE_EDGE || !putEdgesTurn(s, firstBody)) break;
    } else {
      const w = s + OMEGA + 3 * (attempt === 0 ? 1 - firstBody : firstBody);
      putVector(s + NU, realAt(w), realAt(w + 1), realAt(w + 2));
    }
    follow(s, 0, first, firstBody, 1 - 2 * firstBody);
    follow(s, first, total, 1 - firstBody, 0);
    best = Math.max(best, proven(s, first, total, least, enough));
  }
  return best;
}
