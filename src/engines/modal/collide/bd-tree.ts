// Searches in the tree of a bent surface: boxes of the rest shape, swollen by how far modes may have moved what is
// below them (displace.ts). The tree itself never changes.
//
// A node is left out only where its swollen box is surely farther than what was found, so nothing is missed; equal
// distances go to the lower face, so that the answer does not depend on the way it was found.

import { CLOSEST_SIZE, CLOSEST_SQUARED, pointTriangleClosest } from '../../../geometry/distance/index.ts';
import { type IndexList, NODE_SIZE, type Tree } from '../../../geometry/tree/index.ts';
import type { Displaced } from '../bodies/displace.ts';
import { SearchStack } from './search-stack.ts';

/** Where a search ended. */
export interface Nearest {
  /** -1 where nothing is within the limit. */
  face: number;
  /** 0 1 2 corners, 3 4 5 edges (corner k to k + 1), 6 inside. */
  feature: number;
  /** [m], not signed. */
  distance: number;
  /** Of the corners of the face. */
  readonly weights: Float64Array;
  /** From the surface to the point [m]. */
  readonly toPoint: Float64Array;
}

export function makeNearest(): Nearest {
  return {
    face: -1,
    feature: 6,
    distance: Infinity,
    weights: new Float64Array(3),
    toPoint: new Float64Array(3),
  };
}

/** A hair for the roundings of boxes and distances. */
const HAIR = 1e-14;

const stack = new SearchStack();
const record = new Float64Array(CLOSEST_SIZE);

/**
 * Finds the nearest face to a point in body coordinates.
 * @param limit    no farther than this [m]
 * @param against  where given, an outward direction: only faces that look against it count
 */
export function findNearest(
  out: Nearest,
  displaced: Displaced,
  x: number,
  y: number,
  z: number,
  limit: number,
  against?: Float64Array,
): void {
  const { faceTree: tree } = displaced.body.surface;
  const { faceNormals } = displaced;
  begin(out, displaced, x, y, z);
  if (tree.count === 0) return;
  stack.reserve(tree.depth + 2);
  const { nodes: waiting, bounds } = stack;
  const { links } = tree;
  let nearest = limit;
  let least = limit * limit;
  let top = 0;
  waiting[0] = 0;
  bounds[top++] = 0;
  while (top > 0) {
    const node = waiting[--top];
    if (bounds[top] > nearest) continue;
    const link = links[node];
    if (link < 0) {
      const face = ~link;
      if (against) {
        displaced.face(face);
        const f = 3 * face;
        const along =
          faceNormals[f] * against[0] + faceNormals[f + 1] * against[1] + faceNormals[f + 2] * against[2];
        if (along >= 0) continue;
      } else {
        displaced.corners(face);
      }
      least = offerNearest(out, displaced, face, least);
      nearest = Math.min(limit, out.distance);
      continue;
    }
    // the nearer child is looked at first
    const left = lowerBound(tree, displaced, node + 1, x, y, z);
    const right = lowerBound(tree, displaced, link, x, y, z);
    if (left <= right) {
      if (right <= nearest) {
        waiting[top] = link;
        bounds[top++] = right;
      }
      waiting[top] = node + 1;
      bounds[top++] = left;
    } else {
      if (left <= nearest) {
        waiting[top] = node + 1;
        bounds[top++] = left;
      }
      waiting[top] = link;
      bounds[top++] = right;
    }
  }
}

/** The same among a few faces, without a tree. */
export function findNearestOf(
  out: Nearest,
  displaced: Displaced,
  list: IndexList,
  x: number,
  y: number,
  z: number,
  limit: number,
): void {
  begin(out, displaced, x, y, z);
  let least = limit * limit;
  for (let i = 0; i < list.length; i++) {
    const face = list.data[i];
    displaced.corners(face);
    least = offerNearest(out, displaced, face, least);
  }
}

/** Nothing is found yet for a point, which is put where `closestOfFace` finds it. */
function begin(out: Nearest, { positions }: Displaced, x: number, y: number, z: number): void {
  const point = positions.length - 6;
  positions[point] = x;
  positions[point + 1] = y;
  positions[point + 2] = z;
  out.face = -1;
  out.distance = Infinity;
}

/** Writes the record (geometry/distance) of the place of a flat face that is nearest to the point behind all positions. */
export function closestOfFace(out: Float64Array, { body, positions }: Displaced, face: number): number {
  const { faces } = body.surface;
  return pointTriangleClosest(
    out,
    0,
    positions,
    positions.length - 6,
    3 * faces[3 * face],
    3 * faces[3 * face + 1],
    3 * faces[3 * face + 2],
  );
}

/** Takes a face that is nearer than any so far, or as near and before it; returns the square to be below from now on. */
function offerNearest(out: Nearest, displaced: Displaced, face: number, least: number): number {
  const feature = closestOfFace(record, displaced, face);
  const squared = record[CLOSEST_SQUARED];
  if (squared > least || (squared === least && out.face >= 0 && face > out.face)) return least;
  out.face = face;
  out.feature = feature;
  out.distance = Math.sqrt(squared);
  for (let k = 0; k < 3; k++) {
    out.weights[k] = -record[1 + k];
    out.toPoint[k] = record[4 + k];
  }
  return squared;
}

/** Whether the box of any face, swollen, is within a distance [m] of a point; never false where a face is. */
export function isNear(displaced: Displaced, x: number, y: number, z: number, distance: number): boolean {
  return findAround(undefined, displaced, x, y, z, distance);
}

/**
 * Adds all faces whose swollen boxes are within a distance [m] of a point, in the order of the tree; says whether there are any,
 * which without a list ends the search.
 */
export function findAround(
  list: IndexList | undefined,
  displaced: Displaced,
  x: number,
  y: number,
  z: number,
  distance: number,
): boolean {
  const { faceTree: tree } = displaced.body.surface;
  if (tree.count === 0) return false;
  stack.reserve(tree.depth + 2);
  const { nodes: waiting } = stack;
  let top = 0;
  let any = false;
  waiting[top++] = 0;
  while (top > 0) {
    const node = waiting[--top];
    if (lowerBound(tree, displaced, node, x, y, z) > distance) continue;
    const link = tree.links[node];
    if (link < 0) {
      if (list === undefined) return true;
      list.push(~link);
      any = true;
      continue;
    }
    waiting[top++] = link;
    waiting[top++] = node + 1;
  }
  return any;
}

/** What is below a node is at least this far from the point [m]. */
function lowerBound(tree: Tree, displaced: Displaced, node: number, x: number, y: number, z: number): number {
  const { nodes } = tree;
  const at = NODE_SIZE * node;
  const dx = Math.max(0, Math.abs(x - nodes[at]) - nodes[at + 3]);
  const dy = Math.max(0, Math.abs(y - nodes[at + 1]) - nodes[at + 4]);
  const dz = Math.max(0, Math.abs(z - nodes[at + 2]) - nodes[at + 5]);
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  return distance * (1 - HAIR) - HAIR * size - displaced.swellingBelow(node);
}
