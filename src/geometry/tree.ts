// Bounding-volume trees over boxes, built once per body in the body's own frame.
//
// A binary tree with one primitive a leaf, nodes in depth-first order: the left child of node i is
// i + 1. Each node is eight numbers, one cache line:
//
//   centre x y z, half extents x y z, ρ, size
//
// ρ [m] is the largest distance of anything inside from the body's origin: turning the body by an
// angle θ moves the node's contents by at most θρ. size is the sum of the half extents. Centre and
// half extents rather than min and max, because that is what a rotation maps simply; half extents
// are rounded up, so a node always contains its primitives.

import { splitRange, startSplitting } from './tree-split.ts';

export const NODE_SIZE = 8;
export const NODE_RADIUS = 6;
export const NODE_EXTENT = 7;

export interface Tree {
  /** Primitives, and leaves. There are 2 count - 1 nodes. */
  readonly count: number;
  /** Eight numbers a node. */
  readonly nodes: Float64Array;
  /** The right child of an inner node; of a leaf, the primitive p as ~p = -1 - p. */
  readonly links: Int32Array;
  /** The longest way from the root to a leaf, in nodes: bounds the stack of a search. */
  readonly depth: number;
}

/**
 * Builds the tree by the surface area heuristic; the same boxes give the same tree.
 * @param boxes  six numbers a primitive, as in box.ts
 */
export function buildTree(boxes: Float64Array): Tree {
  const count = boxes.length / 6;
  const nodeCount = Math.max(0, 2 * count - 1);
  const links = new Int32Array(nodeCount);
  let depth = 0;

  if (count > 0) {
    const split = startSplitting(boxes);
    // Node, first, end and level of the ranges still to be split.
    const waiting = [0, 0, count, 1];
    while (waiting.length > 0) {
      const level = waiting.pop()!;
      const end = waiting.pop()!;
      const first = waiting.pop()!;
      const node = waiting.pop()!;
      depth = Math.max(depth, level);
      if (end - first === 1) {
        links[node] = ~split.order[first];
        continue;
      }
      const middle = splitRange(split, first, end, level);
      const right = node + 2 * (middle - first);
      links[node] = right;
      waiting.push(right, middle, end, level + 1, node + 1, first, middle, level + 1);
    }
  }

  const tree = { count, nodes: new Float64Array(NODE_SIZE * nodeCount), links, depth };
  refitTree(tree, boxes);
  return tree;
}

/** Fits the nodes to boxes that have moved; the shape of the tree stays. */
export function refitTree(tree: Tree, boxes: Float64Array): void {
  const { nodes, links } = tree;
  // Children come after their parent, so backwards every child is ready. Boxes first, as min and max.
  for (let i = links.length - 1; i >= 0; i--) {
    const o = NODE_SIZE * i;
    if (links[i] < 0) {
      const b = 6 * ~links[i];
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        nodes[o + k] = boxes[b + k];
        nodes[o + 3 + k] = boxes[b + 3 + k];
        const far = Math.max(Math.abs(boxes[b + k]), Math.abs(boxes[b + 3 + k]));
        squared += far * far;
      }
      nodes[o + NODE_RADIUS] = Math.sqrt(squared) * ROUND_UP;
    } else {
      const l = NODE_SIZE * (i + 1);
      const r = NODE_SIZE * links[i];
      for (let k = 0; k < 3; k++) {
        nodes[o + k] = Math.min(nodes[l + k], nodes[r + k]);
        nodes[o + 3 + k] = Math.max(nodes[l + 3 + k], nodes[r + 3 + k]);
      }
      nodes[o + NODE_RADIUS] = Math.max(nodes[l + NODE_RADIUS], nodes[r + NODE_RADIUS]);
    }
  }
  for (let o = 0; o < nodes.length; o += NODE_SIZE) {
    let extent = 0;
    for (let k = 0; k < 3; k++) {
      const min = nodes[o + k];
      const max = nodes[o + 3 + k];
      const centre = 0.5 * min + 0.5 * max;
      const half = Math.max(max - centre, centre - min) * ROUND_UP;
      nodes[o + k] = centre;
      nodes[o + 3 + k] = half;
      extent += half;
    }
    nodes[o + NODE_EXTENT] = extent;
  }
}

/** Covers the few roundings of a difference or a norm. */
const ROUND_UP = 1 + 8 * Number.EPSILON;
