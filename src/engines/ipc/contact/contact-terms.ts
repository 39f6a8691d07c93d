// Gradient and Hessian of one contact's barrier κ m(c) b(d) in the coordinates of its two bodies.
//
// Every Newton iteration is centred on the present pose, so a body moves as R = exp([ω])R₀, q = q₀ + u
// and all derivatives are taken at ω = 0: with r = x − q a point moves by u + ω×r + ½ω×(ω×r). The
// distance is the minimum of |D|, D = c_F − c_S, over the parameters p of the closest points, so
//
//   ∇d  = (n, r_F×n, −n, −r_S×n)                                 n = D/d
//   ∇²d = (JᵀJ + D·J' − Z (EᵀE)⁻¹ Zᵀ − ∇d∇dᵀ) / d
//
// where J is the derivative of D, D·J' its turning terms, the columns of E the edges along which the
// closest points may slide, and Z = ∂²(½|D|²)/∂(pose)∂p. This needs no derivative over vertices: a
// 12×12 Hessian costs at most seven outer products. It is the exact Hessian (checked against finite
// differences and against geometry/distance in contact-terms.test.ts).
//
// m(c) is the mollifier of parallel edges, c = |a×b|² [m⁴]; of ∇²c only the part KᵀK is kept,
// K = ∂(a×b)/∂ω, which is all of it at c = 0 where it matters.

import { EDGE_EDGE, POINT_EDGE, POINT_TRIANGLE } from '../../../geometry/ccd/index.ts';
import { addOuter, addSandwich, addSymmetricOuter, addTurning } from '../solve/blocks.ts';

const g = new Float64Array(12);
const z1 = new Float64Array(12);
const z2 = new Float64Array(12);
const c12 = new Float64Array(12);

/** What of the Hessian is wanted: all of it, that with each pair's block made positive semidefinite, or none. */
export type HessianPart = 'full' | 'projected' | 'none';

/** One contact, filled in by its caller and read here at once. */
export interface ContactPoint {
  kind: number;
  /** Offsets of the four vertices in x. */
  i0: number;
  i1: number;
  i2: number;
  i3: number;
  /** Weights of the four vertices in D: the first primitive's sum to 1, the second's to -1, unused ones are 0. */
  w0: number;
  w1: number;
  w2: number;
  w3: number;
  /** Distance [m] and unit normal from the second body to the first. */
  d: number;
  nx: number;
  ny: number;
  nz: number;
  /** Closest point of the first body relative to its centre, and of the second to its own. */
  fx: number;
  fy: number;
  fz: number;
  sx: number;
  sy: number;
  sz: number;
  /** Position of the first body in the pair's coordinates: 0 or 6. */
  first: number;
}

/**
 * Adds a contact's gradient and Hessian.
 * @param x         world positions [m]
 * @param slope     κ m b'(d), @param curvature κ m b''(d)
 * @param energy    κ b(d); with m1 = m'(c), m2 = m''(c) zero where the mollifier is 1
 */
