// Squared distance of a point p to the segment e0–e1 [m²]; gradient over (p, e0, e1), 9 numbers,
// and Hessian, 9×9, row-major.
//
//   λ = (p - e0)·u / |u|² clamped to [0, 1],   r = p - (1 - λ) e0 - λ e1,   s = |r|²
//
// Feature codes: 0 nearest to e0, 1 nearest to e1, 2 nearest to the inside (the line's distance).

import { CLOSEST_SIZE, CLOSEST_SQUARED, offerSegment, writeDistanceGradient } from './closest.ts';
import { FACTORS_SIZE, writeDistanceHessian, writeEdgeFactors, writeNoFactors } from './hessian.ts';

const closest = new Float64Array(CLOSEST_SIZE);
const factors = new Float64Array(FACTORS_SIZE);

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
  return offerSegment(out, o, x, p, e0, e1, 0, 1, 2, 1);
}

export function pointEdgeDistanceSquared(x: Float64Array, p: number, e0: number, e1: number): number {
  pointEdgeClosest(closest, 0, x, p, e0, e1);
  return closest[CLOSEST_SQUARED];
}

/** Writes 9 numbers and returns the feature code. */
export function pointEdgeGradient(
  out: Float64Array,
  o: number,
  x: Float64Array,
  p: number,
  e0: number,
  e1: number,
): number {
  const feature = pointEdgeClosest(closest, 0, x, p, e0, e1);
  writeDistanceGradient(out, o, closest, 0, 3);
  return feature;
}

/** Writes the factors of the Hessian (hessian.ts) for a record and code that pointEdgeClosest gave. */
export function pointEdgeFactors(
  out: Float64Array,
  o: number,
  x: Float64Array,
  e0: number,
  e1: number,
  feature: number,
  record: Float64Array,
  at: number,
): void {
  if (feature === 2) writeEdgeFactors(out, o, x, e0, e1, 1, 2, 1, record, at);
  else writeNoFactors(out, o);
}

/** Writes 81 numbers and returns the feature code. */
export function pointEdgeHessian(
  out: Float64Array,
  o: number,
  x: Float64Array,
  p: number,
  e0: number,
  e1: number,
): number {
  const feature = pointEdgeClosest(closest, 0, x, p, e0, e1);
  pointEdgeFactors(factors, 0, x, e0, e1, feature, closest, 0);
  writeDistanceHessian(out, o, closest, 0, factors, 0, 3);
  return feature;
}
