// The faces of a static mesh as pieces. Each knows what is beyond its edges, so that a ball that rolls over a floor of
// triangles does not stumble over edges that are none: only where the surface bends outward, or ends, can an edge or a
// corner be touched, and only in directions between the faces around it.
//
// An open mesh has no inside: each of its faces is there twice, once for each side.

import { closednessOf, meshTopology, type Topology } from '../../../geometry/surface/index.ts';
import { type Mesh, meshBounds } from '../../../geometry/index.ts';
import { faceNormals } from './convex-mesh.ts';
import { FLAT, type Neighbours, Piece, RIDGE, RIM, TRIANGLE } from './piece.ts';
import { makePolytope, type Polytope } from './polytope.ts';

/** Relative to the mesh: how far the surface must fall away beyond an edge that can be touched. */
const BEND = 1e-7;

/** The pieces, or a sentence that says why there are none. */
export function meshTriangles(body: number, mesh: Mesh): Piece[] | string {
  if (mesh.wires.length > 0 || mesh.points.length > 0) return 'has edges or points without faces';
  if (mesh.faces.length === 0) return 'has no faces';
  const pieces = sidePieces(body, mesh);
  if (pieces === undefined) return 'has a face without area';
  if (closednessOf(mesh).closed) return pieces;
  const faces = mesh.faces.slice();
  for (let f = 0; f < faces.length; f += 3) [faces[f + 1], faces[f + 2]] = [faces[f + 2], faces[f + 1]];
  return [...pieces, ...sidePieces(body, { ...mesh, faces })!];
}

function sidePieces(body: number, mesh: Mesh): Piece[] | undefined {
  const normals = faceNormals(mesh);
  if (normals === undefined) return undefined;
  const topology = meshTopology(mesh);
  const bounds = meshBounds(mesh);
  const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const spokes = vertexSpokes(mesh, topology);
  const pieces: Piece[] = [];
  for (let f = 0; 3 * f < mesh.faces.length; f++) {
    const surround = edgesOf(mesh, topology, normals, f, BEND * size);
    const polytope = trianglePolytope(mesh, topology, normals, f, surround);
    const local = new Float64Array(3);
    for (let i = 0; i < 9; i++) local[i % 3] += polytope.vertices[i] / 3;
    let reach = 0;
    for (let i = 0; i < 9; i += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => polytope.vertices[i + k] - local[k]);
      reach = Math.max(reach, Math.sqrt(x * x + y * y + z * z));
    }
    const corners = [0, 1, 2].map((k) => mesh.faces[3 * f + k]);
    const spokeStart = Int32Array.of(0, 0, 0, 0);
    corners.forEach((v, k) => {
      spokeStart[k + 1] = spokeStart[k] + spokes[v].length;
    });
    const neighbours: Neighbours = {
      bends: surround.bends,
      ownsEdge: surround.owns,
      ownsCorner: Uint8Array.from(corners, (v) => (lowestFace(topology, v) === f ? 1 : 0)),
      spokeStart,
      spokes: Float64Array.from(corners.flatMap((v) => spokes[v])),
    };
    pieces.push(new Piece({ kind: TRIANGLE, body, local, reach, polytope, neighbours }));
  }
  return pieces;
}

function lowestFace({ facesOfVertex }: Topology, v: number): number {
  let least = Infinity;
  for (let i = facesOfVertex.starts[v]; i < facesOfVertex.starts[v + 1]; i++)
    least = Math.min(least, facesOfVertex.items[i]);
  return least;
}

interface Surround {
  readonly bends: Uint8Array;
  readonly owns: Uint8Array;
  /** Normals beyond the three edges. */
  readonly beyond: number[];
}

function edgesOf(
  { positions, faces }: Mesh,
  { faceEdges, facesOfEdge }: Topology,
  normals: Float64Array,
  f: number,
  bend: number,
): Surround {
  const bends = new Uint8Array(3);
  const owns = new Uint8Array(3);
  const beyond: number[] = [];
  for (let k = 0; k < 3; k++) {
    const e = faceEdges[3 * f + k];
    const at = facesOfEdge.starts[e];
    const uses = facesOfEdge.starts[e + 1] - at;
    const p = 3 * faces[3 * f + k];
    const q = 3 * faces[3 * f + ((k + 1) % 3)];
    owns[k] = facesOfEdge.items[at] === f ? 1 : 0;
    const [nx, ny, nz] = normals.subarray(3 * f, 3 * f + 3);
    if (uses !== 2) {
      // A rim, or a seam of three and more: beyond it is nothing, and something may come from the side.
      const [ex, ey, ez] = [0, 1, 2].map((i) => positions[q + i] - positions[p + i]);
      const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
      beyond.push((ey * nz - ez * ny) / length, (ez * nx - ex * nz) / length, (ex * ny - ey * nx) / length);
      bends[k] = RIM;
      continue;
    }
    const g = facesOfEdge.items[at] === f ? facesOfEdge.items[at + 1] : facesOfEdge.items[at];
    const far = [0, 1, 2].map((i) => faces[3 * g + i]).find((v) => 3 * v !== p && 3 * v !== q) ?? 0;
    let h = 0;
    for (let i = 0; i < 3; i++) h += normals[3 * f + i] * (positions[3 * far + i] - positions[p + i]);
    bends[k] = h < -bend ? RIDGE : FLAT;
    beyond.push(...normals.subarray(3 * g, 3 * g + 3));
  }
  return { bends, owns, beyond };
}

function trianglePolytope(
  mesh: Mesh,
  topology: Topology,
  normals: Float64Array,
  f: number,
  surround: Surround,
): Polytope {
  const corners = [0, 1, 2].map((k) => mesh.faces[3 * f + k]);
  const vertices = Float64Array.from(corners.flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]));
  const plain = makePolytope(vertices, [[0, 1, 2]], {
    vertex: (v) => corners[v],
    edge: (_v, _w, e) => topology.faceEdges[3 * f + e],
    face: () => f,
  });
  return {
    ...plain,
    normals: Float64Array.from([...normals.subarray(3 * f, 3 * f + 3), ...surround.beyond]),
    // Flat and hollow edges have no directions of their own: the same face twice.
    edgeFaces: Int32Array.from({ length: 6 }, (_, i) =>
      i % 2 === 0 || surround.bends[i >> 1] === FLAT ? 0 : 1 + (i >> 1),
    ),
  };
}

/** By vertex: unit directions of all its edges. */
function vertexSpokes({ positions }: Mesh, { edges, edgesOfVertex }: Topology): number[][] {
  return Array.from({ length: positions.length / 3 }, (_, v) => {
    const spokes: number[] = [];
    for (let i = edgesOfVertex.starts[v]; i < edgesOfVertex.starts[v + 1]; i++) {
      const e = edgesOfVertex.items[i];
      const w = edges[2 * e] === v ? edges[2 * e + 1] : edges[2 * e];
      const [x, y, z] = [0, 1, 2].map((k) => positions[3 * w + k] - positions[3 * v + k]);
      const length = Math.sqrt(x * x + y * y + z * z);
      spokes.push(x / length, y / length, z / length);
    }
    return spokes;
  });
}
