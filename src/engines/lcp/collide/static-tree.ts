// Which static pieces are near a place: a tree of boxes over all of them, built when something static has moved.

import { buildTree, NODE_SIZE, type Tree } from '../../../geometry/tree/index.ts';
import type { Piece } from './piece.ts';

export class StaticTree {
  private readonly tree: Tree;
  private readonly stack: Int32Array;
  /** Lower and upper corner of each piece. */
  private readonly boxes: Float64Array;

  /** @param pieces  placed */
  constructor(pieces: readonly Piece[]) {
    const boxes = new Float64Array(6 * pieces.length);
    pieces.forEach((piece, i) => {
      writeBox(boxes, 6 * i, piece);
    });
    this.boxes = boxes;
    this.tree = buildTree(boxes);
    this.stack = new Int32Array(2 * this.tree.depth + 2);
  }

  /** How near the box of a piece is to a point, rounded down. */
  distance(piece: number, x: number, y: number, z: number): number {
    const { boxes } = this;
    const o = 6 * piece;
    const dx = Math.max(0, boxes[o] - x, x - boxes[o + 3]);
    const dy = Math.max(0, boxes[o + 1] - y, y - boxes[o + 4]);
    const dz = Math.max(0, boxes[o + 2] - z, z - boxes[o + 5]);
    return Math.sqrt(dx * dx + dy * dy + dz * dz) * (1 - 1e-12);
  }

  /** Writes the numbers of all pieces whose boxes meet the ball's box to `found`, and returns how many there are. */
  search(found: number[], x: number, y: number, z: number, r: number): number {
    const { links, nodes, count } = this.tree;
    if (count === 0) return 0;
    const { stack } = this;
    let hits = 0;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      const o = NODE_SIZE * node;
      if (
        Math.abs(x - nodes[o]) > nodes[o + 3] + r ||
        Math.abs(y - nodes[o + 1]) > nodes[o + 4] + r ||
        Math.abs(z - nodes[o + 2]) > nodes[o + 5] + r
      )
        continue;
      const link = links[node];
      if (link < 0) found[hits++] = ~link;
      else {
        stack[depth++] = node + 1;
        stack[depth++] = link;
      }
    }
    return hits;
  }
}

function writeBox(boxes: Float64Array, o: number, piece: Piece): void {
  const { vertices, centre, reach } = piece;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < vertices.length; i += 3) {
      low = Math.min(low, vertices[i]);
      high = Math.max(high, vertices[i]);
    }
    // What is larger than its corners say (a ball, a capsule) by the ball around it.
    const round = vertices.length === 0 || piece.radius > 0;
    boxes[o + k] = round ? centre[k] - reach : low;
    boxes[o + 3 + k] = round ? centre[k] + reach : high;
  }
}
