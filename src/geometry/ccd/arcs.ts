// How far two primitives may go before their gap shrinks too much, where each vertex goes straight or turns with a rigid body.
//
// As in linear.ts every step is proven by the closest direction n at its start: vertices a and b stay apart along n by
//
//   n·(a − b)(t + τ) ≥ n·(a − b)(t) + τ n·(ȧ − ḃ)(t) − ½ τ² (A_a + A_b),     A = |ω|² r⊥
//
// since no point that turns accelerates by more than A. Where nothing turns that is linear.ts; rigid-collision.ts is for two bodies
// that both turn fast. So this is for points of cloth, rods and soft bodies, which go straight, against bodies that turn.
//
// Floating point: coordinates are taken relative to the first vertex. With u = 2⁻⁵³ and S the largest sum of a vertex' place, shift and
// twice its distance from the axis, a position errs by less than 2⁻⁴⁹ S a coordinate (cos and sin by an ulp each), and n·(a − b) by less than
// 2⁻⁴⁶ S; 2⁻⁴⁵ S is charged.

import { cos, sin } from '../../num/elementary/index.ts';
import { closestDirection, widestDirection } from './direction.ts';
import { firstCount, type PairKind, vertexTotal } from './kind.ts';
import { HERE, here, NORMAL, normal, TRIAL, workOnPair } from './pair-memory.ts';

/** The pair that is asked about: of each vertex, first primitive first, three numbers each. */
export const arcs = {
  /** Where it is [m]. */
  place: new Float64Array(12),
  /** How far it is shifted [m]. */
  shift: new Float64Array(12),
  /** Where it is from the centre that it turns about [m]. */
  arm: new Float64Array(12),
  /** By what it turns [rad]; zeros where it goes straight. */
  turn: new Float64Array(12),
};

const ROUNDING = 2.842170943040401e-14; // 2⁻⁴⁵
const TINY = 1e-290;
const ITERATIONS = 256;

const start = new Float64Array(12);
/** Of what turns: its arm across the axis, and that turned by a quarter. */
const across = new Float64Array(12);
const ahead = new Float64Array(12);
const angle = new Float64Array(4);
/** Velocity now, and what A is. */
const velocity = new Float64Array(12);
const bend = new Float64Array(4);
const height = new Float64Array(4);
const rate = new Float64Array(4);

/** Prepares the pair; returns its size S. */
function prepare(total: number): number {
  const { place, shift, arm, turn } = arcs;
  let largest = 0;
  for (let i = 0; i < total; i++) {
    const v = 3 * i;
    for (let k = 0; k < 3; k++) start[v + k] = place[v + k] - place[k];
    const wx = turn[v];
    const wy = turn[v + 1];
    const wz = turn[v + 2];
    const squared = wx * wx + wy * wy + wz * wz;
    let lever = 0;
    angle[i] = Math.sqrt(squared);
    if (squared > 0) {
      const along = (wx * arm[v] + wy * arm[v + 1] + wz * arm[v + 2]) / squared;
      const x = arm[v] - along * wx;
      const y = arm[v + 1] - along * wy;
      const z = arm[v + 2] - along * wz;
      across[v] = x;
      across[v + 1] = y;
      across[v + 2] = z;
      ahead[v] = (wy * z - wz * y) / angle[i];
      ahead[v + 1] = (wz * x - wx * z) / angle[i];
      ahead[v + 2] = (wx * y - wy * x) / angle[i];
      lever = Math.sqrt(x * x + y * y + z * z);
    }
    bend[i] = squared * lever;
    let size = 2 * lever;
    for (let k = 0; k < 3; k++) size += Math.abs(start[v + k]) + Math.abs(shift[v + k]);
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

function placeAt(t: number, total: number): void {
  const { shift } = arcs;
  for (let i = 0; i < total; i++) {
    const v = 3 * i;
    for (let k = v; k < v + 3; k++) {
      here[k] = start[k] + t * shift[k];
      velocity[k] = shift[k];
    }
    const theta = angle[i];
    if (theta === 0) continue;
    const c = cos(t * theta);
    const s = sin(t * theta);
    for (let k = v; k < v + 3; k++) {
      here[k] += (c - 1) * across[k] + s * ahead[k];
      velocity[k] += theta * (c * ahead[k] - s * across[k]);
    }
  }
}

/** Heights and rates of all vertices along the normal; returns how far it separates them. */
function follow(first: number, total: number): number {
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < total; i++) {
    const v = 3 * i;
    const at = normal[0] * here[v] + normal[1] * here[v + 1] + normal[2] * here[v + 2];
    height[i] = at;
    rate[i] = normal[0] * velocity[v] + normal[1] * velocity[v + 1] + normal[2] * velocity[v + 2];
    if (i < first) least = Math.min(least, at);
    else most = Math.max(most, at);
  }
  return least - most;
}

/** For how long every pair of vertices stays apart by `least` along the normal. */
function provenTime(first: number, total: number, least: number): number {
  let proven = Infinity;
  for (let j = first; j < total; j++) {
    for (let i = 0; i < first; i++) {
      const room = height[i] - height[j] - least;
      const closing = rate[j] - rate[i];
      const curve = bend[i] + bend[j];
      // the first root of room − closing τ − ½ curve τ²
      const root = Math.sqrt(closing * closing + 2 * curve * room);
      if (closing + root > 0) proven = Math.min(proven, (2 * room) / (closing + root));
    }
  }
  return proven;
}

/**
 * The largest fraction of the motion in `arcs` that keeps the pair apart.
 * @param separation  the gap [m] that must never be reached
 * @param keep        the fraction of the gap above `separation` to keep, 0 ≤ keep < 1
 * @param reach       gaps beyond this [m] count as this
 */
export function arcAdvance(kind: PairKind, separation: number, keep: number, reach: number): number {
  const first = firstCount(kind);
  const total = vertexTotal(kind);
  const rounding = ROUNDING * prepare(total) + TINY;
  workOnPair();
  let target = 0;
  let enough = separation;
  let time = 0;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    placeAt(time, total);
    closestDirection(NORMAL, HERE, kind);
    let apart = follow(first, total);
    if (!(apart - rounding > enough)) {
      widestDirection(NORMAL, HERE, kind, TRIAL);
      apart = follow(first, total);
    }
    const gap = apart - rounding;
    if (iteration === 0) {
      const kept = keep * Math.min(gap - separation, reach);
      target = separation + kept;
      // approaching the target itself would take for ever
      enough = target + Math.max(kept, rounding);
    }
    if (!(gap > (iteration === 0 ? target : enough))) return time;
    const next = time + provenTime(first, total, rounding + target);
    if (next >= 1) return 1;
    if (!(next > time)) return time;
    time = next;
  }
  return time;
}
