// How deep two items are in each other at the end of the stretch [m].
//
// Of every vertex of one inside the other (closed) one, its distance to the surface; of every two
// simplices that intersect, the smallest translation that parts them. Each is a lower bound on how far
// one item would have to be moved, so the largest of them is one too.

import { intersectAtEnd, separationAtEnd } from '../crossing/crossing.ts';
import type { Encounter } from '../crossing/encounter.ts';
import { isInside } from './inside.ts';
import { boxDistanceSquared } from '../sweep.ts';
import type { PairList } from '../tree.ts';
import { treeBoxesOf } from '../world.ts';

const pair = new Int32Array(6);

/** @param suspects  pairs of simplices of a and b: all that could intersect */
export function penetration(encounter: Encounter, a: number, b: number, suspects: PairList): number {
  const { forms } = encounter.world;
  let deepest = 0;
  for (let i = 0; i < suspects.length; i += 2) {
    encounter.chooseSimplices(a, suspects.items[i], b, suspects.items[i + 1]);
    const depth = -separationAtEnd(encounter);
    if (depth > deepest && intersectAtEnd(encounter)) deepest = depth;
  }
  if (forms[b].closed) deepest = Math.max(deepest, deepestVertex(encounter, a, b, deepest));
  if (forms[a].closed) deepest = Math.max(deepest, deepestVertex(encounter, b, a, deepest));
  return deepest;
}

/** The largest distance to the surface of `within` that a vertex of `item` inside it has, where above `known`. */
function deepestVertex(encounter: Encounter, item: number, within: number, known: number): number {
  const { world } = encounter;
  let deepest = known;
  for (let v = world.firstVertex[item]; v < world.firstVertex[item + 1]; v++) {
    if (!isInside(world, item, v, within)) continue;
    deepest = Math.max(deepest, distanceToSurface(encounter, item, v, within));
  }
  return deepest;
}

const stack: number[] = [];
const box = new Float64Array(6);

function distanceToSurface(encounter: Encounter, item: number, vertex: number, within: number): number {
  const { world } = encounter;
  const tree = world.forms[within].tree;
  const boxes = treeBoxesOf(world, within);
  const { vertices, sizes } = world.forms[within].simplices;
  for (let k = 0; k < 3; k++) box[k] = box[k + 3] = world.x1[3 * vertex + k];
  let nearest = Number.POSITIVE_INFINITY;
  stack.length = 0;
  stack.push(0);
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (boxDistanceSquared(boxes, 6 * node, box, 0) >= nearest * nearest) continue;
    if (tree.right[node] >= 0) {
      const left = boxDistanceSquared(boxes, 6 * (node + 1), box, 0);
      const right = boxDistanceSquared(boxes, 6 * tree.right[node], box, 0);
      if (left < right) stack.push(tree.right[node], node + 1);
      else stack.push(node + 1, tree.right[node]);
      continue;
    }
    const simplex = -1 - tree.right[node];
    pair[0] = vertex;
    for (let k = 0; k < sizes[simplex]; k++)
      pair[1 + k] = world.firstVertex[within] + vertices[3 * simplex + k];
    encounter.choose(item, within, pair, 1, sizes[simplex]);
    nearest = Math.min(nearest, Math.max(0, separationAtEnd(encounter, nearest)));
  }
  return nearest;
}
