// Lagged smoothed Coulomb friction.
//
//   D = Σ μ λ f₀(|u|),   f₀' = f₁(y) = 2y/ε − y²/ε² for y < ε, 1 beyond
//
// λ, the tangent plane and the contact points are those of the last pass; u is the slip since the
// step began, in that plane, between the two material points that were closest then. f₀ is convex,
// so its Hessian μλ [f₁/|u| (I − ûûᵀ) + f₁' ûûᵀ] never spoils the descent. Li et al. 2020, eqs. (11)–(18).

import { addOuter } from './blocks.ts';
import { type ContactPoint, setMotion } from './contact-terms.ts';

/** Numbers a friction contact keeps. */
const size = 16;

export class FrictionSet {
  count = 0;
  /** μλ [kg m]; body-frame points (3 + 3); tangents (3 + 3); ε [m]; pair; which body is first. */
  data = new Float64Array(64 * size);
  /** Where each pair's contacts begin. */
  start = new Int32Array(65);

  clear(pairs: number): void {
    this.count = 0;
    if (this.start.length < pairs + 1) this.start = new Int32Array(2 * (pairs + 1));
  }

  /** Adds one contact; `force` is μλ, points in body coordinates of the pair's a and b, tangents in the world. */
  add(force: number, pa: Float64Array, pb: Float64Array, tangents: Float64Array, epsilon: number): void {
    if ((this.count + 1) * size > this.data.length) {
      const data = new Float64Array(2 * this.data.length);
      data.set(this.data);
      this.data = data;
    }
    const at = this.count * size;
    this.data[at] = force;
    for (let k = 0; k < 3; k++) {
      this.data[at + 1 + k] = pa[k];
      this.data[at + 4 + k] = pb[k];
    }
    for (let k = 0; k < 6; k++) this.data[at + 7 + k] = tangents[k];
    this.data[at + 13] = epsilon;
    this.count++;
  }
}

/** Poses at the step's start and now, as the slip needs them. */
export interface Motion {
  readonly q0: Float64Array;
  readonly r0: Float64Array;
  readonly q: Float64Array;
  readonly r: Float64Array;
}

const slip = new Float64Array(2);
const arm = new Float64Array(6);

/** Slip [m] of contact c in its tangent plane, into `slip`; arms of both points into `arm`. */
function measureSlip(set: FrictionSet, c: number, a: number, b: number, m: Motion): number {
  const d = set.data;
  const at = c * size;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const sign = side === 0 ? 1 : -1;
    const px = d[at + 1 + 3 * side];
    const py = d[at + 2 + 3 * side];
    const pz = d[at + 3 + 3 * side];
    const r = 9 * body;
    const q = 3 * body;
    const ax = m.r[r] * px + m.r[r + 1] * py + m.r[r + 2] * pz;
    const ay = m.r[r + 3] * px + m.r[r + 4] * py + m.r[r + 5] * pz;
    const az = m.r[r + 6] * px + m.r[r + 7] * py + m.r[r + 8] * pz;
    const bx = m.r0[r] * px + m.r0[r + 1] * py + m.r0[r + 2] * pz;
    const by = m.r0[r + 3] * px + m.r0[r + 4] * py + m.r0[r + 5] * pz;
    const bz = m.r0[r + 6] * px + m.r0[r + 7] * py + m.r0[r + 8] * pz;
    arm[3 * side] = ax;
    arm[3 * side + 1] = ay;
    arm[3 * side + 2] = az;
    x += sign * (ax - bx + (m.q[q] - m.q0[q]));
    y += sign * (ay - by + (m.q[q + 1] - m.q0[q + 1]));
    z += sign * (az - bz + (m.q[q + 2] - m.q0[q + 2]));
  }
  slip[0] = d[at + 7] * x + d[at + 8] * y + d[at + 9] * z;
  slip[1] = d[at + 10] * x + d[at + 11] * y + d[at + 12] * z;
  return Math.sqrt(slip[0] * slip[0] + slip[1] * slip[1]);
}

