// Lagged smoothed Coulomb friction.
//
//   D = Σ μ λ f₀(|u|),   f₀' = f₁(y) = 2y/ε − y²/ε² for y < ε, 1 beyond
//
// λ, the tangent plane and the contact points are those of the last pass; u is the slip since the
// step began, in that plane, between the two material points that were closest then. f₀ is convex,
// so its Hessian μλ [f₁/|u| (I − ûûᵀ) + f₁' ûûᵀ] never spoils the descent. Li et al. 2020, eqs. (11)–(18).

import { addSandwich } from '../solve/blocks.ts';

/** Numbers a friction contact keeps. */
export const size = 24;
const keyAt = 14;
const appliedAt = 15;
const slipAt = 18;
export const expectedAt = 21;

export class FrictionSet {
  count = 0;
  /**
   * μλ [kg m]; body-frame points (3 + 3); tangents (3 + 3); ε [m]; which primitives; friction on the pair's a in the solve
   * that has ended, times h² [kg m] (3), and slip of a on b in it [m] (3), world axes; expected friction over −μλ (2), along
   * the tangents (expected-friction.ts).
   */
  data = new Float64Array(64 * size);
  /** Where each pair's contacts begin. */
  start = new Int32Array(65);

  clear(pairs: number): void {
    this.count = 0;
    if (this.start.length < pairs + 1) this.start = new Int32Array(2 * (pairs + 1));
  }

  /** Appends the contacts of pair i as another set has them. */
  take(from: FrictionSet, i: number): void {
    const begin = from.start[i] * size;
    const end = from.start[i + 1] * size;
    while (this.count * size + end - begin > this.data.length) this.grow();
    for (let k = begin; k < end; k++) this.data[this.count * size + k - begin] = from.data[k];
    this.count += (end - begin) / size;
  }

  private grow(): void {
    const data = new Float64Array(2 * this.data.length);
    data.set(this.data);
    this.data = data;
  }

  /** Appends contact c of another set, without its force. */
  addLost(from: FrictionSet, c: number): void {
    if ((this.count + 1) * size > this.data.length) this.grow();
    const at = this.count * size;
    for (let k = 0; k < size; k++) this.data[at + k] = from.data[c * size + k];
    this.data[at] = 0;
    this.count++;
  }

  /** Makes the slip below which contacts stick so many times as large. */
  soften(factor: number): void {
    if (factor !== 1) for (let c = 0; c < this.count; c++) this.data[c * size + 13] *= factor;
  }

  /** Adds one contact; `force` is μλ, points in body coordinates of the pair's a and b, tangents in the world. */
  add(
    force: number,
    pa: Float64Array,
    pb: Float64Array,
    tangents: Float64Array,
    epsilon: number,
    key = 0,
  ): void {
    if ((this.count + 1) * size > this.data.length) this.grow();
    const at = this.count * size;
    this.data[at] = force;
    for (let k = 0; k < 3; k++) {
      this.data[at + 1 + k] = pa[k];
      this.data[at + 4 + k] = pb[k];
    }
    for (let k = 0; k < 6; k++) this.data[at + 7 + k] = tangents[k];
    this.data[at + 13] = epsilon;
    this.data[at + keyAt] = key;
    this.data.fill(0, at + appliedAt, at + size);
    this.count++;
  }
}

/** A set as it was. */
export function copyFriction(to: FrictionSet, from: FrictionSet, pairs: number): void {
  to.clear(pairs);
  const { data, start } = from;
  if (to.data.length < data.length) to.data = new Float64Array(data.length);
  for (let k = 0; k < from.count * size; k++) to.data[k] = data[k];
  for (let i = 0; i <= pairs; i++) to.start[i] = start[i];
  to.count = from.count;
}

/** Poses at the step's start and now, as the slip needs them. */
export interface Motion {
  readonly q0: Float64Array;
  readonly r0: Float64Array;
  readonly q: Float64Array;
  readonly r: Float64Array;
}

/** Slip that was measured last, along the two tangents [m]. */
export const slip = new Float64Array(2);
/** Of a pair, since the step began: R − R₀ of both bodies (9 + 9), and how far a's centre went from b's. */
const change = new Float64Array(21);

export function loadPair(a: number, b: number, { q0, r0, q, r }: Motion): void {
  for (let k = 0; k < 9; k++) {
    change[k] = r[9 * a + k] - r0[9 * a + k];
    change[9 + k] = r[9 * b + k] - r0[9 * b + k];
  }
  for (let k = 0; k < 3; k++) change[18 + k] = q[3 * a + k] - q0[3 * a + k] - (q[3 * b + k] - q0[3 * b + k]);
}

