// What a search through one tree, or two at once, has still to look at.

export class SearchStack {
  nodes = new Int32Array(256);
  /** Nodes of the second tree, where there are two. */
  others = new Int32Array(256);
  /** What is below is at least this far [m]. */
  bounds = new Float64Array(256);

  reserve(room: number): void {
    if (room <= this.nodes.length) return;
    this.nodes = new Int32Array(2 * room);
    this.others = new Int32Array(2 * room);
    this.bounds = new Float64Array(2 * room);
  }

  put(at: number, node: number, other: number, bound: number): void {
    this.nodes[at] = node;
    this.others[at] = other;
    this.bounds[at] = bound;
  }
}
