// Which bodies' boxes overlap: a tree over the bodies, searched against itself.
//
// The tree is kept from call to call (fitted.ts). Whatever tree there is, the answer is the same: pairs come
// sorted by (first, second), so a simulation restored from a snapshot finds them in the same sequence.

import { boxesOverlap } from './box.ts';
import { FittedTree } from './fitted.ts';
import { IndexList } from './index-list.ts';
import { findSelfPairs } from './self-pairs.ts';

export class BroadPhase {
  private readonly fitted = new FittedTree();
  private readonly found = new IndexList(256);
  private halfSorted = new Int32Array(256);
  private starts = new Int32Array(1);

  /**
   * Adds every pair i < j of overlapping boxes to the list; boxes that only touch overlap.
   * @param boxes  six numbers a body, as in box.ts
   */
  findPairs(list: IndexList, boxes: Float64Array): void {
    const count = boxes.length / 6;
    const { found } = this;
    found.clear();
    findSelfPairs(found, this.fitted.fit(boxes));

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
