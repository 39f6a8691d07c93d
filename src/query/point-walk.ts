// The boxes of a tree from the nearest to a point on; keys are squared distances [m²].

import type { Tree } from '../geometry/tree/index.ts';
import { MARGIN, rootExtent } from './placed.ts';
import { TreeWalk } from './walk.ts';

export class PointWalk extends TreeWalk {
  private x = 0;
  private y = 0;
  private z = 0;
  private wide = 0;

  begin(tree: Tree, point: Float64Array): void {
    this.x = point[0];
    this.y = point[1];
    this.z = point[2];
    let scale = rootExtent(tree);
    for (let k = 0; k < 3; k++) scale += Math.abs(point[k]) + (tree.count > 0 ? Math.abs(tree.nodes[k]) : 0);
    this.wide = MARGIN * scale;
    this.start(tree);
  }

  protected enter(nodes: Float64Array, o: number): number {
    const dx = Math.max(0, Math.abs(nodes[o] - this.x) - nodes[o + 3] - this.wide);
    const dy = Math.max(0, Math.abs(nodes[o + 1] - this.y) - nodes[o + 4] - this.wide);
    const dz = Math.max(0, Math.abs(nodes[o + 2] - this.z) - nodes[o + 5] - this.wide);
    return dx * dx + dy * dy + dz * dz;
  }
}
