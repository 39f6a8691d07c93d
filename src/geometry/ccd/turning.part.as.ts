// Proof of a gap by a direction that turns: see turning.ts, the twin.

import { EDGE_EDGE, X, Y, Z, put } from './direction.part.as';

/** Scratch, in bytes: ν, then of each vertex rate, curve and third derivative. */
const RATE: usize = 24;
const CURVE: usize = 56;
const THIRD: usize = 88;

// @ts-ignore: decorator
@inline
function length(x: f64, y: f64, z: f64): f64 {
  return Math.sqrt(x * x + y * y + z * z);
}

function follow(
  scratch: usize, from: usize, to: usize, n: usize, here: usize, arms: usize, w: usize, drift: usize, move: f64,
): void {
  const nx = X(n), ny = Y(n), nz = Z(n);
  const vx = X(scratch), vy = Y(scratch), vz = Z(scratch);
  const wx = X(w), wy = Y(w), wz = Z(w);
  const ux = move * X(drift), uy = move * Y(drift), uz = move * Z(drift);
  const mx = ny * vz - nz * vy;
  const my = nz * vx - nx * vz;
  const mz = nx * vy - ny * vx;
  const turn = length(vx, vy, vz);
  const slip = length(wx - vx, wy - vy, wz - vz);
  const spread = (turn + length(wx, wy, wz)) * slip * (slip + turn);
  const drifting = length(ux, uy, uz);
  for (let i = from; i < to; i++) {
    const z = here + 24 * i;
    const r = arms + 24 * i;
    const zx = X(z), zy = Y(z), zz = Z(z);
    const rx = X(r), ry = Y(r), rz = Z(r);
    const qx = wy * rz - wz * ry;
    const qy = wz * rx - wx * rz;
    const qz = wx * ry - wy * rx;
    const dx = ux + qx;
    const dy = uy + qy;
    const dz = uz + qz;
    const cx = vy * zz - vz * zy;
    const cy = vz * zx - vx * zz;
    const cz = vx * zy - vy * zx;
    const own = scratch + (i << 3);
    store<f64>(own, nx * (dx - cx) + ny * (dy - cy) + nz * (dz - cz), RATE);
    store<f64>(
      own,
      nx * (wy * qz - wz * qy) + ny * (wz * qx - wx * qz) + nz * (wx * qy - wy * qx)
        - 2 * (mx * dx + my * dy + mz * dz) + (mx * cx + my * cy + mz * cz),
      CURVE,
    );
    const place = length(zx - rx, zy - ry, zz - rz);
    store<f64>(own, spread * length(rx, ry, rz) + turn * turn * (turn * (place + drifting) + 3 * drifting), THIRD);
  }
}

function firstZeroBefore(room: f64, v: f64, w: f64, k: f64, end: f64): f64 {
  const m = (k * end) / 3 - w;
  if (m > 0 ? room + (v - 0.5 * m * end) * end > 0 : v >= 0) return end;
  const discriminant = v * v + 2 * m * room;
  if (discriminant < 0) return end;
  const root = Math.sqrt(discriminant);
  return Math.min(end, v > 0 ? (v + root) / m : (2 * room) / (root - v));
}

function proven(scratch: usize, first: usize, total: usize, n: usize, here: usize, least: f64, enough: f64): f64 {
  let all = enough;
  for (let j = first; j < total; j++) {
    for (let i: usize = 0; i < first; i++) {
      const a = here + 24 * i;
      const b = here + 24 * j;
      const dx = X(a) - X(b), dy = Y(a) - Y(b), dz = Z(a) - Z(b);
      const room = X(n) * dx + Y(n) * dy + Z(n) * dz - least;
      const one = scratch + (i << 3);
      const two = scratch + (j << 3);
      const v = load<f64>(one, RATE) - load<f64>(two, RATE);
      const w = load<f64>(one, CURVE) - load<f64>(two, CURVE);
      const k = load<f64>(one, THIRD) + load<f64>(two, THIRD);
      let time = firstZeroBefore(room, v, w, k, enough);
      if (time < enough) time = Math.max(time, firstZeroBefore(room, v, w, k, Math.min(enough, 2 * time)));
      if (!(room > 0) || !(time > 0)) return 0;
      if (time < all) all = time;
    }
  }
  return all;
}

function writeEdgesTurn(nu: usize, n: usize, here: usize, omega: usize, wa: usize, wb: usize): bool {
  const nx = X(n), ny = Y(n), nz = Z(n);
  const ax = X(here + 24) - X(here), ay = Y(here + 24) - Y(here), az = Z(here + 24) - Z(here);
  const bx = X(here + 72) - X(here + 48), by = Y(here + 72) - Y(here + 48), bz = Z(here + 72) - Z(here + 48);
  const alpha = X(wa) * (ay * nz - az * ny) + Y(wa) * (az * nx - ax * nz) + Z(wa) * (ax * ny - ay * nx);
  const beta = X(wb) * (by * nz - bz * ny) + Y(wb) * (bz * nx - bx * nz) + Z(wb) * (bx * ny - by * nx);
  const area = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
  put(nu, (beta * ax - alpha * bx) / area, (beta * ay - alpha * by) / area, (beta * az - alpha * bz) / area);
  const other = omega + 24;
  const most = 2 * (Math.abs(X(omega)) + Math.abs(Y(omega)) + Math.abs(Z(omega))
    + Math.abs(X(other)) + Math.abs(Y(other)) + Math.abs(Z(other)));
  return Math.abs(X(nu)) + Math.abs(Y(nu)) + Math.abs(Z(nu)) <= most;
}

/** `scratch` is 15 numbers. */
export function provenByTurning(
  scratch: usize, kind: i32, first: i32, total: i32, normal: usize, here: usize, arms: usize, omega: usize,
  firstBody: i32, drift: usize, sign: f64, least: f64, enough: f64,
): f64 {
  const wa = omega + 24 * <usize>firstBody;
  const wb = omega + 24 * <usize>(1 - firstBody);
  let best: f64 = 0;
  for (let attempt = 0; attempt < 3 && best < enough; attempt++) {
    if (attempt == 2) {
      if (kind != EDGE_EDGE || !writeEdgesTurn(scratch, normal, here, omega, wa, wb)) break;
    } else {
      const w = attempt == 0 ? wb : wa;
      put(scratch, X(w), Y(w), Z(w));
    }
    follow(scratch, 0, first, normal, here, arms, wa, drift, sign);
    follow(scratch, first, total, normal, here, arms, wb, drift, 0);
    best = Math.max(best, proven(scratch, first, total, normal, here, least, enough));
  }
  return best;
}