export function addContactTerms(
  x: Float64Array,
  p: ContactPoint,
  slope: number,
  curvature: number,
  energy: number,
  unmollifiedSlope: number,
  m1: number,
  m2: number,
  part: HessianPart,
  gradient: Float64Array,
  gradientAt: number,
  block: Float64Array,
  blockAt: number,
): void {
  const f = p.first;
  const s = 6 - f;
  setMotion(g, f, p, p.nx, p.ny, p.nz);
  for (let k = 0; k < 12; k++) gradient[gradientAt + k] += slope * g[k];
  const mollified = m1 !== 0 && p.kind === EDGE_EDGE;
  if (mollified) addMollifierGradient(x, p, energy * m1, gradient, gradientAt);
  if (part === 'none') return;

  const k = slope / p.d;
  // JᵀJ and ∇d∇dᵀ together; which body is first does not matter, they are the same for −J
  const along = curvature - k;
  const tx = along * p.nx;
  const ty = along * p.ny;
  const tz = along * p.nz;
  const flipped = f !== 0;
  addSandwich(
    block,
    blockAt,
    flipped ? p.sx : p.fx,
    flipped ? p.sy : p.fy,
    flipped ? p.sz : p.fz,
    flipped ? p.fx : p.sx,
    flipped ? p.fy : p.sy,
    flipped ? p.fz : p.sz,
    tx * p.nx + k,
    tx * p.ny,
    tx * p.nz,
    ty * p.ny + k,
    ty * p.nz,
    tz * p.nz + k,
  );
  const dx = p.d * p.nx;
  const dy = p.d * p.ny;
  const dz = p.d * p.nz;
  addTurning(block, blockAt, f + 3, k, dx, dy, dz, p.fx, p.fy, p.fz);
  addTurning(block, blockAt, s + 3, -k, dx, dy, dz, p.sx, p.sy, p.sz);
  subtractSliding(x, p, k, block, blockAt);
  if (mollified) {
    addSymmetricOuter(block, blockAt, g, c12, unmollifiedSlope * m1);
    addOuter(block, blockAt, c12, energy * m2);
    addMollifierCurvature(x, p, energy * m1, block, blockAt);
  }
}

/** v = ((e), (r_F×e), −(e), −(r_S×e)): how n·D changes with the pose for a fixed direction e. */
export function setMotion(
  v: Float64Array,
  f: number,
  p: ContactPoint,
  ex: number,
  ey: number,
  ez: number,
): void {
  const s = 6 - f;
  v[f] = ex;
  v[f + 1] = ey;
  v[f + 2] = ez;
  v[f + 3] = p.fy * ez - p.fz * ey;
  v[f + 4] = p.fz * ex - p.fx * ez;
  v[f + 5] = p.fx * ey - p.fy * ex;
  v[s] = -ex;
  v[s + 1] = -ey;
  v[s + 2] = -ez;
  v[s + 3] = p.sz * ey - p.sy * ez;
  v[s + 4] = p.sx * ez - p.sz * ex;
  v[s + 5] = p.sy * ex - p.sx * ey;
}

/** Subtracts k Z(EᵀE)⁻¹Zᵀ for the edges along which the closest points slide. */
function subtractSliding(x: Float64Array, p: ContactPoint, k: number, block: Float64Array, at: number): void {
  let count = 0;
  if (p.kind === POINT_TRIANGLE) {
    if (p.w1 !== 0 && p.w2 !== 0) count = slideAlong(count, x, p, p.i1, p.i2, false);
    if (p.w1 !== 0 && p.w3 !== 0) count = slideAlong(count, x, p, p.i1, p.i3, false);
    if (p.w1 === 0 && p.w2 !== 0 && p.w3 !== 0) count = slideAlong(count, x, p, p.i2, p.i3, false);
  } else if (p.kind === EDGE_EDGE) {
    if (p.w0 !== 0 && p.w1 !== 0) count = slideAlong(count, x, p, p.i0, p.i1, true);
    if (p.w2 !== 0 && p.w3 !== 0) count = slideAlong(count, x, p, p.i2, p.i3, false);
  } else if (p.kind === POINT_EDGE) {
    if (p.w1 !== 0 && p.w2 !== 0) count = slideAlong(count, x, p, p.i1, p.i2, false);
  }
  if (count === 0) return;
  const g11 = edges[0] * edges[0] + edges[1] * edges[1] + edges[2] * edges[2];
  if (g11 === 0) return;
  addOuter(block, at, z1, -k / g11);
  if (count === 1) return;
  const g12 = edges[0] * edges[3] + edges[1] * edges[4] + edges[2] * edges[5];
  const g22 = edges[3] * edges[3] + edges[4] * edges[4] + edges[5] * edges[5];
  const rest = g22 - (g12 * g12) / g11;
  if (rest <= 1e-12 * g22) return; // parallel: the second edge adds no new direction
  const project = g12 / g11;
  for (let i = 0; i < 12; i++) z2[i] -= project * z1[i];
  addOuter(block, at, z2, -k / rest);
}

