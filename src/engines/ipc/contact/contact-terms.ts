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
import type { PairTerms } from '../solve/pair-terms.ts';
import { type ContactPoint, setMotion } from './contact-point.ts';

const g = new Float64Array(12);
const z1 = new Float64Array(12);
const z2 = new Float64Array(12);
const c12 = new Float64Array(12);

/** What of the Hessian is wanted: all of it, that with each pair's block made positive semidefinite, or none. */
export type HessianPart = 'full' | 'projected' | 'none';

/** Derivatives of one contact's κ m(c) b(d). */
export class BarrierDerivatives {
  /** κ m b'(d) and κ m b''(d). */
  slope = 0;
  curvature = 0;
  /** κ b(d) and κ b'(d), and m'(c) and m''(c), which are zero where the mollifier is 1. */
  plain = 0;
  plainSlope = 0;
  m1 = 0;
  m2 = 0;
}

/** The arms of the pair's a and b, M of addSandwich, and D. */
const arms = new Float64Array(6);
const m = new Float64Array(6);
const apart = new Float64Array(3);

/**
 * Adds a contact's gradient and Hessian to the terms of pair i.
 * @param x  world positions [m]
 */
export function addContactTerms(
  x: Float64Array,
  p: ContactPoint,
  barrier: BarrierDerivatives,
  part: HessianPart,
  terms: PairTerms,
  i: number,
): void {
  const { slope, plain, m1 } = barrier;
  const f = p.first;
  setMotion(g, f, p, p.nx, p.ny, p.nz);
  for (let k = 0; k < 12; k++) terms.gradients[12 * i + k] += slope * g[k];
  const mollified = m1 !== 0 && p.kind === EDGE_EDGE;
  if (mollified) addMollifierGradient(x, p, plain * m1, terms.gradients, 12 * i);
  if (part === 'none' || terms.blockAt[i] < 0) return;

  const block = terms.blocks;
  const at = terms.blockAt[i];
  const k = slope / p.d;
  const ofFirst = f / 2;
  const ofSecond = 3 - ofFirst;
  arms[ofFirst] = p.fx;
  arms[ofFirst + 1] = p.fy;
  arms[ofFirst + 2] = p.fz;
  arms[ofSecond] = p.sx;
  arms[ofSecond + 1] = p.sy;
  arms[ofSecond + 2] = p.sz;
  // JᵀJ and ∇d∇dᵀ together; which body is first does not matter, they are the same for −J
  const along = barrier.curvature - k;
  const tx = along * p.nx;
  const ty = along * p.ny;
  const tz = along * p.nz;
  m[0] = tx * p.nx + k;
  m[1] = tx * p.ny;
  m[2] = tx * p.nz;
  m[3] = ty * p.ny + k;
  m[4] = ty * p.nz;
  m[5] = tz * p.nz + k;
  addSandwich(block, at, arms, m);
  apart[0] = p.d * p.nx;
  apart[1] = p.d * p.ny;
  apart[2] = p.d * p.nz;
  addTurning(block, at + 13 * (f + 3), k, apart, 0, arms, ofFirst);
  addTurning(block, at + 13 * (9 - f), -k, apart, 0, arms, ofSecond);
  subtractSliding(x, p, k, block, at);
  if (mollified) {
    addSymmetricOuter(block, at, g, c12, barrier.plainSlope * m1);
    addOuter(block, at, c12, plain * barrier.m2);
    addMollifierCurvature(x, p, plain * m1, block, at);
  }
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
