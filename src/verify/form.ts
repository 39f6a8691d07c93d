// What there is to know of a mesh that does not depend on where it is; each made when first asked for.
//
// All items of one mesh share one form. Much of it is never needed: a body that stays by itself has
// no use for a tree.

import type { Mesh } from '../scene/index.ts';
import { isClosed } from './distance/closed.ts';
import type { Simplices } from './simplices.ts';
import { firstOfComponents, simplicesOf } from './simplices.ts';
import type { Tree } from './tree.ts';
import { buildTree, refit } from './tree.ts';

export class Form {
  readonly mesh: Mesh;
  readonly simplices: Simplices;
  /** Centre and half size of the box around all vertices [m]; empty without vertices. */
  readonly bounds: Float64Array;
  /** The largest distance of a vertex from the origin [m]. */
  readonly radius: number;
  private lazyTree: Tree | undefined;
  private lazyBoxes: Float64Array | undefined;
  private lazyComponents: Int32Array | undefined;
  private lazyClosed: boolean | undefined;

  constructor(mesh: Mesh) {
    this.mesh = mesh;
    this.simplices = simplicesOf(mesh);
    this.bounds = boundsOf(mesh.positions);
    this.radius = radiusOf(mesh.positions);
  }

  get tree(): Tree {
    this.lazyTree ??= buildTree(this.simplices, this.mesh.positions);
    return this.lazyTree;
  }

  /** Centre and half size of the tree's boxes in the mesh's own coordinates, six numbers a node. */
  get boxes(): Float64Array {
    this.lazyBoxes ??= centredBoxes(this.tree, this.simplices, this.mesh.positions);
    return this.lazyBoxes;
  }

  /** The first simplex of each part that hangs together. */
  get components(): Int32Array {
    this.lazyComponents ??= firstOfComponents(this.simplices, this.mesh.positions.length / 3);
    return this.lazyComponents;
  }

  /** Its faces have an inside. */
  get closed(): boolean {
    this.lazyClosed ??= isClosed(this.mesh);
    return this.lazyClosed;
  }
}

function boundsOf(positions: Float64Array): Float64Array {
  if (positions.length === 0) return new Float64Array(0);
  const bounds = new Float64Array(6);
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < positions.length; i += 3) {
      if (positions[i] < low) low = positions[i];
      if (positions[i] > high) high = positions[i];
    }
    bounds[k] = 0.5 * (low + high);
    bounds[k + 3] = 0.5 * (high - low);
  }
  return bounds;
}

function radiusOf(positions: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return Math.sqrt(largest);
}

function centredBoxes(tree: Tree, simplices: Simplices, positions: Float64Array): Float64Array {
  const boxes = new Float64Array(6 * tree.nodes);
  refit(tree, simplices, 0, positions, positions, new Float64Array(positions.length / 3), boxes);
  for (let i = 0; i < boxes.length; i += 6) {
    for (let k = i; k < i + 3; k++) {
      const low = boxes[k];
      boxes[k] = 0.5 * (low + boxes[k + 3]);
      boxes[k + 3] = 0.5 * (boxes[k + 3] - low);
    }
  }
  return boxes;
}
