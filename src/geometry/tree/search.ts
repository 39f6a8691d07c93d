// findTreePairs by its WebAssembly kernel: for trees whose arrays live in an arena (placeTree).
//
//   search.begin(a, b, motion);
//   for (let count = search.next(); count > 0; count = search.next()) … search.found[0 … 2 count] …
//
// Findings come in batches of fixed size, so that nothing has to grow in the arena; their order is that of the twin.

import { type Arena, type Kernels, kernelsFor } from '../../num/kernels/index.ts';
import { NODE_SIZE, type Tree } from './tree.ts';
import type { RelativeMotion } from './pairs.ts';

const BATCH = 16384;
const MOTION_SIZE = 27;
const LAID_SIZE = 12;

/**
 * The same tree with its arrays in the arena, and what the kernel wants besides: for each node which leaf below it comes
 * first, and boxes and primitives of the leaves in their order.
 */
export interface PlacedTree extends Tree {
  /** Addresses of nodes, links, leaves, firsts, boxes and primitives. */
  readonly record: Int32Array;
}

export function placeTree(arena: Arena, tree: Tree): PlacedTree {
  const { count, depth } = tree;
  const nodes = arena.f64(tree.nodes.length);
  const links = arena.i32(tree.links.length);
  const leaves = arena.i32(tree.leaves.length);
  nodes.set(tree.nodes);
  links.set(tree.links);
  leaves.set(tree.leaves);
  const firsts = arena.i32(links.length);
  const boxes = arena.f64(NODE_SIZE * count);
  const primitives = arena.i32(count);
  let leaf = 0;
  for (let i = 0; i < links.length; i++) {
    firsts[i] = leaf;
    if (links[i] >= 0) continue;
    for (let k = 0; k < NODE_SIZE; k++) boxes[NODE_SIZE * leaf + k] = nodes[NODE_SIZE * i + k];
    primitives[leaf++] = ~links[i];
  }
  const record = arena.i32(6);
  record.set([nodes, links, leaves, firsts, boxes, primitives].map((array) => array.byteOffset));
  return { count, nodes, links, leaves, depth, record };
}

export class TreeSearch {
  /** Primitive of a, primitive of b, and so on: what the last `next` found. */
  readonly found: Int32Array;
  private readonly kernels: Kernels;
  private readonly motion: Float64Array;
  private readonly stack: Int32Array;
  private readonly laid: Float64Array;
  private readonly laidLeaves: Float64Array;
  private a = 0;
  private b = 0;

  /** @param deepest, largest  the largest depth and count of any tree that will be searched */
  constructor(arena: Arena, deepest: number, largest: number) {
    this.kernels = kernelsFor(arena);
    this.found = arena.i32(2 * (BATCH + 1)); // what is tested last may be written and not counted
    this.motion = arena.f64(MOTION_SIZE);
    // Each step replaces a pair of nodes by two, one of them a level deeper; the first number is how many wait.
    this.stack = arena.i32(1 + 4 * (deepest + 2));
    this.laid = arena.f64(LAID_SIZE * 2 * largest);
    this.laidLeaves = arena.f64(LAID_SIZE * largest);
  }

  begin(a: PlacedTree, b: PlacedTree, motion: RelativeMotion): void {
    this.a = a.record.byteOffset;
    this.b = b.record.byteOffset;
    const { stack, motion: record } = this;
    stack[0] = a.count === 0 || b.count === 0 ? 0 : -1;
    for (let k = 0; k < 9; k++) record[k] = motion.rotation[k];
    for (let k = 0; k < 3; k++) {
      record[9 + k] = motion.translation[k];
      record[12 + k] = motion.sweep[k];
      record[15 + k] = motion.pivot[k];
      record[18 + k] = motion.spin[k];
    }
    record[21] = motion.angleA;
    record[22] = motion.angleB;
    record[23] = motion.turn;
    record[24] = motion.bend;
    record[25] = motion.distance;
    record[26] += 1;
  }

  /** How many pairs the next batch has; 0 when the search is done. */
  next(): number {
    if (this.stack[0] === 0) return 0;
    return this.kernels.searchTrees(
      this.a,
      this.b,
      this.motion.byteOffset,
      this.stack.byteOffset,
      this.laid.byteOffset,
      this.laidLeaves.byteOffset,
      this.found.byteOffset,
      BATCH,
    );
  }
}
