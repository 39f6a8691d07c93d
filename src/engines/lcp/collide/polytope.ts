// A convex polytope in body coordinates: corners, flat faces of any number of corners, and the edges between them.
//
// Faces are polygons and not triangles: the diagonal of a box's side is no feature of the box, and a contact at it would
// have no normal of its own. Every feature also carries a *name*, its number in the mesh that the body is drawn with,
// which is what contacts and recordings speak of.

import { crossEdges, normalize3 } from '../../../num/index.ts';

export interface Polytope {
  /** Corners [m], xyz interleaved. */
  readonly vertices: Float64Array;
  /** Unit outward normals, xyz a face. */
  readonly normals: Float64Array;
  /** Corners of face f, counter-clockwise from outside: loops[loopStart[f]] … loops[loopStart[f + 1] - 1]. */
  readonly loopStart: Int32Array;
  readonly loops: Int32Array;
  /** The edge from each corner of a loop to the next, laid out like `loops`. */
  readonly loopEdges: Int32Array;
  /** Two corners an edge. */
  readonly edges: Int32Array;
  /** The two faces of an edge; first the one whose loop runs along it. The same one twice at a rim. */
  readonly edgeFaces: Int32Array;
  /** As contacts name them: 4 × index + (0 vertex, 1 edge, 2 face). */
  readonly vertexNames: Uint32Array;
  readonly edgeNames: Uint32Array;
  readonly faceNames: Uint32Array;
}

/** The polytope of polygons that are known to close up and to be convex, or of a single polygon. */
export function makePolytope(
  vertices: Float64Array,
  polygons: readonly (readonly number[])[],
  names: {
    vertex(v: number): number;
    edge(v: number, w: number, e: number): number;
    face(f: number): number;
  },
): Polytope {
  const connections = connectionsOf(polygons);
  const { edges } = connections;
  const normals = new Float64Array(3 * polygons.length);
  for (let f = 0; f < polygons.length; f++) polygonNormal(normals, 3 * f, vertices, polygons[f]);
  return {
    vertices,
    normals,
    ...connections,
    vertexNames: Uint32Array.from({ length: vertices.length / 3 }, (_, v) => 4 * names.vertex(v)),
    edgeNames: Uint32Array.from(
      { length: edges.length / 2 },
      (_, e) => 4 * names.edge(edges[2 * e], edges[2 * e + 1], e) + 1,
    ),
    faceNames: Uint32Array.from(polygons, (_, f) => 4 * names.face(f) + 2),
  };
}

type Connections = Pick<Polytope, 'loopStart' | 'loops' | 'loopEdges' | 'edges' | 'edgeFaces'>;

/** Hundreds of thousands of boxes share one. */
const connected = new WeakMap<readonly (readonly number[])[], Connections>();

function connectionsOf(polygons: readonly (readonly number[])[]): Connections {
  const known = connected.get(polygons);
  if (known !== undefined) return known;
  const loopStart = new Int32Array(polygons.length + 1);
  polygons.forEach((polygon, f) => {
    loopStart[f + 1] = loopStart[f] + polygon.length;
  });
  const loops = Int32Array.from(polygons.flat());
  const loopEdges = new Int32Array(loops.length);
  const edges: number[] = [];
  const edgeFaces: number[] = [];
  const edgeAt = new Map<number, number>();
  const count = 1 + loops.reduce((most, v) => Math.max(most, v), 0);
  polygons.forEach((polygon, f) => {
    polygon.forEach((v, k) => {
      const w = polygon[(k + 1) % polygon.length];
      const key = Math.min(v, w) * count + Math.max(v, w);
      const e = edgeAt.get(key) ?? edges.length / 2;
      if (edgeAt.has(key)) edgeFaces[2 * e + 1] = f;
      else {
        edgeAt.set(key, e);
        edges.push(v, w);
        edgeFaces.push(f, f);
      }
      loopEdges[loopStart[f] + k] = e;
    });
  });
  const made = {
    loopStart,
    loops,
    loopEdges,
    edges: Int32Array.from(edges),
    edgeFaces: Int32Array.from(edgeFaces),
  };
  connected.set(polygons, made);
  return made;
}

const sum = new Float64Array(3);
const triangle = new Float64Array(3);

/** Newell's normal: the area vector of the polygon, exact for flat ones whatever their first corners are. */
export function polygonNormal(
  out: Float64Array,
  o: number,
  x: Float64Array,
  polygon: ArrayLike<number>,
): number {
  sum.fill(0);
  const c = 3 * polygon[0];
  for (let k = 1; k + 1 < polygon.length; k++) {
    const p = 3 * polygon[k];
    const q = 3 * polygon[k + 1];
    crossEdges(triangle, 0, x, c, p, c, q);
    for (let i = 0; i < 3; i++) sum[i] += triangle[i];
  }
  return 0.5 * normalize3(out, o, sum, 0);
}

/** Corner v of a box lies at ± the half sizes by the bits 1, 2, 4 of v (set: plus); faces are -x +x -y +y -z +z. */
export const boxPolygons: readonly (readonly number[])[] = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
];

export function boxVertices(
  cx: number,
  cy: number,
  cz: number,
  hx: number,
  hy: number,
  hz: number,
): Float64Array {
  const vertices = new Float64Array(24);
  for (let v = 0; v < 8; v++) {
    vertices[3 * v] = cx + (v & 1 ? hx : -hx);
    vertices[3 * v + 1] = cy + (v & 2 ? hy : -hy);
    vertices[3 * v + 2] = cz + (v & 4 ? hz : -hz);
  }
  return vertices;
}

/** The edge of a box along axis 0, 1 or 2 that begins in a corner, as makePolytope numbers the edges of boxPolygons. */
export function boxEdge(axis: number, corner: number): number {
  return boxEdges[8 * axis + corner];
}

const boxEdges = numberBoxEdges();

function numberBoxEdges(): Int32Array {
  const none = () => 0;
  const { edges } = makePolytope(boxVertices(0, 0, 0, 1, 1, 1), boxPolygons, {
    vertex: none,
    edge: none,
    face: none,
  });
  const table = new Int32Array(24);
  for (let e = 0; 2 * e < edges.length; e++) {
    const bit = edges[2 * e] ^ edges[2 * e + 1];
    const axis = bit === 1 ? 0 : bit === 2 ? 1 : 2;
    table[8 * axis + edges[2 * e]] = table[8 * axis + edges[2 * e + 1]] = e;
  }
  return table;
}
