// How sharp edges and vertices are, for what they push: nothing inside a facet or a straight edge, all of it from an angle
// on below which they stand out of their neighbours by less than d̂, and in between with the angle's square.
//
// Files have coordinates of seven digits: what was flat or straight there has angles of 1e-6 here, and would push sideways
// as if it were an edge. However little such a feature pushes, it does so without bound where it is touched.

import type { Mesh } from '../../../geometry/index.ts';
import type { Topology } from '../../../geometry/surface/index.ts';
import { cross3, crossEdges, dot3, norm3 } from '../../../num/index.ts';
import type { Facets } from './facets.ts';

/** d̂ is a thousandth of the smaller body: across it, a bend by this angle stands out by no more. */
const slight = 1e-3;

export interface Sharpness {
  /** 0 where it pushes nothing, 1 where it pushes as it should. */
  readonly edgeSharpness: Float64Array;
  readonly vertexSharpness: Float64Array;
}

export function measureSharpness(mesh: Mesh, topology: Topology, facets: Facets): Sharpness {
  const edgeSharpness = Float64Array.from(facets.lineOfEdge, (line, e) =>
    line < 0 ? 0 : edgeSharpnessOf(mesh, topology, e),
  );
  const vertexSharpness = Float64Array.from(facets.isInside, (isInside, v) =>
    isInside ? 0 : vertexSharpnessOf(mesh, topology, edgeSharpness, v),
  );
  return { edgeSharpness, vertexSharpness };
}

const one = new Float64Array(3);
const two = new Float64Array(3);
const across = new Float64Array(3);

function edgeSharpnessOf({ positions: x, faces }: Mesh, topology: Topology, e: number): number {
  const { starts, items } = topology.facesOfEdge;
  if (starts[e + 1] - starts[e] !== 2) return 1;
  const a = topology.edges[2 * e];
  const b = topology.edges[2 * e + 1];
  for (let side = 0; side < 2; side++) {
    const f = 3 * items[starts[e] + side];
    let apex = faces[f];
    for (let k = f; k < f + 3; k++) if (faces[k] !== a && faces[k] !== b) apex = faces[k];
    crossEdges(side === 0 ? one : two, 0, x, 3 * a, 3 * b, 3 * a, 3 * apex);
  }
  // seen from the edge, faces that go on flat are on opposite sides of it
  return bend();
}

/** Sharpness of the bend between `one` and `two`, which are opposite where there is none. */
function bend(): number {
  const along = -dot3(one, 0, two, 0);
  cross3(across, 0, one, 0, two, 0);
  const ratio = along > 0 ? norm3(across, 0) / (slight * along) : 1;
  return ratio < 1 ? ratio * ratio : 1;
}

/** As sharp as its third sharpest edge, or as the bend between its two sharpest. */
function vertexSharpnessOf(mesh: Mesh, topology: Topology, sharpness: Float64Array, v: number): number {
  const { starts, items } = topology.edgesOfVertex;
  const sharpest = [...items.subarray(starts[v], starts[v + 1])].sort(
    (d, e) => sharpness[e] - sharpness[d] || d - e,
  );
  // flat fans that share nothing but the vertex, and ends of wires
  if (sharpest.length < 2 || sharpness[sharpest[0]] === 0) return 1;
  const { positions: x } = mesh;
  for (let side = 0; side < 2; side++) {
    const e = 2 * sharpest[side];
    const end = topology.edges[e] === v ? topology.edges[e + 1] : topology.edges[e];
    const way = side === 0 ? one : two;
    for (let k = 0; k < 3; k++) way[k] = x[3 * end + k] - x[3 * v + k];
  }
  const turned = Math.min(sharpness[sharpest[1]], bend());
  return Math.max(turned, sharpest.length > 2 ? sharpness[sharpest[2]] : 0);
}
