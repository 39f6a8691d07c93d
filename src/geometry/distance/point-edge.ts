// Squared distance of a point p to the segment e0–e1 [m²].
//
//   λ = (p - e0)·u / |u|² clamped to [0, 1],   r = p - (1 - λ) e0 - λ e1,   s = |r|²
//
// Feature codes: 0 nearest to e0, 1 nearest to e1, 2 nearest to the inside (the line's distance).

import { CLOSEST_SQUARED, offerSegment, type SegmentSlots } from './closest.ts';

const POINT_TO_EDGE: SegmentSlots = { point: 0, start: 1, end: 2, sign: 1 };

/** Writes the closest record (closest.ts) and returns the feature code; p, e0, e1 are offsets into x. */
export function pointEdgeClosest(
  out: Float64Array,
  o: number,
  x: Float64Array,
  p: number,
  e0: number,
  e1: number,
): number {
  out[o + CLOSEST_SQUARED] = Number.POSITIVE_INFINITY;
  return offerSegment(out, o, x, p, e0, e1, POINT_TO_EDGE);
}