/** f₀ with f₀(0) = 0: y²/ε − y³/(3ε²) below ε, y − ε/3 beyond. */
function f0(y: number, epsilon: number): number {
  const t = y / epsilon;
  return t < 1 ? y * t * (1 - t / 3) : y - epsilon / 3;
}

/** Friction energy of the pair at place i of the set. */
export function frictionEnergy(set: FrictionSet, i: number, a: number, b: number, m: Motion): number {
  let energy = 0;
  for (let c = set.start[i]; c < set.start[i + 1]; c++) {
    const y = measureSlip(set, c, a, b, m);
    energy += set.data[c * size] * f0(y, set.data[c * size + 13]);
  }
  return energy;
}

const point: ContactPoint = {
  kind: 0,
  i0: 0,
  i1: 0,
  i2: 0,
  i3: 0,
  w0: 0,
  w1: 0,
  w2: 0,
  w3: 0,
  d: 0,
  nx: 0,
  ny: 0,
  nz: 0,
  fx: 0,
  fy: 0,
  fz: 0,
  sx: 0,
  sy: 0,
  sz: 0,
  first: 0,
};
const v = new Float64Array(12);
const w = new Float64Array(12);

/** Adds gradient (12 numbers) and, where wanted, Hessian of the pair's friction. */
export function addFrictionTerms(
  set: FrictionSet,
  i: number,
  a: number,
  b: number,
  m: Motion,
  gradient: Float64Array,
  gradientAt: number,
  block: Float64Array | undefined,
  blockAt: number,
): void {
  const d = set.data;
  for (let c = set.start[i]; c < set.start[i + 1]; c++) {
    const at = c * size;
    const force = d[at];
    if (force === 0) continue;
    const epsilon = d[at + 13];
    const y = measureSlip(set, c, a, b, m);
    point.fx = arm[0];
    point.fy = arm[1];
    point.fz = arm[2];
    point.sx = arm[3];
    point.sy = arm[4];
    point.sz = arm[5];
    setMotion(v, 0, point, d[at + 7], d[at + 8], d[at + 9]);
    setMotion(w, 0, point, d[at + 10], d[at + 11], d[at + 12]);
    const sticks = y < epsilon;
    // f₁/|u| has the limit 2/ε at rest
    const ratio = sticks ? (2 - y / epsilon) / epsilon : 1 / y;
    const s0 = force * ratio * slip[0];
    const s1 = force * ratio * slip[1];
    for (let k = 0; k < 12; k++) gradient[gradientAt + k] += s0 * v[k] + s1 * w[k];
    if (block === undefined) continue;

    const slope = sticks ? (2 * (1 - y / epsilon)) / epsilon : 0;
    const ux = y > 0 ? slip[0] / y : 1;
    const uy = y > 0 ? slip[1] / y : 0;
    // along the slip, then across it
    for (let k = 0; k < 12; k++) {
      const along = ux * v[k] + uy * w[k];
      w[k] = ux * w[k] - uy * v[k];
      v[k] = along;
    }
    if (slope > 0) addOuter(block, blockAt, v, force * slope);
    addOuter(block, blockAt, w, force * ratio);
  }
}

/** Friction on the pair's body a at contact c, times h² [kg m], into out; the opposite acts on b. */
export function writeFrictionForce(
  set: FrictionSet,
  c: number,
  a: number,
  b: number,
  m: Motion,
  out: Float64Array,
): void {
  const d = set.data;
  const at = c * size;
  const epsilon = d[at + 13];
  const y = measureSlip(set, c, a, b, m);
  const ratio = d[at] * (y < epsilon ? (2 - y / epsilon) / epsilon : 1 / y);
  for (let k = 0; k < 3; k++) out[k] = -ratio * (slip[0] * d[at + 7 + k] + slip[1] * d[at + 10 + k]);
}
