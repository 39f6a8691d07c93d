// What friction is expected to be, so that Newton sees where slip will stop.
//
//   r̂ = ψ(y) u,   y = |u|,   ψ = f₁(y)/y,   φ = 1/ψ            friction is −μλ r̂
//
// Newton's own model of friction that slides has no curvature along the slip: it goes on beyond the point where the slip would
// stop, and line searches find such points of an island one after another only. So r̂ is an unknown of its own, and what is
// linearised is r̂ φ(y) = u, which is nearly linear where r̂ = ψ(y) u has a kink:
//
//   r̂ + δr̂ = ψ (u + δu − φ' r̂ (û·δu)),   φ' = 1 beyond ε, 1/(2 − y/ε)² below
//
// With δr̂ put into the equations of motion only u is left, with the Hessian μλ ψ (I − φ' r̂ûᵀ), of which the symmetric part is
// taken: it is positive semidefinite while |r̂| ≤ 1, and the exact one where r̂ has arrived.
//
// Chan, Golub, Mulet 1999, "A nonlinear primal-dual method for total variation-based image restoration".

import { type Bodies, loadPair, measureSlip, type Motion, slip } from './friction.ts';
import { epsilonAt, expectedAt, type FrictionSet, laggedStride } from './friction-set.ts';
import type { Island } from '../solve/islands.ts';
import { slipMotion, type Work } from '../step/work.ts';

/** Expects of each contact what the present slip gives. Returns whether that is something else. */
export function expectPresent(work: Work, island: Island): boolean {
  const { friction, pairs } = island;
  const motion = slipMotion(work, work.poses);
  let most = 0;
  for (let i = 0; i < pairs.length; i++) most = Math.max(most, expectOfPair(friction, i, pairs[i], motion));
  if (most <= nearEnough) return false;
  island.terms.outdate();
  return true;
}

/** The same for the pair at place i of the set; returns by how much r̂ changes the most. */
export function expectOfPair(set: FrictionSet, i: number, pair: Bodies, motion: Motion): number {
  let most = 0;
  if (set.start[i] === set.start[i + 1]) return most;
  loadPair(pair, motion);
  for (let c = set.start[i]; c < set.start[i + 1]; c++) most = Math.max(most, expectAt(set, c));
  return most;
}

/** The same for contact c of the pair that was loaded. */
export function expectAt(set: FrictionSet, c: number): number {
  measureSlip(set, c);
  const ratio = ratioOf(set, c, slip[2]);
  let most = 0;
  for (let k = 0; k < 2; k++) {
    const at = c * laggedStride + expectedAt + k;
    most = Math.max(most, Math.abs(set.data[at] - ratio * slip[k]));
    set.data[at] = ratio * slip[k];
  }
  return most;
}

/** Directions that differ from what is expected by less need not be computed anew. */
const nearEnough = 0.1;

/** Before the trial at the fraction s of the direction is accepted: what that direction lets expect. */
export function expectAhead(work: Work, island: Island, s: number): void {
  const { friction, pairs } = island;
  const here = slipMotion(work, work.poses);
  const there = slipMotion(work, work.trial);
  const before = new Float64Array(2 * friction.count);
  for (let i = 0; i < pairs.length; i++) {
    const begin = friction.start[i];
    const end = friction.start[i + 1];
    if (begin === end || pairs[i].isStill) continue;
    loadPair(pairs[i], here);
    for (let c = begin; c < end; c++) {
      measureSlip(friction, c);
      before[2 * c] = slip[0];
      before[2 * c + 1] = slip[1];
    }
    loadPair(pairs[i], there);
    for (let c = begin; c < end; c++) {
      measureSlip(friction, c);
      expect(friction, c, before[2 * c], before[2 * c + 1], s);
    }
  }
}

/** Moves r̂ of contact c, whose slip was (u, v), by what the whole direction adds to it; its length stays at most 1. */
function expect(set: FrictionSet, c: number, u: number, v: number, s: number): void {
  const { data } = set;
  const at = c * laggedStride + expectedAt;
  const du = (slip[0] - u) / s;
  const dv = (slip[1] - v) / s;
  const y = Math.sqrt(u * u + v * v);
  const epsilon = data[c * laggedStride + epsilonAt];
  const ratio = ratioOf(set, c, y);
  const bend = y < epsilon ? 1 / ((2 - y / epsilon) * (2 - y / epsilon)) : 1;
  const along = y > 0 ? (bend * (u * du + v * dv)) / y : 0;
  const r = ratio * (u + du - along * data[at]);
  const q = ratio * (v + dv - along * data[at + 1]);
  const length = Math.max(1, Math.sqrt(r * r + q * q));
  data[at] = r / length;
  data[at + 1] = q / length;
}

/** ψ of contact c at a slip of this length. */
function ratioOf({ data }: FrictionSet, c: number, y: number): number {
  const epsilon = data[c * laggedStride + epsilonAt];
  return y < epsilon ? (2 - y / epsilon) / epsilon : 1 / y;
}
