// Closest points of two primitives, in one form for every kind of pair.
//
// Point–point, point–edge, point–triangle and edge–edge are all the same problem: vertices xᵢ
// with weights wᵢ that are affine in 0, 1 or 2 parameters, and the shortest vector between them,
//
//   r = Σ wᵢ xᵢ,    s = |r|²  →  min over the parameters.
//
// The weights are the contact points, and (envelope theorem: ∂s/∂xᵢ = 2 wᵢ r) the gradient and the friction
// Jacobian at once. Weights of the first primitive sum to 1 and those of the second to -1: r points from the
// second to the first.
//
// A closest record is eight numbers: w₀ w₁ w₂ w₃ (unused ones zero), rx ry rz [m], s [m²].
// Checked in test/geometry/distance against 60-digit arithmetic.

/** Numbers in a closest record. */
export const CLOSEST_SIZE = 8;
/** Where in a closest record the vector r begins. */
export const CLOSEST_VECTOR = 4;
/** Where in a closest record the squared distance stands. */
export const CLOSEST_SQUARED = 7;

/** Squared length [m²] below which a vector counts as zero: its fourth power must not underflow. */
export const VANISHING = 1e-66;

/** Which weights of a record belong to a point and to the ends of a segment. */
export interface SegmentSlots {
  readonly point: number;
  readonly start: number;
  readonly end: number;
  /** +1 where the point is of the first primitive, -1 where it is of the second. */
  readonly sign: number;
}

/**
 * Replaces the closest record at `o` if point `p` is nearer to segment e0–e1 than what it holds.
 * @returns 0 or 1 where that end of the segment is nearest, 2 for its inside, -1 if nothing changed
 */
export function offerSegment(
  out: Float64Array,
  o: number,
  x: Float64Array,
  p: number,
  e0: number,
  e1: number,
  slots: SegmentSlots,
): number {
  const ux = x[e1] - x[e0];
  const uy = x[e1 + 1] - x[e0 + 1];
  const uz = x[e1 + 2] - x[e0 + 2];
  let rx = x[p] - x[e0];
  let ry = x[p + 1] - x[e0 + 1];
  let rz = x[p + 2] - x[e0 + 2];
  const uq = ux * rx + uy * ry + uz * rz;

  let feature = 0;
  let lambda = 0;
  if (uq > 0) {
    const uu = ux * ux + uy * uy + uz * uz;
    if (uq >= uu) {
      feature = 1;
      lambda = 1;
      rx = x[p] - x[e1];
      ry = x[p + 1] - x[e1 + 1];
      rz = x[p + 2] - x[e1 + 2];
    } else {
      feature = 2;
      lambda = uq / uu;
      rx -= lambda * ux;
      ry -= lambda * uy;
      rz -= lambda * uz;
    }
  }
  const s = rx * rx + ry * ry + rz * rz;
  if (s >= out[o + CLOSEST_SQUARED]) return -1;

  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
  out[o + 3] = 0;
  const sign = slots.sign;
  out[o + slots.point] = sign;
  out[o + slots.start] = sign * (lambda - 1);
  out[o + slots.end] = -sign * lambda;
  out[o + 4] = sign * rx;
  out[o + 5] = sign * ry;
  out[o + 6] = sign * rz;
  out[o + 7] = s;
  return feature;
}
