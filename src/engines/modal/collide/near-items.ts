// Sample points, or round edges, of one body that are near another: collected once and used while little moves.

import { NODE_SIZE, type Tree } from '../../../geometry/tree/index.ts';
import type { Displaced } from '../bodies/displace.ts';
import { findNearest, isNear, makeNearest } from './bd-tree.ts';
import { sideOf } from './foot.ts';
import { placePoint, type Placement } from './frames.ts';
import { planeHeight } from './plane.ts';

export interface NearItems {
  /** Increasing. */
  items: Int32Array;
  /** How far away each was at the least [m]; 0 where it was inside. */
  distances: Float64Array;
  count: number;
}

export function makeNearItems(): NearItems {
  return { items: new Int32Array(16), distances: new Float64Array(16), count: 0 };
}

/** Items of a body, in its frame. */
export interface Items {
  readonly tree: Tree;
  /** How far bending may have moved any of them [m]. */
  readonly swelling: number;
  /** Writes the middle of an item and returns its radius [m]. */
  readonly locate: (item: number, out: Float64Array) => number;
}

const nearest = makeNearest();
const y = new Float64Array(3);
const local = new Float64Array(3);

/**
 * Collects what is nearer than a margin, or inside.
 * @param into    the first body in the frame of the other
 * @param reach   items nearer than this are tested now [m]; `margin` more are collected
 */
export function collectNear(
  list: NearItems,
  { tree, swelling, locate }: Items,
  solid: Displaced,
  into: Placement,
  reach: number,
  depth: number,
  margin: number,
): void {
  list.count = 0;
  if (tree.count === 0) return;
  const isPlane = solid.body.kind === 'plane';
  const farthest = Math.max(reach, depth) + margin;
  const { nodes, links } = tree;
  const waiting = [0];
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    if (links[node] >= 0) {
      const at = NODE_SIZE * node;
      placePoint(y, 0, into, nodes, at);
      const radius =
        Math.sqrt(
          nodes[at + 3] * nodes[at + 3] + nodes[at + 4] * nodes[at + 4] + nodes[at + 5] * nodes[at + 5],
        ) + swelling;
      if (mayTouch(solid, radius + reach + margin, radius + farthest)) waiting.push(links[node], node + 1);
      continue;
    }
    const radius = locate(~links[node], local);
    placePoint(y, 0, into, local, 0);
    let distance: number;
    if (isPlane) {
      distance = planeHeight(solid.body, y);
      if (Math.abs(distance) > farthest + radius) continue;
    } else {
      findNearest(nearest, solid, y[0], y[1], y[2], farthest + radius);
      if (nearest.face < 0) continue;
      distance = sideOf(solid, nearest) * nearest.distance;
    }
    if (distance <= reach + margin + radius) push(list, ~links[node], Math.max(0, distance - radius));
  }
  sort(list);
}

/** Whether what is about y may be nearer than a distance outside, or than a larger one inside. */
function mayTouch(solid: Displaced, outside: number, inside: number): boolean {
  if (solid.body.kind === 'plane') {
    const height = planeHeight(solid.body, y);
    return height <= outside && height >= -inside;
  }
  if (isNear(solid, y[0], y[1], y[2], outside)) return true;
  if (inside <= outside) return false;
  // the surface is away from all of it: it is all inside, or all outside
  findNearest(nearest, solid, y[0], y[1], y[2], inside);
  return nearest.face >= 0 && sideOf(solid, nearest) < 0;
}

function push(list: NearItems, item: number, distance: number): void {
  if (list.count === list.items.length) {
    const items = new Int32Array(2 * list.count);
    const distances = new Float64Array(2 * list.count);
    items.set(list.items);
    distances.set(list.distances);
    list.items = items;
    list.distances = distances;
  }
  list.items[list.count] = item;
  list.distances[list.count++] = distance;
}

function sort(list: NearItems): void {
  const order = Array.from({ length: list.count }, (_, i) => i);
  order.sort((i, j) => list.items[i] - list.items[j]);
  const items = list.items.slice();
  const distances = list.distances.slice();
  order.forEach((from, to) => {
    list.items[to] = items[from];
    list.distances[to] = distances[from];
  });
}
