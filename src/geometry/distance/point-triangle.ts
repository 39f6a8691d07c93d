// Squared distance of a point p to the triangle t0 t1 t2 [m²].
//
// With a = t1 - t0, b = t2 - t0, q = p - t0, and b and q made orthogonal to a first (times |a|², to
// save a division that everything would wait for):
//
//   c = |a|² b - (a·b) a,   d = |a|² q - (a·q) a
//   γ = d·c / |c|²,   β = (q·a - γ a·b) / |a|²,   α = 1 - β - γ
//   inside: r = n (q·n)/|n|² with n = a × c
//
// Orthogonalising before the cross product keeps slivers exact: the error of c turns the plane only
// about a, where the lever arm is the sliver's own height, so classification and distance are those
// of a triangle moved by a few roundings of its size. Outside, moving from any point of the triangle
// towards the projection of p leaves through an edge whose weight is negative: only those edges
// (one or two) can be nearest.
//
// Feature codes: 0 1 2 vertex t0 t1 t2; 3 4 5 edge t0t1, t1t2, t2t0; 6 the inside.

import { CLOSEST_SIZE, CLOSEST_SQUARED, offerSegment, type SegmentSlots, VANISHING } from './closest.ts';

/** Squared sine of the angle at t0 below which c is rounding noise and the triangle is its edges. */
const FLAT = 1e-29;

const closest = new Float64Array(CLOSEST_SIZE);

const TO_FIRST: SegmentSlots = { point: 0, start: 1, end: 2, sign: 1 };
const TO_SECOND: SegmentSlots = { point: 0, start: 2, end: 3, sign: 1 };
const TO_THIRD: SegmentSlots = { point: 0, start: 3, end: 1, sign: 1 };

/** Writes the closest record (closest.ts) and returns the feature code; p, t0, t1, t2 are offsets into x. */
export function pointTriangleClosest(
  out: Float64Array,
  o: number,
  x: Float64Array,
  p: number,
  t0: number,
  t1: number,
  t2: number,
): number {
  const ox = x[t0];
  const oy = x[t0 + 1];
  const oz = x[t0 + 2];
  const ax = x[t1] - ox;
  const ay = x[t1 + 1] - oy;
  const az = x[t1 + 2] - oz;
  const bx = x[t2] - ox;
  const by = x[t2 + 1] - oy;
  const bz = x[t2 + 2] - oz;
  const qx = x[p] - ox;
  const qy = x[p + 1] - oy;
  const qz = x[p + 2] - oz;

  const aa = ax * ax + ay * ay + az * az;
  const ab = ax * bx + ay * by + az * bz;
  const aq = ax * qx + ay * qy + az * qz;
  const bb = bx * bx + by * by + bz * bz;
  const cx = aa * bx - ab * ax;
  const cy = aa * by - ab * ay;
  const cz = aa * bz - ab * az;
  const dx = aa * qx - aq * ax;
  const dy = aa * qy - aq * ay;
  const dz = aa * qz - aq * az;
  const cc = cx * cx + cy * cy + cz * cz;
  const gamma = (dx * cx + dy * cy + dz * cz) / cc;
  // β and α times |a|²
  const betaA = aq - gamma * ab;
  const alphaA = aa - betaA - gamma * aa;

  const flat = !(aa > VANISHING && cc > VANISHING * VANISHING * VANISHING && cc > FLAT * bb * aa * aa);
  if (alphaA >= 0 && betaA >= 0 && gamma >= 0 && !flat) {
    const nx = ay * cz - az * cy;
    const ny = az * cx - ax * cz;
    const nz = ax * cy - ay * cx;
    const height = qx * nx + qy * ny + qz * nz;
    const ratio = height / (nx * nx + ny * ny + nz * nz);
    const beta = betaA / aa;
    out[o] = 1;
    out[o + 1] = beta + gamma - 1;
    out[o + 2] = -beta;
    out[o + 3] = -gamma;
    out[o + 4] = nx * ratio;
    out[o + 5] = ny * ratio;
    out[o + 6] = nz * ratio;
    out[o + 7] = height * ratio;
    return 6;
  }

  out[o + CLOSEST_SQUARED] = Number.POSITIVE_INFINITY;
  let feature = -1;
  if (flat || gamma < 0) {
    const end = offerSegment(out, o, x, p, t0, t1, TO_FIRST);
    if (end >= 0) feature = end === 2 ? 3 : end;
  }
  if (flat || alphaA < 0) {
    const end = offerSegment(out, o, x, p, t1, t2, TO_SECOND);
    if (end >= 0) feature = end === 2 ? 4 : end + 1;
  }
  if (flat || betaA < 0) {
    const end = offerSegment(out, o, x, p, t2, t0, TO_THIRD);
    if (end >= 0) feature = end === 2 ? 5 : end === 0 ? 2 : 0;
  }
  return feature;
}

export function pointTriangleDistanceSquared(
  x: Float64Array,
  p: number,
  t0: number,
  t1: number,
  t2: number,
): number {
  pointTriangleClosest(closest, 0, x, p, t0, t1, t2);
  return closest[CLOSEST_SQUARED];
}
