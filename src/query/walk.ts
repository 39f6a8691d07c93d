// A tree looked through from near to far: leaf after leaf, as long as they are not beyond what was found meanwhile.

import { NODE_SIZE, type Tree } from '../geometry/tree/index.ts';

/** What `enter` says of a node that has nothing to find. */
export const MISSED = Infinity;

export abstract class TreeWalk {
  private links: Int32Array = new Int32Array(0);
  private nodes: Float64Array = new Float64Array(0);
  private waiting = new Int32Array(64);
  private keys = new Float64Array(64);
  private top = 0;

  /** How far away the node at `o` begins at least, or MISSED. */
  protected abstract enter(nodes: Float64Array, o: number): number;

  protected start({ count, depth, nodes, links }: Tree): void {
    this.nodes = nodes;
    this.links = links;
    this.top = 0;
    if (count === 0) return;
    if (this.waiting.length < depth + 1) {
      this.waiting = new Int32Array(2 * depth + 2);
      this.keys = new Float64Array(2 * depth + 2);
    }
    this.waiting[0] = 0;
    this.keys[0] = this.enter(nodes, 0);
    this.top = 1;
  }

  /**
   * The next primitive, or -1: what lies beyond `limit` is passed over.
   * @param limit  finite
   */
  next(limit: number): number {
    const { waiting, keys, links, nodes } = this;
    while (this.top > 0) {
      this.top--;
      if (keys[this.top] > limit) continue;
      let i = waiting[this.top];
      for (;;) {
        const link = links[i];
        if (link < 0) return ~link;
        const left = this.enter(nodes, NODE_SIZE * (i + 1));
        const right = this.enter(nodes, NODE_SIZE * link);
        const isLeft = left <= right;
        const far = isLeft ? right : left;
        if (far <= limit) {
          waiting[this.top] = isLeft ? link : i + 1;
          keys[this.top++] = far;
        }
        if ((isLeft ? left : right) > limit) break;
        i = isLeft ? i + 1 : link;
      }
    }
    return -1;
  }
}
