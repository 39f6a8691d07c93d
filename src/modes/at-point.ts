// The displacement of every mode at a point of the body: that of the nearest point of its boundary, between the
// vertices of the triangle there.
//
// Four triangles a quadratic face make the interpolation linear on half an element: its error is of the order of the
// element's size squared times the curvature of the shape, below that of the frequencies.

import { buildTree, NODE_SIZE, type Tree, writePrimitiveBoxes } from '../geometry/tree/index.ts';
import { CLOSEST_SIZE, CLOSEST_SQUARED, pointTriangleClosest } from '../geometry/distance/index.ts';
import type { Modes } from './modes.ts';

/** Finds places on a surface. */
export interface Locator {
  /** Over its faces. */
  readonly tree: Tree;
  /** Three vertices each. */
  readonly faces: Uint32Array;
  /** The vertices, and the point that is looked for behind them. */
  readonly positions: Float64Array;
  /** Where the last search ended: three vertices, their weights, and the squared distance [m²]. */
  readonly vertices: Uint32Array;
  /** Their weights. */
  readonly weights: Float64Array;
  /** Room for the search. */
  readonly stack: Int32Array;
}

/** Makes ready to find places on a surface. */
export function makeLocator({ positions, faces }: Pick<Modes, 'positions' | 'faces'>): Locator {
  const boxes = new Float64Array(2 * faces.length);
  writePrimitiveBoxes(boxes, positions, faces, 3);
  const tree = buildTree(boxes);
  const extended = new Float64Array(positions.length + 3);
  extended.set(positions);
  return {
    tree,
    faces,
    positions: extended,
    vertices: new Uint32Array(3),
    weights: new Float64Array(4),
    stack: new Int32Array(tree.depth + 2),
  };
}

const closest = new Float64Array(CLOSEST_SIZE);

/** Finds the point of the boundary nearest to x y z; leaves vertices and weights in the locator. */
export function locate(locator: Locator, x: number, y: number, z: number): void {
  const { tree, faces, positions, vertices, weights, stack } = locator;
  const point = positions.length - 3;
  positions[point] = x;
  positions[point + 1] = y;
  positions[point + 2] = z;
  let nearest = Infinity;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    if (boxDistanceSquared(tree, node, x, y, z) >= nearest) continue;
    const link = tree.links[node];
    if (link < 0) {
      const f = 3 * ~link;
      pointTriangleClosest(closest, 0, positions, point, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]);
      if (closest[CLOSEST_SQUARED] < nearest) {
        nearest = closest[CLOSEST_SQUARED];
        for (let c = 0; c < 3; c++) {
          vertices[c] = faces[f + c];
          // of the second primitive, which have the other sign
          weights[c] = -closest[1 + c];
        }
      }
      continue;
    }
    // the nearer child is looked at first
    const left = node + 1;
    const leftFirst = boxDistanceSquared(tree, left, x, y, z) <= boxDistanceSquared(tree, link, x, y, z);
    stack[top++] = leftFirst ? link : left;
    stack[top++] = leftFirst ? left : link;
  }
  weights[3] = nearest;
}

/**
 * Displacement of all modes at a body point [1/√kg].
 * @param out  written: out[3 * mode + k]
 */
export function shapeAt(
  modes: Modes,
  locator: Locator,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  locate(locator, x, y, z);
  const { vertices, weights } = locator;
  const { shapes } = modes;
  const size = modes.positions.length;
  const a = 3 * vertices[0];
  const b = 3 * vertices[1];
  const c = 3 * vertices[2];
  for (let m = 0; m < modes.count; m++) {
    const at = m * size;
    for (let k = 0; k < 3; k++) {
      out[3 * m + k] =
        weights[0] * shapes[at + a + k] + weights[1] * shapes[at + b + k] + weights[2] * shapes[at + c + k];
    }
  }
}

function boxDistanceSquared({ nodes }: Tree, node: number, x: number, y: number, z: number): number {
  const at = NODE_SIZE * node;
  const dx = Math.max(0, Math.abs(x - nodes[at]) - nodes[at + 3]);
  const dy = Math.max(0, Math.abs(y - nodes[at + 1]) - nodes[at + 4]);
  const dz = Math.max(0, Math.abs(z - nodes[at + 2]) - nodes[at + 5]);
  return dx * dx + dy * dy + dz * dz;
}
