// In which order to eliminate the unknowns of a sparse symmetric matrix.
//
// The factor of a matrix has nonzeros that the matrix has not, and how many depends on the order alone. Orders
// are found on the graph of blocks: blocks are vertices, off-diagonal blocks are edges.

import { minimumDegreeOrdering } from './ordering-degree.ts';
import { nestedDissectionOrdering } from './ordering-dissection.ts';
import type { SymmetricPattern } from './sparse.ts';

/** Neighbours of vertex i: neighbours[starts[i]] … neighbours[starts[i + 1] - 1], ascending, without i. */
export interface Graph {
  readonly starts: Int32Array;
  readonly neighbours: Int32Array;
}

export type Ordering = 'natural' | 'degree' | 'dissection';

/** The vertices in order of elimination: order[k] goes k-th. */
export function orderingOf(graph: Graph, ordering: Ordering): Int32Array {
  switch (ordering) {
    case 'natural':
      return Int32Array.from({ length: graph.starts.length - 1 }, (_, i) => i);
    case 'degree':
      return minimumDegreeOrdering(graph);
    case 'dissection':
      return nestedDissectionOrdering(graph);
  }
}

/** Blocks as vertices, off-diagonal blocks as edges. */
export function graphOf({ count, starts, rows }: SymmetricPattern): Graph {
  const graphStarts = new Int32Array(count + 1);
  for (let j = 0; j < count; j++) {
    graphStarts[j + 1] += starts[j + 1] - starts[j] - 1;
    for (let e = starts[j] + 1; e < starts[j + 1]; e++) graphStarts[rows[e] + 1]++;
  }
  for (let j = 0; j < count; j++) graphStarts[j + 1] += graphStarts[j];
  const next = graphStarts.slice(0, count);
  const neighbours = new Int32Array(graphStarts[count]);
  // by columns ascending: a vertex first gets its smaller neighbours, in order, then in its own turn the larger
  for (let j = 0; j < count; j++) {
    for (let e = starts[j] + 1; e < starts[j + 1]; e++) {
      const i = rows[e];
      neighbours[next[j]++] = i;
      neighbours[next[i]++] = j;
    }
  }
  return { starts: graphStarts, neighbours };
}
