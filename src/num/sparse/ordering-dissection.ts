// Nested dissection: find a small set of vertices that splits the graph in two, order the halves first, each in
// the same way, and the set last. Nothing fills in between the halves. On large three-dimensional meshes this
// takes half the arithmetic of minimum degree, which in turn is better (and much quicker) on small graphs: the
// pieces below SMALL are left to it.
//
// George 1973, "Nested dissection of a regular finite element mesh".

import type { Graph } from './ordering.ts';
import { minimumDegreeOrdering } from './ordering-degree.ts';
import { separate } from './ordering-separator.ts';
import { SEPARATOR, type WeightedGraph } from './ordering-sides.ts';

const SMALL = 120;

/** The vertices in order of elimination. */
export function nestedDissectionOrdering(graph: Graph): Int32Array {
  const n = graph.starts.length - 1;
  const order = new Int32Array(n);
  const local = new Int32Array(n);
  // Pieces still to be ordered, each with the place of its first vertex in the order.
  const pieces = [{ vertices: Int32Array.from({ length: n }, (_, i) => i), at: 0 }];
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    const { vertices, at } = piece;
    const part = subgraph(graph, vertices, local);
    const sides = vertices.length > SMALL ? separate(part) : undefined;
    if (!sides) {
      minimumDegreeOrdering(part).forEach((v, k) => {
        order[at + k] = vertices[v];
      });
      continue;
    }
    const first = vertices.filter((_, v) => sides[v] === 0);
    const second = vertices.filter((_, v) => sides[v] === 1);
    const separator = vertices.filter((_, v) => sides[v] === SEPARATOR);
    order.set(separator, at + first.length + second.length);
    pieces.push({ vertices: second, at: at + first.length }, { vertices: first, at });
  }
  return order;
}

/** The graph among some vertices, renumbered by their place. @param local scratch, one for each vertex */
function subgraph({ starts, neighbours }: Graph, vertices: Int32Array, local: Int32Array): WeightedGraph {
  for (let v = 0; v < vertices.length; v++) local[vertices[v]] = v + 1;
  const partStarts = new Int32Array(vertices.length + 1);
  let most = 0;
  for (const vertex of vertices) most += starts[vertex + 1] - starts[vertex];
  const partNeighbours = new Int32Array(most);
  let edges = 0;
  for (let v = 0; v < vertices.length; v++) {
    for (let e = starts[vertices[v]]; e < starts[vertices[v] + 1]; e++) {
      const u = local[neighbours[e]];
      if (u > 0) partNeighbours[edges++] = u - 1;
    }
    partStarts[v + 1] = edges;
  }
  for (let v = 0; v < vertices.length; v++) local[vertices[v]] = 0;
  return {
    starts: partStarts,
    neighbours: partNeighbours.subarray(0, edges),
    weights: new Int32Array(vertices.length).fill(1),
    multiplicities: new Int32Array(edges).fill(1),
  };
}
