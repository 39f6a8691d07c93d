// A surface as a point of another body sees it: every point of it counted once.
//
// Triangles overlap at their edges, and edges at their vertices. A feature's weight makes up for that: with the
// weights of all features that have a point x in common, x counts 1.
//
//   face 1,   edge 1 − (faces at it),   vertex 1 − (faces at it) − (weights of its edges)
//
// Inside a closed surface an edge has −1 and a vertex 1, on the rim of an open sheet both have 0, where three sheets meet
// an edge has −2, and a wire is an edge without faces, which has 1.
//
// Which of a body's own features push: vertices and edges that are the shape's, not those of its triangulation (facets.ts).

import type { Mesh } from '../../../geometry/index.ts';
import type { Topology } from '../../../geometry/surface/index.ts';
import { type Facets, findFacets } from './facets.ts';
import { measureSharpness, type Sharpness } from './sharpness.ts';

export interface Surface extends Facets, Sharpness {
  /** Two vertices an edge, and three edges a face: edge k of a face joins its corners k and k + 1. */
  readonly edges: Uint32Array;
  readonly faceEdges: Uint32Array;
  readonly faces: Uint32Array;
  /** The edge that each wire is. */
  readonly edgeOfWire: Uint32Array;
  readonly edgeWeights: Int32Array;
  readonly vertexWeights: Int32Array;
}

export function describeSurface(mesh: Mesh, topology: Topology, size: number): Surface {
  const { edges, faceEdges, facesOfEdge, facesOfVertex, edgesOfVertex } = topology;
  const edgeWeights = Int32Array.from(
    { length: edges.length / 2 },
    (_, e) => 1 - (facesOfEdge.starts[e + 1] - facesOfEdge.starts[e]),
  );
  const vertexWeights = Int32Array.from({ length: mesh.positions.length / 3 }, (_, v) => {
    let weight = 1 - (facesOfVertex.starts[v + 1] - facesOfVertex.starts[v]);
    for (let k = edgesOfVertex.starts[v]; k < edgesOfVertex.starts[v + 1]; k++)
      weight -= edgeWeights[edgesOfVertex.items[k]];
    return weight;
  });
  const facets = findFacets(mesh, topology, size);
  return {
    ...facets,
    ...measureSharpness(mesh, topology, facets),
    edges,
    faceEdges,
    faces: mesh.faces,
    edgeOfWire: findWires(mesh, topology),
    edgeWeights,
    vertexWeights,
  };
}

function findWires({ wires }: Mesh, { edges, edgesOfVertex: { starts, items } }: Topology): Uint32Array {
  return Uint32Array.from({ length: wires.length / 2 }, (_, w) => {
    const v = wires[2 * w];
    const end = wires[2 * w + 1];
    for (let k = starts[v]; k < starts[v + 1]; k++)
      if (edges[2 * items[k]] === end || edges[2 * items[k] + 1] === end) return items[k];
    throw new Error(`wire ${w} is no edge of its mesh`);
  });
}
