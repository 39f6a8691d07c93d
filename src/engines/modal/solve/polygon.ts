// The friction polygon: corners at equal angles on a circle of radius ρ, the first along the first tangent; with more
// corners than MOST the disc itself.
//
// By reflection the nearest point lies in the same sector as the point itself, so one edge decides.

import { cos, sin } from '../../../num/elementary/index.ts';

/** Fewest sides of a polygon that stands for a friction cone. */
export const FEWEST_DIRECTIONS = 4;
/** Most sides. */
export const MOST_DIRECTIONS = 16;
/** Stands for a polygon with infinitely many corners: Coulomb's disc. */
export const DISC = 0;

export interface Polygon {
  readonly directions: number;
  /** Unit vectors to the corners, two numbers each. */
  readonly corners: Float64Array;
  /** Unit normals of the edges, edge j between corners j and j + 1. */
  readonly normals: Float64Array;
  /** cos(π/k): how far edges are from the centre where corners are at 1; sin(π/k): half an edge's length. */
  readonly apothem: number;
  readonly half: number;
}

const known = new Map<number, Polygon>();

export function polygonOf(directions: number): Polygon {
  let polygon = known.get(directions);
  if (!polygon) {
    const corners = new Float64Array(2 * directions);
    const normals = new Float64Array(2 * directions);
    for (let j = 0; j < directions; j++) {
      const angle = (2 * Math.PI * j) / directions;
      corners[2 * j] = cos(angle);
      corners[2 * j + 1] = sin(angle);
      normals[2 * j] = cos(angle + Math.PI / directions);
      normals[2 * j + 1] = sin(angle + Math.PI / directions);
    }
    const apothem = cos(Math.PI / Math.max(1, directions));
    polygon = { directions, corners, normals, apothem, half: sin(Math.PI / Math.max(1, directions)) };
    known.set(directions, polygon);
  }
  return polygon;
}

/** Where the nearest point of a polygon is. */
export const INSIDE = -1;

/**
 * Writes the point of the polygon of radius ρ nearest to (x, y) at out[at…]. Returns INSIDE, the corner j it is at, or
 * `directions` + j of the edge it is on.
 */
export function nearestOfPolygon(
  { directions, corners, normals, apothem, half }: Polygon,
  radius: number,
  x: number,
  y: number,
  out: Float64Array,
  at: number,
): number {
  if (directions === DISC) {
    const length = Math.sqrt(x * x + y * y);
    const shrink = length > radius ? radius / length : 1;
    out[at] = x * shrink;
    out[at + 1] = y * shrink;
    return length > radius ? 0 : INSIDE;
  }
  let edge = 0;
  let farthest = -Infinity;
  for (let j = 0; j < directions; j++) {
    const distance = normals[2 * j] * x + normals[2 * j + 1] * y;
    if (distance > farthest) {
      farthest = distance;
      edge = j;
    }
  }
  const limit = radius * apothem;
  if (farthest <= limit) {
    out[at] = x;
    out[at + 1] = y;
    return INSIDE;
  }
  const nx = normals[2 * edge];
  const ny = normals[2 * edge + 1];
  const along = nx * y - ny * x;
  const reach = radius * half;
  if (along >= reach || along <= -reach) {
    const corner = along > 0 ? (edge + 1) % directions : edge;
    out[at] = radius * corners[2 * corner];
    out[at + 1] = radius * corners[2 * corner + 1];
    return corner;
  }
  out[at] = limit * nx - along * ny;
  out[at + 1] = limit * ny + along * nx;
  return directions + edge;
}
