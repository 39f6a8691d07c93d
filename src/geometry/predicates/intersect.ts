// Do two simplices (points, segments, triangles) have a point in common? Decided exactly.
//
// The sets are closed: touching counts as intersecting. Nothing is assumed of the input: flat
// triangles, segments of no length, coplanar and collinear configurations are all decided by
// signs of orientations, never by a tolerance. Points are offsets into one flat array x.
//
// Where everything lies in one plane, dropping the coordinate along which some triangle of the
// points still has area is one-to-one on that plane, so the planar tests decide it.
//
// Checked against a linear programme in rational arithmetic in test/geometry/predicates.

import { orient2, orient3 } from './orientation.ts';

export function pointsCoincide(x: Float64Array, p: number, q: number): boolean {
  return x[p] === x[q] && x[p + 1] === x[q + 1] && x[p + 2] === x[q + 2];
}

export function pointOnSegment(x: Float64Array, p: number, a: number, b: number): boolean {
  // collinear points lie on the segment exactly where they lie in its box
  return inBox(x, p, a, b) && areCollinear(x, p, a, b);
}

export function pointInTriangle(x: Float64Array, p: number, a: number, b: number, c: number): boolean {
  return orient3(x, a, b, c, p) === 0 && coplanarPointInTriangle(x, p, a, b, c);
}

export function segmentsIntersect(x: Float64Array, a: number, b: number, c: number, d: number): boolean {
  return orient3(x, a, b, c, d) === 0 && coplanarSegmentsIntersect(x, a, b, c, d);
}

export function segmentIntersectsTriangle(
  x: Float64Array,
  p: number,
  q: number,
  a: number,
  b: number,
  c: number,
): boolean {
  const sideP = orient3(x, a, b, c, p);
  const sideQ = orient3(x, a, b, c, q);
  return segmentMeetsTriangle(x, p, q, sideP, sideQ, a, b, c);
}

export function trianglesIntersect(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
): boolean {
  const sideD = orient3(x, a, b, c, d);
  const sideE = orient3(x, a, b, c, e);
  const sideF = orient3(x, a, b, c, f);
  if (sideD !== 0 && sideD === sideE && sideE === sideF) return false;
  const sideA = orient3(x, d, e, f, a);
  const sideB = orient3(x, d, e, f, b);
  const sideC = orient3(x, d, e, f, c);
  if (sideA !== 0 && sideA === sideB && sideB === sideC) return false;

  // two triangles meet exactly where an edge of one meets the other
  return (
    segmentMeetsTriangle(x, a, b, sideA, sideB, d, e, f) ||
    segmentMeetsTriangle(x, b, c, sideB, sideC, d, e, f) ||
    segmentMeetsTriangle(x, c, a, sideC, sideA, d, e, f) ||
    segmentMeetsTriangle(x, d, e, sideD, sideE, a, b, c) ||
    segmentMeetsTriangle(x, e, f, sideE, sideF, a, b, c) ||
    segmentMeetsTriangle(x, f, d, sideF, sideD, a, b, c)
  );
}

/** Simplices of 1 to 3 points each: `countA` points from offset 0 on, then `countB` points. */
export function simplicesIntersect(x: Float64Array, countA: number, countB: number): boolean {
  if (countA > countB) return simplicesAt(x, 3 * countA, countB, 0, countA);
  return simplicesAt(x, 0, countA, 3 * countA, countB);
}

/** Of the two simplices, the one at `a` has no more points than the one at `b`. */
function simplicesAt(x: Float64Array, a: number, countA: number, b: number, countB: number): boolean {
  if (countB === 3) {
    if (countA === 3) return trianglesIntersect(x, a, a + 3, a + 6, b, b + 3, b + 6);
    if (countA === 2) return segmentIntersectsTriangle(x, a, a + 3, b, b + 3, b + 6);
    return pointInTriangle(x, a, b, b + 3, b + 6);
  }
  if (countB === 2) {
    if (countA === 2) return segmentsIntersect(x, a, a + 3, b, b + 3);
    return pointOnSegment(x, a, b, b + 3);
  }
  return pointsCoincide(x, a, b);
}

/** The sides are those of p and q with respect to the plane of the triangle. */
function segmentMeetsTriangle(
  x: Float64Array,
  p: number,
  q: number,
  sideP: number,
  sideQ: number,
  a: number,
  b: number,
  c: number,
): boolean {
  if (sideP === 0 && sideQ === 0) {
    return (
      coplanarPointInTriangle(x, p, a, b, c) ||
      coplanarPointInTriangle(x, q, a, b, c) ||
      segmentsIntersect(x, p, q, a, b) ||
      segmentsIntersect(x, p, q, b, c) ||
      segmentsIntersect(x, p, q, c, a)
    );
  }
  // one end off the plane: the triangle has area, and the segment meets its plane in one point
  if (sideP === sideQ) return false;
  if (sideP === 0) return coplanarPointInTriangle(x, p, a, b, c);
  if (sideQ === 0) return coplanarPointInTriangle(x, q, a, b, c);
  const ab = orient3(x, p, q, a, b);
  const bc = orient3(x, p, q, b, c);
  const ca = orient3(x, p, q, c, a);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

/** p is known to lie in the plane of a, b, c (or these are collinear). */
function coplanarPointInTriangle(x: Float64Array, p: number, a: number, b: number, c: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const turn = orient2(x, a, b, c, axis);
    if (turn === 0) continue;
    return (
      orient2(x, a, b, p, axis) * turn >= 0 &&
      orient2(x, b, c, p, axis) * turn >= 0 &&
      orient2(x, c, a, p, axis) * turn >= 0
    );
  }
  // a triangle without area is the union of its edges
  return pointOnSegment(x, p, a, b) || pointOnSegment(x, p, b, c) || pointOnSegment(x, p, c, a);
}

/** The four points are known to lie in one plane. */
function coplanarSegmentsIntersect(x: Float64Array, a: number, b: number, c: number, d: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const abc = orient2(x, a, b, c, axis);
    const abd = orient2(x, a, b, d, axis);
    const cda = orient2(x, c, d, a, axis);
    const cdb = orient2(x, c, d, b, axis);
    if (abc === 0 && abd === 0 && cda === 0 && cdb === 0) continue;
    // strictly beside the other's line, strictly across it, or with an end on it
    if (abc * abd > 0 || cda * cdb > 0) return false;
    if (abc * abd < 0 && cda * cdb < 0) return true;
    return (
      (abc === 0 && inBox(x, c, a, b)) ||
      (abd === 0 && inBox(x, d, a, b)) ||
      (cda === 0 && inBox(x, a, c, d)) ||
      (cdb === 0 && inBox(x, b, c, d))
    );
  }
  return (
    pointOnSegment(x, a, c, d) ||
    pointOnSegment(x, b, c, d) ||
    pointOnSegment(x, c, a, b) ||
    pointOnSegment(x, d, a, b)
  );
}

function areCollinear(x: Float64Array, a: number, b: number, c: number): boolean {
  return orient2(x, a, b, c, 0) === 0 && orient2(x, a, b, c, 1) === 0 && orient2(x, a, b, c, 2) === 0;
}

function inBox(x: Float64Array, p: number, a: number, b: number): boolean {
  for (let i = 0; i < 3; i++) {
    const v = x[p + i];
    if (v < Math.min(x[a + i], x[b + i]) || v > Math.max(x[a + i], x[b + i])) return false;
  }
  return true;
}
