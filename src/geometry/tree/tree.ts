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

import { splitRange, startSplitting } from './split.ts';

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
  /** How many primitives are below each node: node i has its leaves among nodes i … i + 2 leaves[i] - 2. */
  readonly leaves: Int32Array;
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
  const leaves = new Int32Array(nodeCount);
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
      leaves[node] = end - first;
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

  const tree = { count, nodes: new Float64Array(NODE_SIZE * nodeCount), links, leaves, depth };
  refitTree(tree, boxes);
  return tree;
}

/** Fits the nodes to boxes that have moved; the shape of the tree stays. */
export function refitTree(tree: Tree, boxes: Float64Array): void {
  const { nodes, links } = tree;
  // Children come after their parent, so backwards every child is ready. Boxes first, as min and max.
  for (let i = links.length - 1; i >= 0; i--) {
    if (links[i] < 0) fitLeaf(nodes, NODE_SIZE * i, boxes, 6 * ~links[i]);
    else joinNodes(nodes, NODE_SIZE * i, NODE_SIZE * (i + 1), NODE_SIZE * links[i]);
  }
  for (let o = 0; o < nodes.length; o += NODE_SIZE) centreNode(nodes, o);
}

function fitLeaf(nodes: Float64Array, o: number, boxes: Float64Array, b: number): void {
  const minX = boxes[b];
  const minY = boxes[b + 1];
  const minZ = boxes[b + 2];
  const maxX = boxes[b + 3];
  const maxY = boxes[b + 4];
  const maxZ = boxes[b + 5];
  nodes[o] = minX;
  nodes[o + 1] = minY;
  nodes[o + 2] = minZ;
  nodes[o + 3] = maxX;
  nodes[o + 4] = maxY;
  nodes[o + 5] = maxZ;
  const farX = Math.max(-minX, maxX);
  const farY = Math.max(-minY, maxY);
  const farZ = Math.max(-minZ, maxZ);
  nodes[o + NODE_RADIUS] = Math.sqrt(farX * farX + farY * farY + farZ * farZ) * ROUND_UP;
}

function joinNodes(nodes: Float64Array, o: number, l: number, r: number): void {
  nodes[o] = Math.min(nodes[l], nodes[r]);
  nodes[o + 1] = Math.min(nodes[l + 1], nodes[r + 1]);
  nodes[o + 2] = Math.min(nodes[l + 2], nodes[r + 2]);
  nodes[o + 3] = Math.max(nodes[l + 3], nodes[r + 3]);
  nodes[o + 4] = Math.max(nodes[l + 4], nodes[r + 4]);
  nodes[o + 5] = Math.max(nodes[l + 5], nodes[r + 5]);
  nodes[o + NODE_RADIUS] = Math.max(nodes[l + NODE_RADIUS], nodes[r + NODE_RADIUS]);
}

/** From min and max to centre and half extents, and the size. */
function centreNode(nodes: Float64Array, o: number): void {
  const cx = 0.5 * nodes[o] + 0.5 * nodes[o + 3];
  const cy = 0.5 * nodes[o + 1] + 0.5 * nodes[o + 4];
  const cz = 0.5 * nodes[o + 2] + 0.5 * nodes[o + 5];
  const hx = Math.max(nodes[o + 3] - cx, cx - nodes[o]) * ROUND_UP;
  const hy = Math.max(nodes[o + 4] - cy, cy - nodes[o + 1]) * ROUND_UP;
  const hz = Math.max(nodes[o + 5] - cz, cz - nodes[o + 2]) * ROUND_UP;
  nodes[o] = cx;
  nodes[o + 1] = cy;
  nodes[o + 2] = cz;
  nodes[o + 3] = hx;
  nodes[o + 4] = hy;
  nodes[o + 5] = hz;
  nodes[o + NODE_EXTENT] = hx + hy + hz;
}

/** Covers the few roundings of a difference or a norm. */
const ROUND_UP = 1 + 8 * Number.EPSILON;
