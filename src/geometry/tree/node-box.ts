// All primitives of a tree whose boxes overlap a given box. Boxes that only touch overlap; a hair of
// rounding may be found as well, never missed.

import type { IndexList } from './index-list.ts';
import { NodeStack } from './node-stack.ts';
import { NODE_SIZE, type Tree } from './tree.ts';

const stack = new NodeStack();

/**
 * Adds the primitives to the list, in the order of the tree.
 * @param boxes     six numbers at `at`, as in box.ts
 * @param distance  boxes as near as this along each axis [m] are found too
 */
export function findInBox(list: IndexList, tree: Tree, boxes: Float64Array, at: number, distance = 0): void {
  if (tree.count === 0) return;
  const waiting = stack.atLeast(tree.depth + 1);
  const { nodes, links } = tree;
  const cx = 0.5 * boxes[at] + 0.5 * boxes[at + 3];
  const cy = 0.5 * boxes[at + 1] + 0.5 * boxes[at + 4];
  const cz = 0.5 * boxes[at + 2] + 0.5 * boxes[at + 5];
  // Three roundings: of the centre, of its difference from a node's, of the sum of half extents.
  const size = Math.abs(cx) + Math.abs(cy) + Math.abs(cz);
  const near = distance + 4 * Number.EPSILON * (size + distance);
  const hx = (boxes[at + 3] - boxes[at]) * GROW + near;
  const hy = (boxes[at + 4] - boxes[at + 1]) * GROW + near;
  const hz = (boxes[at + 5] - boxes[at + 2]) * GROW + near;

  waiting[0] = 0;
  let top = 1;
  while (top > 0) {
    let i = waiting[--top];
    for (;;) {
      const o = NODE_SIZE * i;
      if (Math.abs(nodes[o] - cx) > nodes[o + 3] + hx) break;
      if (Math.abs(nodes[o + 1] - cy) > nodes[o + 4] + hy) break;
      if (Math.abs(nodes[o + 2] - cz) > nodes[o + 5] + hz) break;
      const link = links[i];
      if (link < 0) {
        list.push(~link);
        break;
      }
      waiting[top++] = link;
      i++;
    }
  }
}

/** Half, and a few roundings. */
const GROW = 0.5 * (1 + 16 * Number.EPSILON);