/** Slip [m] of contact c of the loaded pair in its tangent plane, into `slip`. */
export function measureSlip({ data: d }: FrictionSet, c: number): number {
  const at = c * size;
  const ax = d[at + 1];
  const ay = d[at + 2];
  const az = d[at + 3];
  const bx = d[at + 4];
  const by = d[at + 5];
  const bz = d[at + 6];
  const m = change;
  const x = m[0] * ax + m[1] * ay + m[2] * az - (m[9] * bx + m[10] * by + m[11] * bz) + m[18];
  const y = m[3] * ax + m[4] * ay + m[5] * az - (m[12] * bx + m[13] * by + m[14] * bz) + m[19];
  const z = m[6] * ax + m[7] * ay + m[8] * az - (m[15] * bx + m[16] * by + m[17] * bz) + m[20];
  const u = d[at + 7] * x + d[at + 8] * y + d[at + 9] * z;
  const v = d[at + 10] * x + d[at + 11] * y + d[at + 12] * z;
  slip[0] = u;
  slip[1] = v;
  return Math.sqrt(u * u + v * v);
}

/** f₀ with f₀(0) = 0: y²/ε − y³/(3ε²) below ε, y − ε/3 beyond. */
function f0(y: number, epsilon: number): number {
  const t = y / epsilon;
  return t < 1 ? y * t * (1 - t / 3) : y - epsilon / 3;
}

/** Friction energy of the pair at place i of the set. */
export function frictionEnergy(set: FrictionSet, i: number, a: number, b: number, m: Motion): number {
  if (set.start[i] === set.start[i + 1]) return 0;
  loadPair(a, b, m);
  let energy = 0;
  for (let c = set.start[i]; c < set.start[i + 1]; c++) {
    const y = measureSlip(set, c);
    energy += set.data[c * size] * f0(y, set.data[c * size + 13]);
  }
  return energy;
}

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
  const { r } = m;
  const ra = 9 * a;
  const rb = 9 * b;
  loadPair(a, b, m);
  for (let c = set.start[i]; c < set.start[i + 1]; c++) {
    const at = c * size;
    const force = d[at];
    if (force === 0) continue;
    const epsilon = d[at + 13];
    const y = measureSlip(set, c);
    const pax = d[at + 1];
    const pay = d[at + 2];
    const paz = d[at + 3];
    const ax = r[ra] * pax + r[ra + 1] * pay + r[ra + 2] * paz;
    const ay = r[ra + 3] * pax + r[ra + 4] * pay + r[ra + 5] * paz;
    const az = r[ra + 6] * pax + r[ra + 7] * pay + r[ra + 8] * paz;
    const pbx = d[at + 4];
    const pby = d[at + 5];
    const pbz = d[at + 6];
    const bx = r[rb] * pbx + r[rb + 1] * pby + r[rb + 2] * pbz;
    const by = r[rb + 3] * pbx + r[rb + 4] * pby + r[rb + 5] * pbz;
    const bz = r[rb + 6] * pbx + r[rb + 7] * pby + r[rb + 8] * pbz;
    const sticks = y < epsilon;
    // f₁/|u| has the limit 2/ε at rest
    const ratio = force * (sticks ? (2 - y / epsilon) / epsilon : 1 / y);
    const tx = d[at + 7];
    const ty = d[at + 8];
    const tz = d[at + 9];
    const sx = d[at + 10];
    const sy = d[at + 11];
    const sz = d[at + 12];
    const fx = ratio * (slip[0] * tx + slip[1] * sx);
    const fy = ratio * (slip[0] * ty + slip[1] * sy);
    const fz = ratio * (slip[0] * tz + slip[1] * sz);
    gradient[gradientAt] += fx;
    gradient[gradientAt + 1] += fy;
    gradient[gradientAt + 2] += fz;
    gradient[gradientAt + 3] += ay * fz - az * fy;
    gradient[gradientAt + 4] += az * fx - ax * fz;
    gradient[gradientAt + 5] += ax * fy - ay * fx;
    gradient[gradientAt + 6] -= fx;
    gradient[gradientAt + 7] -= fy;
    gradient[gradientAt + 8] -= fz;
    gradient[gradientAt + 9] -= by * fz - bz * fy;
    gradient[gradientAt + 10] -= bz * fx - bx * fz;
    gradient[gradientAt + 11] -= bx * fy - by * fx;
    if (block === undefined) continue;

    // M = μλ ψ (I − φ' (r̂ûᵀ + ûr̂ᵀ)/2): the exact Hessian where r̂ = ψu
    const t = y / epsilon;
    const bend = (ratio * (sticks ? 1 / ((2 - t) * (2 - t)) : 1)) / (y > 0 ? y : 1);
    const mtt = ratio - bend * d[at + expectedAt] * slip[0];
    const mss = ratio - bend * d[at + expectedAt + 1] * slip[1];
    const mts = -0.5 * bend * (d[at + expectedAt] * slip[1] + d[at + expectedAt + 1] * slip[0]);
    const mtx = mtt * tx + mts * sx;
    const mty = mtt * ty + mts * sy;
    const mtz = mtt * tz + mts * sz;
    const msx = mts * tx + mss * sx;
    const msy = mts * ty + mss * sy;
    const msz = mts * tz + mss * sz;
    addSandwich(
      block,
      blockAt,
      ax,
      ay,
      az,
      bx,
      by,
      bz,
      mtx * tx + msx * sx,
      mtx * ty + msx * sy,
      mtx * tz + msx * sz,
      mty * ty + msy * sy,
      mty * tz + msy * sz,
      mtz * tz + msz * sz,
    );
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
  loadPair(a, b, m);
  const y = measureSlip(set, c);
  const ratio = d[at] * (y < epsilon ? (2 - y / epsilon) / epsilon : 1 / y);
  for (let k = 0; k < 3; k++) out[k] = -ratio * (slip[0] * d[at + 7 + k] + slip[1] * d[at + 10 + k]);
}

