// Edges and vertices of obstacles that no shape has: those between triangles that lie in one plane.
//
// What is above a flat face is nearest to it at a vertex of its own, or beyond the face's rim. So edges and vertices inside of it
// prove nothing and would only push what the face pushes already, and unevenly: cloth on a slope would shiver and creep. Sheets bend,
// so theirs are all kept.

import type { Topology } from '../../../geometry/surface/index.ts';
import { areaTriple, crossTriple, dotTriple, lengthTriple } from '../../../num/index.ts';
import type { Mesh } from '../../../geometry/index.ts';

/** Of the size of a face: heights that are rounding. */
const FLAT = 1e-12;

/** Of one body, in the numbering of its mesh. */
export interface Flats {
  /** 1 where both faces of an edge lie in a plane. */
  readonly edges: Uint8Array;
  /** 1 where all faces about a vertex do. */
  readonly vertices: Uint8Array;
  /** Three a face, edge by edge: 0 not flat, 1 flat and the face across has a higher number, 2 a lower one. */
  readonly faces: Uint8Array;
}

export function flatsOf(mesh: Mesh, topology: Topology): Flats {
  const { facesOfEdge, edgesOfVertex, faceEdgeCount, faceEdges } = topology;
  const edges = new Uint8Array(topology.edges.length / 2);
  for (let e = 0; e < faceEdgeCount; e++) {
    const [first, end] = [facesOfEdge.starts[e], facesOfEdge.starts[e + 1]];
    if (end - first === 2 && areInPlane(mesh, facesOfEdge.items[first], facesOfEdge.items[first + 1]))
      edges[e] = 1;
  }
  const vertices = new Uint8Array(mesh.positions.length / 3);
  for (let v = 0; v < vertices.length; v++) {
    const about = edgesOfVertex.items.subarray(edgesOfVertex.starts[v], edgesOfVertex.starts[v + 1]);
    if (about.length > 0 && about.every((e) => edges[e] === 1)) vertices[v] = 1;
  }
  const faces = Uint8Array.from(faceEdges, (e, i) => {
    if (edges[e] === 0) return 0;
    const [a, b] = facesOfEdge.items.subarray(facesOfEdge.starts[e], facesOfEdge.starts[e] + 2);
    return Math.floor(i / 3) === Math.min(a, b) ? 1 : 2;
  });
  return { edges, vertices, faces };
}

/** Whether two faces lie in one plane, side by side. */
function areInPlane({ positions, faces }: Mesh, f: number, g: number): boolean {
  const normalOf = (face: number) =>
    areaTriple(positions, 3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2]);
  const [n, m] = [normalOf(f), normalOf(g)];
  if (!(dotTriple(n, m) > 0)) return false;
  const size = lengthTriple(n) * lengthTriple(m);
  return lengthTriple(crossTriple(n, m)) <= FLAT * size;
}
