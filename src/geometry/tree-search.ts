// findTreePairs by its WebAssembly kernel: for trees whose arrays live in an arena (placeTree).
//
//   search.begin(a, b, motion);
//   for (let count = search.next(); count > 0; count = search.next()) … search.found[0 … 2 count] …
//
// Findings come in batches of fixed size, so that nothing has to grow in the arena; their order is that of the twin.

import type { Arena } from '../num/arena.ts';
import { type Kernels, kernelsFor } from '../num/kernels.ts';
import type { Tree } from './tree.ts';
import type { RelativeMotion } from './tree-pairs.ts';

const BATCH = 4096;
const MOTION_SIZE = 26;
const LAID_SIZE = 10;

/** The same tree, its arrays in the arena. */
export function placeTree(arena: Arena, tree: Tree): Tree {
  const nodes = arena.f64(tree.nodes.length);
  const links = arena.i32(tree.links.length);
  nodes.set(tree.nodes);
  links.set(tree.links);
  return { count: tree.count, nodes, links, depth: tree.depth };
}

export class TreeSearch {
  /** Primitive of a, primitive of b, and so on: what the last `next` found. */
  readonly found: Int32Array;
  private readonly kernels: Kernels;
  private readonly motion: Float64Array;
  private readonly stack: Int32Array;
  private readonly laid: Float64Array;
  private a = noTree;
  private b = noTree;

  /** @param deepest, largest  the largest depth and count of any tree that will be searched */
  constructor(arena: Arena, deepest: number, largest: number) {
    this.kernels = kernelsFor(arena);
    this.found = arena.i32(2 * BATCH);
    this.motion = arena.f64(MOTION_SIZE);
    // Each step replaces a pair of nodes by two, one of them a level deeper; the first number is how many wait.
    this.stack = arena.i32(1 + 4 * (deepest + 2));
    this.laid = arena.f64(LAID_SIZE * 2 * largest);
  }

  begin(a: Tree, b: Tree, motion: RelativeMotion): void {
    this.a = a;
    this.b = b;
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
  }

  /** How many pairs the next batch has; 0 when the search is done. */
  next(): number {
    if (this.stack[0] === 0) return 0;
    return this.kernels.searchTrees(
      this.a.nodes.byteOffset,
      this.a.links.byteOffset,
      this.b.nodes.byteOffset,
      this.b.links.byteOffset,
      this.motion.byteOffset,
      this.stack.byteOffset,
      this.laid.byteOffset,
      this.found.byteOffset,
      BATCH,
    );
  }
}

const noTree: Tree = { count: 0, nodes: new Float64Array(0), links: new Int32Array(0), depth: 0 };