/**
 * Notes at each contact of pair i, the last one of the set so far, what friction `solved`, which the solve that has ended
 * used, did there. Contacts that are no more but had friction come after the others, with no force to go on with.
 */
export function noteApplied(
  set: FrictionSet,
  solved: FrictionSet,
  i: number,
  a: number,
  b: number,
  m: Motion,
): void {
  const begin = solved.start[i];
  const end = solved.start[i + 1];
  const present = set.count;
  let o = begin;
  if (found.length < end - begin) found = new Uint8Array(2 * (end - begin));
  found.fill(0, 0, end - begin);
  for (let c = set.start[i]; c < present; c++) {
    const key = set.data[c * size + keyAt];
    // mostly they are the same contacts in the same order
    for (let tried = begin; tried < end && solved.data[o * size + keyAt] !== key; tried++)
      o = o + 1 < end ? o + 1 : begin;
    if (o >= end || solved.data[o * size + keyAt] !== key) continue;
    found[o - begin] = 1;
    note(set, c, solved, o, a, b, m);
  }
  for (let c = begin; c < end; c++) {
    if (found[c - begin] || solved.data[c * size] === 0) continue;
    set.addLost(solved, c);
    note(set, set.count - 1, solved, c, a, b, m);
  }
}
let found = new Uint8Array(64);

/** Notes at contact c what friction did at contact o of `solved`. */
function note(
  set: FrictionSet,
  c: number,
  solved: FrictionSet,
  o: number,
  a: number,
  b: number,
  m: Motion,
): void {
  const at = c * size;
  writeFrictionForce(solved, o, a, b, m, out);
  for (let k = 0; k < 3; k++) {
    set.data[at + appliedAt + k] = out[k];
    set.data[at + slipAt + k] =
      slip[0] * solved.data[o * size + 7 + k] + slip[1] * solved.data[o * size + 10 + k];
  }
}
const out = new Float64Array(3);

/** Friction on the pair's body a at contact c in the solve that has ended, times h² [kg m]; the opposite acted on b. */
export function readApplied({ data }: FrictionSet, c: number, to: Float64Array): void {
  for (let k = 0; k < 3; k++) to[k] = data[c * size + appliedAt + k];
}

/** How far the pair's body a slipped on b at contact c in the solve that has ended [m]. */
export function readSlip({ data }: FrictionSet, c: number, to: Float64Array): void {
  for (let k = 0; k < 3; k++) to[k] = data[c * size + slipAt + k];
}

/** A contact as it was lagged: body-frame points on a and b, tangents, what it is between. */
export interface Lagged {
  readonly points: Float64Array;
  readonly tangents: Float64Array;
  key: number;
}

export function readLagged({ data }: FrictionSet, c: number, to: Lagged): void {
  for (let k = 0; k < 6; k++) {
    to.points[k] = data[c * size + 1 + k];
    to.tangents[k] = data[c * size + 7 + k];
  }
  to.key = data[c * size + keyAt];
}
