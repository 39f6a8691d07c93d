// The distance of two bent surfaces: the least of all pairs of faces, found by both trees at once.
//
// Boxes of the one tree are turned into the frame of the other and compared there, both swollen by how far modes may have
// moved what is below them; pairs that are surely farther than what was found are left out, so the answer is the same
// whatever was found first; what was nearest the last time is a good beginning. Faces that cross have no distance.

import { crossEdges } from '../../../num/index.ts';
import { sixVolume } from '../../../geometry/tetra/index.ts';
import {
  CLOSEST_SIZE,
  CLOSEST_SQUARED,
  edgeEdgeClosest,
  pointTriangleClosest,
} from '../../../geometry/distance/index.ts';
import { NODE_SIZE } from '../../../geometry/tree/index.ts';
import type { Displaced } from '../bodies/displace.ts';
import { placePoint, type Placement } from './frames.ts';
import { SearchStack } from './search-stack.ts';

const normal = new Float64Array(3);

/** For the roundings of boxes [m], beside what they are relative to their size. */
const HAIR = 1e-12;

const stack = new SearchStack();
const centre = new Float64Array(3);
/** Corners of a face of the one, then of the other. */
const x = new Float64Array(18);
const record = new Float64Array(CLOSEST_SIZE);

/** Faces that were nearest, -1 where none were. */
export interface FacePair {
  first: number;
  second: number;
}

/**
 * [m], no more than `limit`, and no less than 0, as where they cross; one body inside the other is not told from outside.
 * @param into   the second body in the frame of the first
 * @param below  a distance less than this need not be the least
 * @param pair   where given, tried first, and written
 */
export function surfaceDistance(
  first: Displaced,
  second: Displaced,
  into: Placement,
  limit: number,
  below: number,
  pair: FacePair,
): number {
  const one = first.body.surface.faceTree;
  const two = second.body.surface.faceTree;
  if (one.count === 0 || two.count === 0) return limit;
  // one pair stays for each box that is opened
  stack.reserve(one.depth + two.depth + 4);
  const { nodes: firsts, others: seconds, bounds } = stack;
  let least = limit;
  if (pair.first >= 0) {
    const distance = facesDistance(first, pair.first, second, pair.second, into, limit);
    if (distance < least) least = distance;
    if (least <= below) return least;
  }
  let top = 0;
  stack.put(top++, 0, 0, lowerBound(first, second, into, 0, 0));
  while (top > 0) {
    const bound = bounds[--top];
    if (bound > least) continue;
    const p = firsts[top];
    const q = seconds[top];
    const isLeafP = one.links[p] < 0;
    const isLeafQ = two.links[q] < 0;
    if (isLeafP && isLeafQ) {
      const distance = facesDistance(first, ~one.links[p], second, ~two.links[q], into, least);
      if (distance < least) {
        least = distance;
        pair.first = ~one.links[p];
        pair.second = ~two.links[q];
      }
      if (least <= below) return least;
      continue;
    }
    // the larger box is opened, and the nearer part looked at first
    const opensP = !isLeafP && (isLeafQ || sizeOf(one.nodes, p) >= sizeOf(two.nodes, q));
    const p0 = opensP ? p + 1 : p;
    const p1 = opensP ? one.links[p] : p;
    const q0 = opensP ? q : q + 1;
    const q1 = opensP ? q : two.links[q];
    const near = lowerBound(first, second, into, p0, q0);
    const far = lowerBound(first, second, into, p1, q1);
    if (near <= far) {
      if (far <= least) stack.put(top++, p1, q1, far);
      if (near <= least) stack.put(top++, p0, q0, near);
    } else {
      if (near <= least) stack.put(top++, p0, q0, near);
      if (far <= least) stack.put(top++, p1, q1, far);
    }
  }
  return least;
}

function sizeOf(nodes: Float64Array, node: number): number {
  const at = NODE_SIZE * node;
  return Math.max(nodes[at + 3], nodes[at + 4], nodes[at + 5]);
}

