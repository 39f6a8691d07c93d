// Which edges and vertices of a mesh lie inside a flat facet or a straight edge: they are there because faces are
// triangles, and the surface is the same without them.
//
// A facet is found from its largest triangle outward, so that its plane is a good one, and holds the faces next to each
// other that stay in that plane: coplanarity is that of the facet, not of neighbours, which would let a finely cut
// cylinder roll up into one. Straight edges are found alike, from their longest piece.

import type { Mesh } from '../../../geometry/index.ts';
import type { Topology } from '../../../geometry/surface/index.ts';
import { crossEdges, dot3, norm3, normalize3 } from '../../../num/index.ts';

/** What is off a plane or a line by less than this part of the body's size is on it: some roundings of its coordinates. */
const flatness = 1e-9;

export interface Facets {
  /** The straight edge that each edge is a piece of, -1 where it lies inside a facet. */
  readonly lineOfEdge: Int32Array;
  /** Whether any straight edge has several pieces. */
  readonly hasPieces: boolean;
  /** 1 for vertices that lie inside a facet or a straight edge. */
  readonly isInside: Uint8Array;
}

export function findFacets(mesh: Mesh, topology: Topology, size: number): Facets {
  const off = flatness * size;
  const facetOfFace = growFacets(mesh, topology, off);
  const sharp = new Uint8Array(topology.edges.length / 2).fill(1);
  const { starts, items } = topology.facesOfEdge;
  for (let e = 0; e < sharp.length; e++) {
    if (starts[e + 1] - starts[e] !== 2) continue;
    const f = items[starts[e]];
    const g = items[starts[e] + 1];
    if (facetOfFace[f] === facetOfFace[g] && unfolds(mesh, topology, e, f, g)) sharp[e] = 0;
  }
  const isInside = new Uint8Array(mesh.positions.length / 3);
  for (let v = 0; v < isInside.length; v++) isInside[v] = isInFacet(topology, facetOfFace, sharp, v) ? 1 : 0;
  return { ...joinPieces(mesh, topology, sharp, off, isInside), isInside };
}

const normal = new Float64Array(3);
const away = new Float64Array(3);

/** A number for each face, the same for faces of one facet. */
function growFacets(mesh: Mesh, topology: Topology, off: number): Int32Array {
  const { positions: x, faces } = mesh;
  const { faceEdges, facesOfEdge } = topology;
  const count = faces.length / 3;
  const facet = new Int32Array(count).fill(-1);
  const areas = Float64Array.from({ length: count }, (_, f) => writeNormal(x, faces, f));
  const largestFirst = Uint32Array.from(areas.keys()).sort((f, g) => areas[g] - areas[f] || f - g);
  const grown: number[] = [];
  for (const seed of largestFirst) {
    if (facet[seed] >= 0) continue;
    facet[seed] = seed;
    if (writeNormal(x, faces, seed) === 0) continue;
    normalize3(normal, 0, normal, 0);
    const height = dot3(normal, 0, x, 3 * faces[3 * seed]);
    grown.push(seed);
    for (let f = grown.pop(); f !== undefined; f = grown.pop()) {
      for (let k = 3 * f; k < 3 * f + 3; k++) {
        const e = faceEdges[k];
        if (facesOfEdge.starts[e + 1] - facesOfEdge.starts[e] !== 2) continue;
        const g = otherFace(topology, e, f);
        if (g === f || facet[g] >= 0) continue;
        const apex = 3 * apexOf(mesh, topology, e, g);
        if (Math.abs(dot3(normal, 0, x, apex) - height) > off || !unfolds(mesh, topology, e, f, g)) continue;
        facet[g] = seed;
        grown.push(g);
      }
    }
  }
  return facet;
}

/** Writes twice the area vector of face f, and returns its length. */
function writeNormal(x: Float64Array, faces: Uint32Array, f: number): number {
  const a = 3 * faces[3 * f];
  crossEdges(normal, 0, x, a, 3 * faces[3 * f + 1], a, 3 * faces[3 * f + 2]);
  return norm3(normal, 0);
}

function otherFace({ facesOfEdge: { starts, items } }: Topology, e: number, f: number): number {
  const first = items[starts[e]];
  return first === f ? items[starts[e] + 1] : first;
}

/** The corner of face f that edge e does not have. */
function apexOf({ faces }: Mesh, { edges }: Topology, e: number, f: number): number {
  for (let k = 3 * f; k < 3 * f + 2; k++)
    if (faces[k] !== edges[2 * e] && faces[k] !== edges[2 * e + 1]) return faces[k];
  return faces[3 * f + 2];
}