const edges = new Float64Array(6);

/** Writes the edge and its column of Z; returns how many there are now. */
function slideAlong(
  count: number,
  x: Float64Array,
  p: ContactPoint,
  i: number,
  j: number,
  ofFirst: boolean,
): number {
  const sign = ofFirst ? 1 : -1;
  const ex = sign * (x[j] - x[i]);
  const ey = sign * (x[j + 1] - x[i + 1]);
  const ez = sign * (x[j + 2] - x[i + 2]);
  const z = count === 0 ? z1 : z2;
  edges[3 * count] = ex;
  edges[3 * count + 1] = ey;
  edges[3 * count + 2] = ez;
  setMotion(z, p.first, p, ex, ey, ez);
  // the edge turns with its own body: D·(ω×E) = ω·(E×D)
  const at = (ofFirst ? p.first : 6 - p.first) + 3;
  z[at] += p.d * (ey * p.nz - ez * p.ny);
  z[at + 1] += p.d * (ez * p.nx - ex * p.nz);
  z[at + 2] += p.d * (ex * p.ny - ey * p.nx);
  return count + 1;
}

/** gradient += scale ∇c, and leaves ∇c in c12. ∇c over ω_F is 2 a×(b×(a×b)), the opposite over ω_S. */
function addMollifierGradient(
  x: Float64Array,
  p: ContactPoint,
  scale: number,
  gradient: Float64Array,
  at: number,
): void {
  const ax = x[p.i1] - x[p.i0];
  const ay = x[p.i1 + 1] - x[p.i0 + 1];
  const az = x[p.i1 + 2] - x[p.i0 + 2];
  const bx = x[p.i3] - x[p.i2];
  const by = x[p.i3 + 1] - x[p.i2 + 1];
  const bz = x[p.i3 + 2] - x[p.i2 + 2];
  const cx = ay * bz - az * by;
  const cy = az * bx - ax * bz;
  const cz = ax * by - ay * bx;
  const ex = by * cz - bz * cy;
  const ey = bz * cx - bx * cz;
  const ez = bx * cy - by * cx;
  c12.fill(0);
  const f = p.first + 3;
  const s = 9 - p.first;
  c12[f] = 2 * (ay * ez - az * ey);
  c12[f + 1] = 2 * (az * ex - ax * ez);
  c12[f + 2] = 2 * (ax * ey - ay * ex);
  for (let k = 0; k < 3; k++) c12[s + k] = -c12[f + k];
  for (let k = 0; k < 12; k++) gradient[at + k] += scale * c12[k];
}

/** block += 2 scale KᵀK on the relative rotation, KᵀK = |a|² bbᵀ − (a·b)(abᵀ + baᵀ) + (a·b)² I. */
function addMollifierCurvature(
  x: Float64Array,
  p: ContactPoint,
  scale: number,
  block: Float64Array,
  at: number,
): void {
  a3[0] = x[p.i1] - x[p.i0];
  a3[1] = x[p.i1 + 1] - x[p.i0 + 1];
  a3[2] = x[p.i1 + 2] - x[p.i0 + 2];
  b3[0] = x[p.i3] - x[p.i2];
  b3[1] = x[p.i3 + 1] - x[p.i2 + 1];
  b3[2] = x[p.i3 + 2] - x[p.i2 + 2];
  const aa = a3[0] * a3[0] + a3[1] * a3[1] + a3[2] * a3[2];
  const ab = a3[0] * b3[0] + a3[1] * b3[1] + a3[2] * b3[2];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const m =
        2 * scale * (aa * b3[i] * b3[j] - ab * (a3[i] * b3[j] + b3[i] * a3[j]) + (i === j ? ab * ab : 0));
      if (j >= i) {
        block[at + 12 * (3 + i) + 3 + j] += m;
        block[at + 12 * (9 + i) + 9 + j] += m;
      }
      block[at + 12 * (3 + i) + 9 + j] -= m;
    }
  }
}
const a3 = new Float64Array(3);
const b3 = new Float64Array(3);
