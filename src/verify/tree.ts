// A tree of boxes over the simplices of one mesh, built once; its boxes are refitted as things move.
//
// Nodes are in preorder, one simplex a leaf: the left child of node i is i + 1, its right child
// right[i]; a leaf has right[i] = −1 − simplex. Children come after their parent, so one loop
// from the last node to the first refits everything. This is the judge's own tree: it shares
// nothing with the engines', which it is there to check.

import type { Simplices } from './simplices.ts';

export interface Tree {
  readonly nodes: number;
  readonly right: Int32Array;
}

export function buildTree(simplices: Simplices, positions: Float64Array): Tree {
  const { count, vertices } = simplices;
  const centres = new Float64Array(3 * count);
  for (let s = 0; s < count; s++) {
    for (let k = 0; k < 3; k++) {
      centres[3 * s + k] =
        (positions[3 * vertices[3 * s] + k] +
          positions[3 * vertices[3 * s + 1] + k] +
          positions[3 * vertices[3 * s + 2] + k]) /
        3;
    }
  }
  const nodes = Math.max(0, 2 * count - 1);
  const right = new Int32Array(nodes);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  let next = 0;

  // Halving the list keeps the depth at log₂ of the count, so the recursion is shallow.
  const split = (from: number, until: number): void => {
    const node = next++;
    if (until - from === 1) {
      right[node] = -1 - order[from];
      return;
    }
    const axis = widestAxis(centres, order, from, until);
    const middle = (from + until) >> 1;
    selectMiddle(centres, axis, order, from, until, middle);
    split(from, middle);
    right[node] = next;
    split(middle, until);
  };
  if (count > 0) split(0, count);
  return { nodes, right };
}

/** Orders so far that what is before `middle` is not right of what is from there on (Hoare's selection). */
function selectMiddle(
  centres: Float64Array,
  axis: number,
  order: Uint32Array,
  from: number,
  until: number,
  middle: number,
): void {
  let left = from;
  let right = until - 1;
  while (left < right) {
    const pivot = centres[3 * order[(left + right) >> 1] + axis];
    let i = left;
    let j = right;
    while (i <= j) {
      while (centres[3 * order[i] + axis] < pivot) i++;
      while (centres[3 * order[j] + axis] > pivot) j--;
      if (i <= j) {
        const swapped = order[i];
        order[i++] = order[j];
        order[j--] = swapped;
      }
    }
    if (middle <= j) right = j;
    else if (middle >= i) left = i;
    else return;
  }
}

function widestAxis(centres: Float64Array, order: Uint32Array, from: number, until: number): number {
  let widest = 0;
  let width = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = from; i < until; i++) {
      const v = centres[3 * order[i] + axis];
      if (v < low) low = v;
      if (v > high) high = v;
    }
    if (high - low > width) {
      width = high - low;
      widest = axis;
    }
  }
  return widest;
}

/**
 * Boxes (low xyz, high xyz a node) around all simplices while their vertices move from x0 to x1.
 * @param deviation  how far [m] each vertex may be from its chord
 */
export function refit(
  tree: Tree,
  simplices: Simplices,
  firstVertex: number,
  x0: Float64Array,
  x1: Float64Array,
  deviation: Float64Array,
  boxes: Float64Array,
): void {
  const { right } = tree;
  const { vertices, sizes } = simplices;
  for (let node = tree.nodes - 1; node >= 0; node--) {
    const at = 6 * node;
    if (right[node] < 0) {
      const simplex = -1 - right[node];
      let lx = Number.POSITIVE_INFINITY;
      let ly = Number.POSITIVE_INFINITY;
      let lz = Number.POSITIVE_INFINITY;
      let hx = Number.NEGATIVE_INFINITY;
      let hy = Number.NEGATIVE_INFINITY;
      let hz = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < sizes[simplex]; k++) {
        const vertex = firstVertex + vertices[3 * simplex + k];
        const d = deviation[vertex];
        const v = 3 * vertex;
        lx = Math.min(lx, x0[v] - d, x1[v] - d);
        ly = Math.min(ly, x0[v + 1] - d, x1[v + 1] - d);
        lz = Math.min(lz, x0[v + 2] - d, x1[v + 2] - d);
        hx = Math.max(hx, x0[v] + d, x1[v] + d);
        hy = Math.max(hy, x0[v + 1] + d, x1[v + 1] + d);
        hz = Math.max(hz, x0[v + 2] + d, x1[v + 2] + d);
      }
      boxes[at] = lx;
      boxes[at + 1] = ly;
      boxes[at + 2] = lz;
      boxes[at + 3] = hx;
      boxes[at + 4] = hy;
      boxes[at + 5] = hz;
    } else {
      const l = at + 6;
      const r = 6 * right[node];
      for (let k = 0; k < 3; k++) {
        boxes[at + k] = Math.min(boxes[l + k], boxes[r + k]);
        boxes[at + 3 + k] = Math.max(boxes[l + 3 + k], boxes[r + 3 + k]);
      }
    }
  }
}

