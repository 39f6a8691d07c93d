// When two primitives moving along straight lines first touch, or come within a separation.
//
// Advancement proves most pairs apart in a step or two of floating point, and a sign change proves most
// contacts. Where neither does, and no separation is asked for, the exact decision takes over: nothing
// is missed, nothing invented.
// With a separation the time is where advancement ends: never late, and a pair is reported only if
// it comes within 2⁻³⁰ of its first gap of the separation.

import { surelyCrosses } from './crossing.ts';
import { exactFirstContact } from './exact.ts';
import { EDGE_EDGE, type PairKind, POINT_EDGE, POINT_POINT, POINT_TRIANGLE } from './kind.ts';
import { linearAdvance } from './linear.ts';

/** The part of the gap that counts as none: 2⁻³⁰. */
const NEARLY_NONE = 9.313225746154785e-10;

/** How long around the end of advancement a crossing is looked for: 2⁻²⁰, then 2⁻¹². */
const BRACKETS = [9.5367431640625e-7, 2.44140625e-4];

/**
 * The first time in [0, 1] at which a pair's gap is `separation` or less, never later than the true
 * one and at most a hundredth earlier; Infinity where there is none.
 * @param a,b,c,d  offsets of the vertices' x coordinates, first primitive first
 */
export function linearFirstContact(
  kind: PairKind,
  x0: Float64Array,
  x1: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  separation: number,
): number {
  const safe = linearAdvance(kind, x0, x1, a, b, c, d, separation, NEARLY_NONE, Infinity);
  if (safe >= 1) return Infinity;
  if (separation > 0) return safe;
  const vertices = [a, b, c, d];
  for (const delta of BRACKETS) {
    // The time must also be within a hundredth of the true one.
    if (safe > 100 * delta && safe + delta < 1 && surelyCrosses(kind, x0, x1, vertices, safe, delta))
      return safe;
  }
  return exactFirstContact(kind, x0, x1, vertices);
}

/** When a point first touches a triangle: see `linearFirstContact`. */
export function pointTriangleFirstContact(
  x0: Float64Array,
  x1: Float64Array,
  p: number,
  t0: number,
  t1: number,
  t2: number,
  separation = 0,
): number {
  return linearFirstContact(POINT_TRIANGLE, x0, x1, p, t0, t1, t2, separation);
}

/** When two edges first touch: see `linearFirstContact`. */
export function edgeEdgeFirstContact(
  x0: Float64Array,
  x1: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  separation = 0,
): number {
  return linearFirstContact(EDGE_EDGE, x0, x1, a0, a1, b0, b1, separation);
}

/** When a point first touches an edge: see `linearFirstContact`. */
export function pointEdgeFirstContact(
  x0: Float64Array,
  x1: Float64Array,
  p: number,
  e0: number,
  e1: number,
  separation = 0,
): number {
  return linearFirstContact(POINT_EDGE, x0, x1, p, e0, e1, 0, separation);
}

/** When two points first meet: see `linearFirstContact`. */
export function pointPointFirstContact(
  x0: Float64Array,
  x1: Float64Array,
  p: number,
  q: number,
  separation = 0,
): number {
  return linearFirstContact(POINT_POINT, x0, x1, p, q, 0, 0, separation);
}
