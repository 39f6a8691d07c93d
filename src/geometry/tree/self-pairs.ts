// All pairs of primitives of one tree whose boxes overlap: bodies of a scene, parts of a cloth.

import type { IndexList } from './index-list.ts';
import { NodeStack } from './node-stack.ts';
import { NODE_EXTENT, NODE_SIZE, type Tree } from './tree.ts';

const stack = new NodeStack();

/**
 * Adds every pair (i, j), i < j, of primitives whose boxes come as near as `distance` [m] along each
 * axis, once each; boxes that only touch are found. The order depends on the tree only.
 */
export function findSelfPairs(list: IndexList, tree: Tree, distance = 0): void {
  if (tree.count === 0) return;
  // A node against itself leaves two pairs waiting a level, two nodes leave one.
  const waiting = stack.atLeast(2 * (3 * tree.depth + 3));
  const { nodes, links } = tree;
  const near = distance * (1 + 4 * Number.EPSILON);

  waiting[0] = 0;
  waiting[1] = 0;
  let top = 2;
  while (top > 0) {
    top -= 2;
    const i = waiting[top];
    const j = waiting[top + 1];
    if (i === j) {
      const right = links[i];
      if (right < 0) continue;
      waiting[top] = i + 1;
      waiting[top + 1] = right;
      waiting[top + 2] = right;
      waiting[top + 3] = right;
      waiting[top + 4] = i + 1;
      waiting[top + 5] = i + 1;
      top += 6;
      continue;
    }
    const p = NODE_SIZE * i;
    const q = NODE_SIZE * j;
    if (Math.abs(nodes[p] - nodes[q]) > nodes[p + 3] + nodes[q + 3] + near) continue;
    if (Math.abs(nodes[p + 1] - nodes[q + 1]) > nodes[p + 4] + nodes[q + 4] + near) continue;
    if (Math.abs(nodes[p + 2] - nodes[q + 2]) > nodes[p + 5] + nodes[q + 5] + near) continue;

    const linkI = links[i];
    const linkJ = links[j];
    if (linkI < 0 && linkJ < 0) {
      if (linkI > linkJ) list.pushPair(~linkI, ~linkJ);
      else list.pushPair(~linkJ, ~linkI);
    } else if (linkJ < 0 || (linkI >= 0 && nodes[p + NODE_EXTENT] > nodes[q + NODE_EXTENT])) {
      waiting[top] = linkI;
      waiting[top + 1] = j;
      waiting[top + 2] = i + 1;
      waiting[top + 3] = j;
      top += 4;
    } else {
      waiting[top] = i;
      waiting[top + 1] = linkJ;
      waiting[top + 2] = i;
      waiting[top + 3] = j + 1;
      top += 4;
    }
  }
}
