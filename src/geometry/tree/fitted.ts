// A tree over boxes that move: kept from call to call and only fitted to them, until its nodes have grown so much that it
// pays to build it anew.

import { buildTree, NODE_EXTENT, NODE_SIZE, refitTree, type Tree } from './tree.ts';

/** Growth of all nodes together at which the tree is built anew. */
const WORN = 1.5;

export class FittedTree {
  tree: Tree = buildTree(new Float64Array(0));
  private extentWhenBuilt = 0;

  /** @param boxes  six numbers a primitive, as in box.ts */
  fit(boxes: Float64Array): Tree {
    if (this.tree.count === boxes.length / 6) {
      refitTree(this.tree, boxes);
      if (extentOf(this.tree) <= WORN * this.extentWhenBuilt) return this.tree;
    }
    this.tree = buildTree(boxes);
    this.extentWhenBuilt = extentOf(this.tree);
    return this.tree;
  }
}

function extentOf(tree: Tree): number {
  let sum = 0;
  for (let o = NODE_EXTENT; o < tree.nodes.length; o += NODE_SIZE) sum += tree.nodes[o];
  return sum;
}
