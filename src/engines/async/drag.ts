// A vertex drawn to a point from outside: an acceleration that is set anew at every drag tick.
//
//   a = (k (target − x) − d v) / m
//
// Explicit, so k is at most what the vertex follows stably from tick to tick.

import { TICKS_PER_SECOND } from './clock.ts';

/** Vertex (−1: none), k [N/m], d [N s/m], target xyz [m]. */
export const DRAG_SIZE = 6;
/** [ticks] */
export const DRAG_STEP = 536870912;
const SECONDS = DRAG_STEP / TICKS_PER_SECOND;

/** The stiffest spring and a damper for a vertex of this mass. */
export function tameDrag(stiffness: number, damping: number, mass: number): [number, number] {
  const most = (0.25 * mass) / (SECONDS * SECONDS);
  return [Math.min(stiffness, most), Math.min(damping, (0.5 * mass) / SECONDS)];
}

/** Adds the pull of a drag to an acceleration. @param x  where the vertex is, @param v  its velocity */
export function addDrag(
  out: Float64Array,
  o: number,
  drags: Float64Array,
  at: number,
  inverseMass: number,
  x: Float64Array,
  v: Float64Array,
  vAt: number,
): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] += inverseMass * (drags[at + 1] * (drags[at + 3 + k] - x[k]) - drags[at + 2] * v[vAt + k]);
  }
}
