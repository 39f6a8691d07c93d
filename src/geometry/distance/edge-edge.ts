// Squared distance of the segments a0–a1 and b0–b1 [m²].
//
// With a = a1 - a0, b = b1 - b0, Δ = a0 - b0, and b and Δ made orthogonal to a, times |a|²:
//
//   c = |a|² b - (a·b) a,   d = |a|² Δ - (a·Δ) a
//   t = d·c / |c|²,   s = (t a·b - a·Δ) / |a|²
//   both inside: r = n (Δ·n)/|n|² with n = a × c
//
// As in point-triangle.ts the orthogonalisation keeps nearly parallel edges exact. Otherwise the
// minimum lies on a side of the unit square of (s, t) that the free minimum has left: one or two
// point–edge problems. For nearly parallel edges s and t are too uncertain to choose, and all four
// are tried. Edges parallel to within PARALLEL are never said to be nearest at their insides: their
// common normal would be noise, and an end against an edge is nearest to within 1e-24 |b|² of s.
//
// Feature codes: 2i + j vertices aᵢ, bⱼ; 4 + i vertex aᵢ and the inside of b; 6 + j the inside of
// a and vertex bⱼ; 8 both insides.

import { CLOSEST_SIZE, CLOSEST_SQUARED, offerSegment, type SegmentSlots, VANISHING } from './closest.ts';

/** Squared sine of the angle below which two edges count as parallel. */
const PARALLEL = 1e-24;
/** Squared sine of the angle below which the place of the free minimum is not relied on. */
const NEARLY_PARALLEL = 1e-8;

const closest = new Float64Array(CLOSEST_SIZE);

const A0_TO_B: SegmentSlots = { point: 0, start: 2, end: 3, sign: 1 };
const A1_TO_B: SegmentSlots = { point: 1, start: 2, end: 3, sign: 1 };
const B0_TO_A: SegmentSlots = { point: 2, start: 0, end: 1, sign: -1 };
const B1_TO_A: SegmentSlots = { point: 3, start: 0, end: 1, sign: -1 };

/** Writes the closest record (closest.ts) and returns the feature code; a0, a1, b0, b1 are offsets into x. */
export function edgeEdgeClosest(
  out: Float64Array,
  o: number,
  x: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): number {
  const ax = x[a1] - x[a0];
  const ay = x[a1 + 1] - x[a0 + 1];
  const az = x[a1 + 2] - x[a0 + 2];
  const bx = x[b1] - x[b0];
  const by = x[b1 + 1] - x[b0 + 1];
  const bz = x[b1 + 2] - x[b0 + 2];
  const ex = x[a0] - x[b0];
  const ey = x[a0 + 1] - x[b0 + 1];
  const ez = x[a0 + 2] - x[b0 + 2];

  const aa = ax * ax + ay * ay + az * az;
  const ab = ax * bx + ay * by + az * bz;
  const ae = ax * ex + ay * ey + az * ez;
  const bb = bx * bx + by * by + bz * bz;
  const cx = aa * bx - ab * ax;
  const cy = aa * by - ab * ay;
  const cz = aa * bz - ab * az;
  const dx = aa * ex - ae * ax;
  const dy = aa * ey - ae * ay;
  const dz = aa * ez - ae * az;
  const cc = cx * cx + cy * cy + cz * cz;
  const t = (dx * cx + dy * cy + dz * cz) / cc;
  // s times |a|²
  const sA = t * ab - ae;

  // |a|⁴ |b|²: cc is the squared sine of the angle times this
  const full = aa * aa * bb;
  const flat = !(aa > VANISHING && cc > VANISHING * VANISHING * VANISHING && cc > PARALLEL * full);
  if (sA > 0 && sA < aa && t > 0 && t < 1 && !flat) {
    const nx = ay * cz - az * cy;
    const ny = az * cx - ax * cz;
    const nz = ax * cy - ay * cx;
    const height = ex * nx + ey * ny + ez * nz;
    const ratio = height / (nx * nx + ny * ny + nz * nz);
    const s = sA / aa;
    out[o] = 1 - s;
    out[o + 1] = s;
    out[o + 2] = t - 1;
    out[o + 3] = -t;
    out[o + 4] = nx * ratio;
    out[o + 5] = ny * ratio;
    out[o + 6] = nz * ratio;
    out[o + 7] = height * ratio;
    return 8;
  }

  const all = flat || cc <= NEARLY_PARALLEL * full;
  out[o + CLOSEST_SQUARED] = Number.POSITIVE_INFINITY;
  let feature = -1;
  if (all || sA <= 0) {
    const end = offerSegment(out, o, x, a0, b0, b1, A0_TO_B);
    if (end >= 0) feature = end === 2 ? 4 : end;
  }
  if (all || sA >= aa) {
    const end = offerSegment(out, o, x, a1, b0, b1, A1_TO_B);
    if (end >= 0) feature = end === 2 ? 5 : end + 2;
  }
  if (all || t <= 0) {
    const end = offerSegment(out, o, x, b0, a0, a1, B0_TO_A);
    if (end >= 0) feature = end === 2 ? 6 : 2 * end;
  }
  if (all || t >= 1) {
    const end = offerSegment(out, o, x, b1, a0, a1, B1_TO_A);
    if (end >= 0) feature = end === 2 ? 7 : 2 * end + 1;
  }
  return feature;
}

export function edgeEdgeDistanceSquared(
  x: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): number {
  edgeEdgeClosest(closest, 0, x, a0, a1, b0, b1);
  return closest[CLOSEST_SQUARED];
}
