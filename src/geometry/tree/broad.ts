// Which bodies' boxes overlap: a tree over the bodies, searched against itself.
//
// The tree is kept from call to call and only fitted to the moved boxes, until its nodes have grown
// so much that it pays to build it anew. Whatever tree there is, the answer is the same: pairs come
// sorted by (first, second), so a simulation restored from a snapshot finds them in the same sequence.

import { boxesOverlap } from './box.ts';
import { IndexList } from './index-list.ts';
import { buildTree, NODE_EXTENT, NODE_SIZE, refitTree, type Tree } from './tree.ts';
import { findSelfPairs } from './self-pairs.ts';

/** Growth of all nodes together at which the tree is built anew. */
const WORN = 1.5;

export class BroadPhase {
  private tree: Tree = buildTree(new Float64Array(0));
  private extentWhenBuilt = 0;
  private readonly found = new IndexList(256);
  private halfSorted = new Int32Array(256);
  private starts = new Int32Array(1);

  /**
   * Adds every pair i < j of overlapping boxes to the list; boxes that only touch overlap.
   * @param boxes  six numbers a body, as in box.ts
   */
  findPairs(list: IndexList, boxes: Float64Array): void {
    const count = boxes.length / 6;
    this.fit(boxes, count);
    const { found } = this;
    found.clear();
    findSelfPairs(found, this.tree);

    // Sorted by (first, second): two stable counting passes, by the second body and then by the first.
    if (this.halfSorted.length < found.length) this.halfSorted = new Int32Array(2 * found.length);
    if (this.starts.length < count + 1) this.starts = new Int32Array(count + 1);
    this.distribute(found.data, this.halfSorted, found.length, 1, count);
    this.distribute(this.halfSorted, found.data, found.length, 0, count);
    for (let k = 0; k < found.length; k += 2) {
      const i = found.data[k];
      const j = found.data[k + 1];
      // Nodes are a hair larger than their boxes.
      if (boxesOverlap(boxes, 6 * i, boxes, 6 * j)) list.pushPair(i, j);
    }
  }

  private fit(boxes: Float64Array, count: number): void {
    if (this.tree.count === count) {
      refitTree(this.tree, boxes);
      if (extentOf(this.tree) <= WORN * this.extentWhenBuilt) return;
    }
    this.tree = buildTree(boxes);
    this.extentWhenBuilt = extentOf(this.tree);
  }

  /** Copies pairs so that their first (key 0) or second (key 1) bodies ascend, equal ones in the old order. */
  private distribute(from: Int32Array, to: Int32Array, length: number, key: number, count: number): void {
    const { starts } = this;
    starts.fill(0, 0, count + 1);
    for (let k = 0; k < length; k += 2) starts[from[k + key] + 1]++;
    for (let body = 1; body <= count; body++) starts[body] += starts[body - 1];
    for (let k = 0; k < length; k += 2) {
      const at = 2 * starts[from[k + key]]++;
      to[at] = from[k];
      to[at + 1] = from[k + 1];
    }
  }
}

function extentOf(tree: Tree): number {
  let sum = 0;
  for (let o = NODE_EXTENT; o < tree.nodes.length; o += NODE_SIZE) sum += tree.nodes[o];
  return sum;
}
