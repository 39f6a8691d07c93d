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

import { EDGE_EDGE, type PairKind } from './kind.ts';

const nu = new Float64Array(3);
const rate = new Float64Array(4);
const curve = new Float64Array(4);
const third = new Float64Array(4);

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Writes n·y′, n·y″ and K of vertices from..to of a body with turn ω at `w`, moving by `move` times the drift. */
function follow(
  from: number,
  to: number,
  normal: Float64Array,
  here: Float64Array,
  arms: Float64Array,
  omega: Float64Array,
  w: number,
  drift: Float64Array,
  move: number,
): void {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const vx = nu[0];
  const vy = nu[1];
  const vz = nu[2];
  const wx = omega[w];
  const wy = omega[w + 1];
  const wz = omega[w + 2];
  const ux = move * drift[0];
  const uy = move * drift[1];
  const uz = move * drift[2];
  // n·(ν × a) = (n × ν)·a
  const mx = ny * vz - nz * vy;
  const my = nz * vx - nx * vz;
  const mz = nx * vy - ny * vx;
  const turn = length(vx, vy, vz);
  const slip = length(wx - vx, wy - vy, wz - vz);
  const spread = (turn + length(wx, wy, wz)) * slip * (slip + turn);
  const drifting = length(ux, uy, uz);
  for (let i = from; i < to; i++) {
    const zx = here[3 * i];
    const zy = here[3 * i + 1];
    const zz = here[3 * i + 2];
    const rx = arms[3 * i];
    const ry = arms[3 * i + 1];
    const rz = arms[3 * i + 2];
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
    rate[i] = nx * (dx - cx) + ny * (dy - cy) + nz * (dz - cz);
    curve[i] =
      nx * (wy * qz - wz * qy) +
      ny * (wz * qx - wx * qz) +
      nz * (wx * qy - wy * qx) -
      2 * (mx * dx + my * dy + mz * dz) +
      (mx * cx + my * cy + mz * cz);
    const place = length(zx - rx, zy - ry, zz - rz);
    third[i] = spread * length(rx, ry, rz) + turn * turn * (turn * (place + drifting) + 3 * drifting);
  }
}

/** The first τ ≤ end with room + v τ + ½ w τ² − ⅙ k τ³ = 0 or before it, bounding τ³ by end · τ². */
function firstZeroBefore(room: number, v: number, w: number, k: number, end: number): number {
  const m = (k * end) / 3 - w;
  if (m > 0 ? room + (v - 0.5 * m * end) * end > 0 : v >= 0) return end;
  const discriminant = v * v + 2 * m * room;
  if (discriminant < 0) return end;
  const root = Math.sqrt(discriminant);
  return Math.min(end, v > 0 ? (v + root) / m : (2 * room) / (root - v));
}

/** For how long, up to `enough` ≤ 1, every pair of vertices stays `least` apart along n turning by ν. */
function proven(
  first: number,
  total: number,
  normal: Float64Array,
  here: Float64Array,
  least: number,
  enough: number,
): number {
  let all = enough;
  for (let j = first; j < total; j++) {
    for (let i = 0; i < first; i++) {
      const dx = here[3 * i] - here[3 * j];
      const dy = here[3 * i + 1] - here[3 * j + 1];
      const dz = here[3 * i + 2] - here[3 * j + 2];
      const room = normal[0] * dx + normal[1] * dy + normal[2] * dz - least;
      const v = rate[i] - rate[j];
      const w = curve[i] - curve[j];
      const k = third[i] + third[j];
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
function writeEdgesTurn(
  normal: Float64Array,
  here: Float64Array,
  omega: Float64Array,
  wa: number,
  wb: number,
): boolean {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const ax = here[3] - here[0];
  const ay = here[4] - here[1];
  const az = here[5] - here[2];
  const bx = here[9] - here[6];
  const by = here[10] - here[7];
  const bz = here[11] - here[8];
  const alpha =
    omega[wa] * (ay * nz - az * ny) +
    omega[wa + 1] * (az * nx - ax * nz) +
    omega[wa + 2] * (ax * ny - ay * nx);
  const beta =
    omega[wb] * (by * nz - bz * ny) +
    omega[wb + 1] * (bz * nx - bx * nz) +
    omega[wb + 2] * (bx * ny - by * nx);
  // In the plane of a and b: ν = (β a − α b) / (n·(a × b)) solves both, as a·(b × n) = n·(a × b).
  const area = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
  nu[0] = (beta * ax - alpha * bx) / area;
  nu[1] = (beta * ay - alpha * by) / area;
  nu[2] = (beta * az - alpha * bz) / area;
  const most =
    2 *
    (Math.abs(omega[0]) +
      Math.abs(omega[1]) +
      Math.abs(omega[2]) +
      Math.abs(omega[3]) +
      Math.abs(omega[4]) +
      Math.abs(omega[5]));
  return Math.abs(nu[0]) + Math.abs(nu[1]) + Math.abs(nu[2]) <= most;
}

/**
 * For how long, up to `enough` ≤ 1, some turning direction that starts as `normal` keeps the pair `least` apart.
 * @param here       vertices relative to the second primitive's body, and
 * @param arms       relative to their own body's origin
 * @param omega      turns of bodies 0 and 1; firstBody is the one of the first primitive
 * @param drift      velocity of body 0 against body 1, times `sign` that of the first primitive's body
 */
export function provenByTurning(
  kind: PairKind,
  first: number,
  total: number,
  normal: Float64Array,
  here: Float64Array,
  arms: Float64Array,
  omega: Float64Array,
  firstBody: number,
  drift: Float64Array,
  sign: number,
  least: number,
  enough: number,
): number {
  const wa = 3 * firstBody;
  const wb = 3 - wa;
  let best = 0;
  for (let attempt = 0; attempt < 3 && best < enough; attempt++) {
    if (attempt === 2) {
      if (kind !== EDGE_EDGE || !writeEdgesTurn(normal, here, omega, wa, wb)) break;
    } else {
      const w = attempt === 0 ? wb : wa;
      for (let k = 0; k < 3; k++) nu[k] = omega[w + k];
    }
    follow(0, first, normal, here, arms, omega, wa, drift, sign);
    follow(first, total, normal, here, arms, omega, wb, drift, 0);
    best = Math.max(best, proven(first, total, normal, here, least, enough));
  }
  return best;
}
