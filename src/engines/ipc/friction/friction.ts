// Lagged smoothed Coulomb friction.
//
//   D = Σ μ λ f₀(|u|),   f₀' = f₁(y) = 2y/ε − y²/ε² for y < ε, 1 beyond
//
// λ, the tangent plane and the contact points are those of the last pass; u is the slip since the
// step began, in that plane, between the two material points that were closest then (rolling.ts: on what is round, where it touches). f₀ is convex,
// so its Hessian μλ [f₁/|u| (I − ûûᵀ) + f₁' ûûᵀ] never spoils the descent. Li et al. 2020, eqs. (11)–(18).

import { addSandwich, addWrench } from '../solve/blocks.ts';
import type { PairTerms } from '../solve/pair-terms.ts';
import { turnToWorld } from '../step/axes.ts';
import {
  epsilonAt,
  expectedAt,
  type FrictionSet,
  laggedStride,
  pointsAt,
  rolledAt,
  tangentsAt,
} from './friction-set.ts';

/** Poses at the step's start and now, as the slip needs them. */
export interface Motion {
  readonly q0: Float64Array;
  readonly r0: Float64Array;
  readonly q: Float64Array;
  readonly r: Float64Array;
}

/** The bodies of a pair. */
export interface Bodies {
  readonly a: number;
  readonly b: number;
}

/** Slip that was measured last, along the two tangents, and its length [m]. */
export const slip = new Float64Array(3);
/** Of a pair, since the step began: R − R₀ of both bodies (9 + 9), and how far a's centre went from b's. */
const change = new Float64Array(21);

export function loadPair({ a, b }: Bodies, { q0, r0, q, r }: Motion): void {
  for (let k = 0; k < 9; k++) {
    change[k] = r[9 * a + k] - r0[9 * a + k];
    change[9 + k] = r[9 * b + k] - r0[9 * b + k];
  }
  for (let k = 0; k < 3; k++) change[18 + k] = q[3 * a + k] - q0[3 * a + k] - (q[3 * b + k] - q0[3 * b + k]);
}

/** Slip [m] of contact c of the loaded pair in its tangent plane, into `slip`: what a function returns may become an object. */
export function measureSlip({ data: d }: FrictionSet, c: number): void {
  const at = c * laggedStride;
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
  const u = d[at + 7] * x + d[at + 8] * y + d[at + 9] * z - d[at + rolledAt];
  const v = d[at + 10] * x + d[at + 11] * y + d[at + 12] * z - d[at + rolledAt + 1];
  slip[0] = u;
  slip[1] = v;
  slip[2] = Math.sqrt(u * u + v * v);
}

/** f₀ with f₀(0) = 0: y²/ε − y³/(3ε²) below ε, y − ε/3 beyond. */
function f0(y: number, epsilon: number): number {
  const t = y / epsilon;
  return t < 1 ? y * t * (1 - t / 3) : y - epsilon / 3;
}

/** Friction energy of the pair at place i of the set. */
export function frictionEnergy(set: FrictionSet, i: number, pair: Bodies, m: Motion): number {
  if (set.start[i] === set.start[i + 1]) return 0;
  loadPair(pair, m);
  let energy = 0;
  for (let c = set.start[i]; c < set.start[i + 1]; c++) {
    measureSlip(set, c);
    energy += set.data[c * laggedStride] * f0(slip[2], set.data[c * laggedStride + epsilonAt]);
  }
  return energy;
}

const arms = new Float64Array(6);
const m3 = new Float64Array(6);

/** Adds gradient and, where wanted, Hessian of the friction of the pair at place i to its terms. */
export function addFrictionTerms(
  set: FrictionSet,
  i: number,
  pair: Bodies,
  m: Motion,
  part: 'full' | 'none',
  { gradients, blocks, blockAt }: PairTerms,
): void {
  if (set.start[i] === set.start[i + 1]) return;
  const d = set.data;
  const { r } = m;
  const g = 12 * i;
  const ra = 9 * pair.a;
  const rb = 9 * pair.b;
  loadPair(pair, m);
  for (let c = set.start[i]; c < set.start[i + 1]; c++) {
    const at = c * laggedStride;
    const force = d[at];
    if (force === 0) continue;
    const epsilon = d[at + epsilonAt];
    measureSlip(set, c);
    const y = slip[2];
    turnToWorld(arms, 0, r, ra, d, at + pointsAt);
    turnToWorld(arms, 3, r, rb, d, at + pointsAt + 3);
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
    addWrench(gradients, g, arms, 0, fx, fy, fz);
    addWrench(gradients, g + 6, arms, 3, -fx, -fy, -fz);
    if (part === 'none' || blockAt[i] < 0) continue;

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
    m3[0] = mtx * tx + msx * sx;
    m3[1] = mtx * ty + msx * sy;
    m3[2] = mtx * tz + msx * sz;
    m3[3] = mty * ty + msy * sy;
    m3[4] = mty * tz + msy * sz;
    m3[5] = mtz * tz + msz * sz;
    addSandwich(blocks, blockAt[i], arms, m3);
  }
}

/** Friction on the pair's body a at contact c, times h² [kg m], into out; the opposite acts on b. */
export function writeFrictionForce(
  set: FrictionSet,
  c: number,
  pair: Bodies,
  m: Motion,
  out: Float64Array,
): void {
  const d = set.data;
  const at = c * laggedStride;
  const epsilon = d[at + epsilonAt];
  loadPair(pair, m);
  measureSlip(set, c);
  const y = slip[2];
  const ratio = d[at] * (y < epsilon ? (2 - y / epsilon) / epsilon : 1 / y);
  for (let k = 0; k < 3; k++)
    out[k] = -ratio * (slip[0] * d[at + tangentsAt + k] + slip[1] * d[at + tangentsAt + 3 + k]);
}
