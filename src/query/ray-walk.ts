// The boxes of a tree that a ray runs through, from near to far. Boxes are widened by the roundings of everything that
// follows, so that no face is missed whose own test would say hit.

import type { Tree } from '../geometry/tree/index.ts';
import { MARGIN, rootExtent } from './placed.ts';
import { MISSED, TreeWalk } from './walk.ts';

/** Instead of 1/0: times zero it is zero, times anything else far away. */
const STEEPEST = 1e300;
const ROUNDING = 8 * Number.EPSILON;

export class RayWalk extends TreeWalk {
  private ox = 0;
  private oy = 0;
  private oz = 0;
  private ix = 0;
  private iy = 0;
  private iz = 0;
  private wide = 0;

  /** @param direction  of length one, in the coordinates of the tree like the origin */
  begin(tree: Tree, origin: Float64Array, direction: Float64Array): void {
    this.ox = origin[0];
    this.oy = origin[1];
    this.oz = origin[2];
    this.ix = inverse(direction[0]);
    this.iy = inverse(direction[1]);
    this.iz = inverse(direction[2]);
    let scale = rootExtent(tree);
    for (let k = 0; k < 3; k++) scale += Math.abs(origin[k]) + (tree.count > 0 ? Math.abs(tree.nodes[k]) : 0);
    this.wide = MARGIN * scale;
    this.start(tree);
  }

  protected enter(nodes: Float64Array, o: number): number {
    const { wide } = this;
    const x = nodes[o] - this.ox;
    const y = nodes[o + 1] - this.oy;
    const z = nodes[o + 2] - this.oz;
    const hx = nodes[o + 3] + wide;
    const hy = nodes[o + 4] + wide;
    const hz = nodes[o + 5] + wide;
    const x0 = (x - hx) * this.ix;
    const x1 = (x + hx) * this.ix;
    const y0 = (y - hy) * this.iy;
    const y1 = (y + hy) * this.iy;
    const z0 = (z - hz) * this.iz;
    const z1 = (z + hz) * this.iz;
    const first = Math.max(0, Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1));
    const last = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1));
    return first <= last * (1 + ROUNDING) ? first * (1 - ROUNDING) : MISSED;
  }
}

function inverse(x: number): number {
  return Math.abs(x) > 1 / STEEPEST ? 1 / x : STEEPEST;
}
