// When two primitives moving along straight lines first touch, or come within a separation.
//
// Advancement proves most pairs apart in a step or two of floating point, and a sign change proves most
// contacts. Where neither does, and no separation is asked for, the exact decision takes over: nothing
// is missed, nothing invented.
// With a separation the time is where advancement ends: never late, and a pair is reported only if
// it comes within 2⁻³⁰ of its first gap of the separation.

import { surelyCrosses } from './crossing.ts';
import { exactFirstContact } from './exact.ts';
import type { PairKind } from './kind.ts';
import { linearAdvance } from './linear.ts';

/** The part of the gap that counts as none: 2⁻³⁰. */
const NEARLY_NONE = 9.313225746154785e-10;

/** How long around the end of advancement a crossing is looked for: 2⁻²⁰, then 2⁻¹². */
const BRACKETS = [9.5367431640625e-7, 2.44140625e-4];

/**
 * The first time in [0, 1] at which a pair's gap is `separation` or less, never later than the true
 * one and at most a hundredth earlier; Infinity where there is none.
 * @param vertices  offsets of the vertices' x coordinates, first primitive first
 */
export function linearFirstContact(
  kind: PairKind,
  x0: Float64Array,
  x1: Float64Array,
  vertices: readonly number[],
  separation: number,
): number {
  const safe = linearAdvance(kind, x0, x1, vertices, separation, NEARLY_NONE, Infinity);
  if (safe >= 1) return Infinity;
  if (separation > 0) return safe;
  for (const delta of BRACKETS) {
    // The time must also be within a hundredth of the true one.
    if (safe > 100 * delta && safe + delta < 1 && surelyCrosses(kind, x0, x1, vertices, safe, delta))
      return safe;
  }
  return exactFirstContact(kind, x0, x1, vertices);
}
