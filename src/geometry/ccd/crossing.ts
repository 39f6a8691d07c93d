// A quick proof that a point passes through a triangle, or an edge through an edge, around a given time.
//
// Where the volume of the four points changes sign between t − Δ and t + Δ they are coplanar in between.
// If besides, seen along a fixed direction N, the point is inside the triangle (or the edges cross) at t by
// more than it can move within Δ, they touch at that moment: N cannot lie in their common plane, so what
// it shows is what is there. The volume and the areas seen along N are
//
//   f = (p − a)·((b − a) × (c − a))       and       N·((b − a) × (p − a)) …
//
// With S a bound on relative coordinates, f errs by less than 2⁻⁴⁰ S³, an area by less than 2⁻⁴² |N| S², and
// an area changes by less than 32 |N| S² Δ. "No" means unproven, and the exact decision is asked.

import { crossEdges, dot3 } from '../../num/index.ts';
import { EDGE_EDGE, type PairKind, POINT_TRIANGLE } from './kind.ts';

const VOLUME_ROUNDING = 9.094947017729282e-13; // 2⁻⁴⁰
const AREA_ROUNDING = 2.2737367544323206e-13; // 2⁻⁴²
const AREA_CHANGE = 32;
/** Smaller pairs [m] would bring denormal numbers into areas. */
const TINY = 1e-60;

const here = new Float64Array(12);

/** Writes the four vertices at time t, relative to the first; returns S. */
function place(x0: Float64Array, x1: Float64Array, vertices: readonly number[], t: number): number {
  const o = vertices[0];
  let size = 0;
  for (let v = 0; v < 4; v++) {
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const from = x0[vertices[v] + k] - x0[o + k];
      const to = x1[vertices[v] + k] - x1[o + k];
      here[3 * v + k] = from + t * (to - from);
      sum += Math.abs(from) + Math.abs(to);
    }
    size = Math.max(size, sum);
  }
  return size;
}

/** The volume of the four points as placed, six times; the first of them is the origin. */
function volume(): number {
  // with the edges this way round it is positive where the point is
  crossEdges(across, 0, here, 3, 9, 3, 6);
  return dot3(here, 3, across, 0);
}

const seen = new Float64Array(3);
const across = new Float64Array(3);

/** Writes (b − a) × (d − c) as the direction to look along; returns its length in the 1-norm. */
function lookAlong(a: number, b: number, c: number, d: number): number {
  crossEdges(seen, 0, here, a, b, c, d);
  return Math.abs(seen[0]) + Math.abs(seen[1]) + Math.abs(seen[2]);
}

/** Twice the area of the triangle a, b, p as seen along the direction. */
function area(a: number, b: number, p: number): number {
  crossEdges(across, 0, here, a, b, a, p);
  return dot3(seen, 0, across, 0);
}

/**
 * Whether a point–triangle or edge–edge pair surely touches between t − delta and t + delta, both in [0, 1].
 * @param vertices  offsets of the vertices' x coordinates, first primitive first
 */
export function surelyCrosses(
  kind: PairKind,
  x0: Float64Array,
  x1: Float64Array,
  vertices: readonly number[],
  t: number,
  delta: number,
): boolean {
  if (kind !== POINT_TRIANGLE && kind !== EDGE_EDGE) return false;
  const size = place(x0, x1, vertices, t - delta);
  if (!(size > TINY)) return false;
  const doubt = VOLUME_ROUNDING * size * size * size;
  const before = volume();
  place(x0, x1, vertices, t + delta);
  const after = volume();
  if (!(before > doubt && after < -doubt) && !(before < -doubt && after > doubt)) return false;

  place(x0, x1, vertices, t);
  const swing = size * size * (AREA_ROUNDING + AREA_CHANGE * delta);
  if (kind === POINT_TRIANGLE) {
    const margin = lookAlong(3, 6, 3, 9) * swing;
    return area(3, 6, 0) > margin && area(6, 9, 0) > margin && area(9, 3, 0) > margin;
  }
  const margin = lookAlong(0, 3, 6, 9) * swing;
  const opposite = (p: number, q: number): boolean =>
    (p > margin && q < -margin) || (p < -margin && q > margin);
  return opposite(area(0, 3, 6), area(0, 3, 9)) && opposite(area(6, 9, 0), area(6, 9, 3));
}