/** Whether two faces lie on different sides of their edge, whichever way round their corners are told. */
function unfolds(mesh: Mesh, topology: Topology, e: number, f: number, g: number): boolean {
  const { positions: x } = mesh;
  const a = 3 * topology.edges[2 * e];
  const b = 3 * topology.edges[2 * e + 1];
  crossEdges(one, 0, x, a, b, a, 3 * apexOf(mesh, topology, e, f));
  crossEdges(away, 0, x, a, b, a, 3 * apexOf(mesh, topology, e, g));
  return dot3(one, 0, away, 0) <= 0;
}
const one = new Float64Array(3);

function isInFacet(topology: Topology, facet: Int32Array, sharp: Uint8Array, v: number): boolean {
  const { facesOfVertex, edgesOfVertex } = topology;
  const first = facesOfVertex.starts[v];
  if (first === facesOfVertex.starts[v + 1]) return false;
  for (let k = edgesOfVertex.starts[v]; k < edgesOfVertex.starts[v + 1]; k++)
    if (sharp[edgesOfVertex.items[k]]) return false;
  // fans that share a vertex only need not share a plane
  for (let k = first; k < facesOfVertex.starts[v + 1]; k++)
    if (facet[facesOfVertex.items[k]] !== facet[facesOfVertex.items[first]]) return false;
  return true;
}

/** Joins sharp edges that go straight on where no other one begins; notes the vertices between them. */
function joinPieces(
  mesh: Mesh,
  topology: Topology,
  sharp: Uint8Array,
  off: number,
  isInside: Uint8Array,
): Pick<Facets, 'lineOfEdge' | 'hasPieces'> {
  const { positions: x } = mesh;
  const { edges } = topology;
  const lineOfEdge = new Int32Array(sharp.length).fill(-1);
  const lengths = Float64Array.from({ length: sharp.length }, (_, e) =>
    writeWay(x, edges[2 * e], edges[2 * e + 1]),
  );
  const longestFirst = Uint32Array.from(lengths.keys()).sort((d, e) => lengths[e] - lengths[d] || d - e);
  let hasPieces = false;
  for (const seed of longestFirst) {
    if (!sharp[seed] || lineOfEdge[seed] >= 0) continue;
    lineOfEdge[seed] = seed;
    for (let end = 0; end < 2; end++) {
      const from = edges[2 * seed + 1 - end];
      if (writeWay(x, from, edges[2 * seed + end]) === 0) break;
      normalize3(away, 0, away, 0);
      let last = edges[2 * seed + end];
      for (let e = seed; ; ) {
        const next = onlyOther(topology, sharp, last, e);
        if (next < 0 || lineOfEdge[next] >= 0) break;
        const tip = edges[2 * next] === last ? edges[2 * next + 1] : edges[2 * next];
        if (!isAhead(x, from, last, tip, off)) break;
        lineOfEdge[next] = seed;
        isInside[last] = 1;
        hasPieces = true;
        last = tip;
        e = next;
      }
    }
  }
  return { lineOfEdge, hasPieces };
}

/** Writes the way from one vertex to another, and returns its length. */
function writeWay(x: Float64Array, from: number, to: number): number {
  for (let k = 0; k < 3; k++) away[k] = x[3 * to + k] - x[3 * from + k];
  return norm3(away, 0);
}

/** The one sharp edge at v besides e, -1 where there is none or more. */
function onlyOther(
  { edgesOfVertex: { starts, items } }: Topology,
  sharp: Uint8Array,
  v: number,
  e: number,
): number {
  let found = -1;
  for (let k = starts[v]; k < starts[v + 1]; k++) {
    if (items[k] === e || !sharp[items[k]]) continue;
    if (found >= 0) return -1;
    found = items[k];
  }
  return found;
}

/** Whether vertex `tip` lies on the line from `from` along `away`, beyond `last`. */
function isAhead(x: Float64Array, from: number, last: number, tip: number, off: number): boolean {
  let beyond = 0;
  let along = 0;
  for (let k = 0; k < 3; k++) {
    beyond += away[k] * (x[3 * tip + k] - x[3 * last + k]);
    along += away[k] * (x[3 * tip + k] - x[3 * from + k]);
  }
  if (!(beyond > 0)) return false;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const across = x[3 * tip + k] - x[3 * from + k] - along * away[k];
    squared += across * across;
  }
  return squared <= off * off;
}