/** Pairs of simplices, two numbers each, in a list that grows. */
export class PairList {
  items = new Int32Array(1024);
  length = 0;

  push(a: number, b: number): void {
    if (this.length + 2 > this.items.length) {
      const larger = new Int32Array(2 * this.items.length);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = a;
    this.items[this.length++] = b;
  }
}

const stack = new PairList();

/** Appends every pair of simplices whose boxes are at most `margin` apart along every axis. */
export function collectPairs(
  a: Tree,
  boxesA: Float64Array,
  b: Tree,
  boxesB: Float64Array,
  margin: number,
  found: PairList,
): void {
  if (a.nodes === 0 || b.nodes === 0) return;
  stack.length = 0;
  stack.push(0, 0);
  while (stack.length > 0) {
    const nodeB = stack.items[--stack.length];
    const nodeA = stack.items[--stack.length];
    if (!boxesNear(boxesA, 6 * nodeA, boxesB, 6 * nodeB, margin)) continue;
    descend(a, boxesA, nodeA, b, boxesB, nodeB, found);
  }
}

/** The same within one tree, each pair once and no simplex with itself. */
export function collectSelfPairs(tree: Tree, boxes: Float64Array, margin: number, found: PairList): void {
  if (tree.nodes === 0) return;
  stack.length = 0;
  stack.push(0, 0);
  while (stack.length > 0) {
    const nodeB = stack.items[--stack.length];
    const nodeA = stack.items[--stack.length];
    if (nodeA === nodeB) {
      if (tree.right[nodeA] < 0) continue;
      stack.push(nodeA + 1, nodeA + 1);
      stack.push(tree.right[nodeA], tree.right[nodeA]);
      stack.push(nodeA + 1, tree.right[nodeA]);
    } else if (boxesNear(boxes, 6 * nodeA, boxes, 6 * nodeB, margin)) {
      descend(tree, boxes, nodeA, tree, boxes, nodeB, found);
    }
  }
}

/** Two leaves are found; of other nodes the larger one is opened. */
function descend(
  a: Tree,
  boxesA: Float64Array,
  nodeA: number,
  b: Tree,
  boxesB: Float64Array,
  nodeB: number,
  found: PairList,
): void {
  const leafA = a.right[nodeA] < 0;
  const leafB = b.right[nodeB] < 0;
  if (leafA && leafB) {
    found.push(-1 - a.right[nodeA], -1 - b.right[nodeB]);
  } else if (leafB || (!leafA && halfPerimeter(boxesA, 6 * nodeA) >= halfPerimeter(boxesB, 6 * nodeB))) {
    stack.push(nodeA + 1, nodeB);
    stack.push(a.right[nodeA], nodeB);
  } else {
    stack.push(nodeA, nodeB + 1);
    stack.push(nodeA, b.right[nodeB]);
  }
}

function boxesNear(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): boolean {
  return (
    a[i] <= b[j + 3] + margin &&
    b[j] <= a[i + 3] + margin &&
    a[i + 1] <= b[j + 4] + margin &&
    b[j + 1] <= a[i + 4] + margin &&
    a[i + 2] <= b[j + 5] + margin &&
    b[j + 2] <= a[i + 5] + margin
  );
}

function halfPerimeter(boxes: Float64Array, at: number): number {
  return boxes[at + 3] - boxes[at] + (boxes[at + 4] - boxes[at + 1]) + (boxes[at + 5] - boxes[at + 2]);
}
