// The elimination tree of a sparse symmetric matrix: which column of its factor passes its rows on to which.
//
//   parent(j) = the row of the first nonzero below the diagonal of column j of L
//
// Known from the pattern alone, it tells the size of each column of L without forming L.
// Liu 1990, "The role of elimination trees in sparse factorization".

import type { Graph } from './ordering.ts';

/** Renumbers along the elimination tree, children before parents and next to each other; the fill is the same. */
export function postordered(graph: Graph, order: Int32Array): Int32Array {
  const n = order.length;
  const parent = eliminationTree(graph, order, inverse(order));
  const firstChild = new Int32Array(n).fill(-1);
  const sibling = new Int32Array(n).fill(-1);
  for (let j = n - 1; j >= 0; j--) {
    if (parent[j] < 0) continue;
    sibling[j] = firstChild[parent[j]];
    firstChild[parent[j]] = j;
  }
  const result = new Int32Array(n);
  const stack: number[] = [];
  let at = 0;
  for (let root = 0; root < n; root++) {
    if (parent[root] >= 0) continue;
    stack.push(root);
    while (stack.length > 0) {
      const j = stack[stack.length - 1];
      const child = firstChild[j];
      if (child >= 0) {
        firstChild[j] = sibling[child];
        stack.push(child);
      } else {
        result[at++] = order[j];
        stack.pop();
      }
    }
  }
  return result;
}

/** parent(j) is the row of the first nonzero below the diagonal of column j of L. Liu, with path compression. */
export function eliminationTree(graph: Graph, order: Int32Array, position: Int32Array): Int32Array {
  const n = order.length;
  const parent = new Int32Array(n).fill(-1);
  const ancestor = new Int32Array(n).fill(-1);
  for (let i = 0; i < n; i++) {
    const vertex = order[i];
    for (let e = graph.starts[vertex]; e < graph.starts[vertex + 1]; e++) {
      let j = position[graph.neighbours[e]];
      while (j >= 0 && j < i) {
        const next = ancestor[j];
        ancestor[j] = i;
        if (next < 0) parent[j] = i;
        j = next;
      }
    }
  }
  return parent;
}

/**
 * Nonzeros of each column of L, diagonal included, in nearly the time of reading A (Gilbert, Ng and Peyton 1994).
 *
 * Row i of L is a subtree of the elimination tree, rooted at i, whose leaves are nonzeros of A. Column j counts the
 * rows whose subtree holds it: so add one at each leaf, take one away where two branches of a row join and where
 * the row ends (at its root's parent), and sum over subtrees. The columns must be in postorder.
 */
export function columnCounts(
  graph: Graph,
  order: Int32Array,
  position: Int32Array,
  parent: Int32Array,
): Int32Array {
  const n = order.length;
  const counts = new Int32Array(n);
  const firstDescendant = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    for (let j = k; j >= 0 && firstDescendant[j] < 0; j = parent[j]) {
      firstDescendant[j] = k;
      if (j === k) counts[j] = 1; // a leaf of the whole tree: the root of its own row, and nothing below it
    }
  }
  const latestFirst = new Int32Array(n).fill(-1);
  const latestLeaf = new Int32Array(n).fill(-1);
  const ancestor = Int32Array.from({ length: n }, (_, j) => j);
  const root = (leaf: number): number => {
    let top = leaf;
    while (ancestor[top] !== top) top = ancestor[top];
    for (let j = leaf; j !== top; ) {
      const up = ancestor[j];
      ancestor[j] = top;
      j = up;
    }
    return top;
  };
  for (let j = 0; j < n; j++) {
    if (parent[j] >= 0) counts[parent[j]]--;
    const vertex = order[j];
    for (let e = graph.starts[vertex]; e < graph.starts[vertex + 1]; e++) {
      const i = position[graph.neighbours[e]];
      // below an earlier leaf of the same row there is nothing new
      if (i <= j || firstDescendant[j] <= latestFirst[i]) continue;
      counts[j]++;
      if (latestLeaf[i] >= 0) counts[root(latestLeaf[i])]--;
      latestFirst[i] = firstDescendant[j];
      latestLeaf[i] = j;
    }
    if (parent[j] >= 0) ancestor[j] = parent[j];
  }
  for (let j = 0; j < n; j++) if (parent[j] >= 0) counts[parent[j]] += counts[j];
  return counts;
}

export function inverse(order: Int32Array): Int32Array {
  const position = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) position[order[k]] = k;
  return position;
}