/** What is below two nodes is at least this far apart [m]. */
function lowerBound(first: Displaced, second: Displaced, into: Placement, p: number, q: number): number {
  const one = first.body.surface.faceTree.nodes;
  const two = second.body.surface.faceTree.nodes;
  const a = NODE_SIZE * p;
  const b = NODE_SIZE * q;
  placePoint(centre, 0, into, two, b);
  const { rotation } = into;
  let squared = 0;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const half =
      Math.abs(rotation[3 * k]) * two[b + 3] +
      Math.abs(rotation[3 * k + 1]) * two[b + 4] +
      Math.abs(rotation[3 * k + 2]) * two[b + 5];
    const apart = Math.max(0, Math.abs(centre[k] - one[a + k]) - one[a + 3 + k] - half);
    squared += apart * apart;
    size += Math.abs(centre[k]) + half;
  }
  const swelling = first.swellingBelow(p) + second.swellingBelow(q);
  return Math.sqrt(squared) - swelling - HAIR * (1 + size);
}

/** Of two faces [m]; Infinity where it is surely more than `least`. */
function facesDistance(
  first: Displaced,
  f: number,
  second: Displaced,
  g: number,
  into: Placement,
  least: number,
): number {
  const { faces: facesF } = first.body.surface;
  const { faces: facesG } = second.body.surface;
  first.corners(f);
  second.corners(g);
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < 3; k++) x[3 * c + k] = first.positions[3 * facesF[3 * f + c] + k];
    placePoint(x, 9 + 3 * c, into, second.positions, 3 * facesG[3 * g + c]);
  }
  if (overPlane(0, 9, least) || overPlane(9, 0, least)) return Infinity;
  let squared = Infinity;
  for (let c = 0; c < 9; c += 3) {
    pointTriangleClosest(record, 0, x, c, 9, 12, 15);
    if (record[CLOSEST_SQUARED] < squared) squared = record[CLOSEST_SQUARED];
    pointTriangleClosest(record, 0, x, 9 + c, 0, 3, 6);
    if (record[CLOSEST_SQUARED] < squared) squared = record[CLOSEST_SQUARED];
    const next = c === 6 ? 0 : c + 3;
    for (let d = 9; d < 18; d += 3) {
      edgeEdgeClosest(record, 0, x, c, next, d, d === 15 ? 9 : d + 3);
      if (record[CLOSEST_SQUARED] < squared) squared = record[CLOSEST_SQUARED];
    }
    if (pierces(c / 3, next / 3, 3, 4, 5) || pierces(3 + c / 3, 3 + next / 3, 0, 1, 2)) return 0;
  }
  return Math.sqrt(squared);
}

/** Whether all corners of the triangle at `to` are on one side of the plane of that at `from`, farther than a distance. */
function overPlane(from: number, to: number, distance: number): boolean {
  crossEdges(normal, 0, x, from, from + 3, from, from + 6);
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const far = (distance * (1 + 1e-9) + HAIR) * Math.sqrt(nx * nx + ny * ny + nz * nz);
  let above = 0;
  let below = 0;
  for (let c = to; c < to + 9; c += 3) {
    const height = nx * (x[c] - x[from]) + ny * (x[c + 1] - x[from + 1]) + nz * (x[c + 2] - x[from + 2]);
    if (height > far) above++;
    else if (height < -far) below++;
  }
  return above === 3 || below === 3;
}

/** Whether the segment between two corners goes through the triangle of three others, corners by number. */
function pierces(e0: number, e1: number, a: number, b: number, c: number): boolean {
  const from = sixVolume(x, a, b, c, e0);
  const to = sixVolume(x, a, b, c, e1);
  if (from > 0 === to > 0) return false;
  const ab = sixVolume(x, e0, e1, a, b) > 0;
  const bc = sixVolume(x, e0, e1, b, c) > 0;
  const ca = sixVolume(x, e0, e1, c, a) > 0;
  return ab === bc && bc === ca;
}
