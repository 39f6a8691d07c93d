// Is a point inside a closed surface? The exact parity of the faces that a ray from it crosses.
//
// A ray that meets an edge or a vertex of the surface, to the last bit, says nothing, and another
// one is tried; so no crossing is counted twice or not at all.

import { orient3 } from '../../geometry/predicates/index.ts';
import type { World } from '../world.ts';
import { placeEnds, treeBoxesOf } from '../world.ts';

const points = new Float64Array(15);
const stack: number[] = [];
const ATTEMPTS = 16;

/** Is the vertex (of `owner`) inside the closed item, both at the end of the stretch? */
export function isInside(world: World, owner: number, vertex: number, item: number): boolean {
  placeEnds(world, owner, vertex);
  const { x1, boxes } = world;
  for (let k = 0; k < 3; k++) {
    points[k] = x1[3 * vertex + k];
    if (!(points[k] >= boxes[6 * item + k] && points[k] <= boxes[6 * item + 3 + k])) return false;
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // to a point beyond the box, nearly along x (so that few boxes are met) but along no edge made by hand
    const reach = 2 * (boxes[6 * item + 3] - boxes[6 * item]) + 1e-30;
    points[3] = points[0] + reach;
    points[4] = points[1] + reach * (0.01234567 * (attempt + 1));
    points[5] = points[2] + reach * (0.00765432 - 0.01357911 * attempt);
    const parity = crossingParity(world, item);
    if (parity >= 0) return parity === 1;
  }
  return false;
}

/** 1 or 0 faces, modulo 2, between points 0 and 3; −1 where one is met at its border. */
function crossingParity(world: World, item: number): number {
  const { tree, simplices } = world.forms[item];
  const { vertices, sizes } = simplices;
  const boxes = treeBoxesOf(world, item);
  const { x1 } = world;
  const first = world.firstVertex[item];
  let crossings = 0;
  stack.length = 0;
  stack.push(0);
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (!segmentNearBox(boxes, 6 * node)) continue;
    if (tree.right[node] >= 0) {
      stack.push(node + 1, tree.right[node]);
      continue;
    }
    const simplex = -1 - tree.right[node];
    if (sizes[simplex] < 3) continue;
    for (let k = 0; k < 3; k++) {
      const v = 3 * (first + vertices[3 * simplex + k]);
      points[6 + 3 * k] = x1[v];
      points[7 + 3 * k] = x1[v + 1];
      points[8 + 3 * k] = x1[v + 2];
    }
    const from = orient3(points, 6, 9, 12, 0);
    const to = orient3(points, 6, 9, 12, 3);
    if (from === to && from !== 0) continue;
    const ab = orient3(points, 0, 3, 6, 9);
    const bc = orient3(points, 0, 3, 9, 12);
    const ca = orient3(points, 0, 3, 12, 6);
    if ((ab > 0 || bc > 0 || ca > 0) && (ab < 0 || bc < 0 || ca < 0)) continue;
    if (from === 0 || to === 0 || ab === 0 || bc === 0 || ca === 0) return -1;
    crossings++;
  }
  return crossings & 1;
}

function segmentNearBox(boxes: Float64Array, at: number): boolean {
  for (let k = 0; k < 3; k++) {
    const low = Math.min(points[k], points[3 + k]);
    const high = Math.max(points[k], points[3 + k]);
    if (boxes[at + k] > high || boxes[at + 3 + k] < low) return false;
  }
  return true;
}
