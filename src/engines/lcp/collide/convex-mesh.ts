// The polytope of a mesh that is closed and convex, with its triangles joined to flat polygons; undefined of any other.

import { closednessOf, meshTopology, type Topology } from '../../../geometry/surface/index.ts';
import { type Mesh, meshBounds } from '../../../geometry/index.ts';
import { makePolytope, polygonNormal, type Polytope } from './polytope.ts';

/** Relative to the mesh: how far a corner may stand out of its neighbour's plane in a mesh that counts as convex. */
const DENT = 1e-7;
/** sin of the largest angle between two faces that are one. */
const FLAT = 1e-6;

/** How to call the features of a piece of a mesh in the whole. */
export interface MeshNames {
  vertex(v: number): number;
  edge(v: number, w: number): number;
  face(f: number): number;
}

/** The numbers of the features of the mesh itself. */
export function namesOf(mesh: Mesh): MeshNames {
  const { edges, edgesOfVertex } = meshTopology(mesh);
  return {
    vertex: (v) => v,
    face: (f) => f,
    edge(v, w) {
      const { starts, items } = edgesOfVertex;
      for (let i = starts[v]; i < starts[v + 1]; i++) {
        const e = items[i];
        if (edges[2 * e] === w || edges[2 * e + 1] === w) return e;
      }
      // Joined of several edges in one line: called after the first of them.
      return items[starts[v]] ?? 0;
    },
  };
}

export function convexPolytope(mesh: Mesh, names: MeshNames): Polytope | undefined {
  if (mesh.wires.length > 0 || mesh.points.length > 0) return undefined;
  const closedness = closednessOf(mesh);
  if (!closedness.closed || closedness.shells !== 1 || closedness.nonManifoldEdges > 0) return undefined;
  const topology = meshTopology(mesh);
  const normals = faceNormals(mesh);
  if (normals === undefined || !bendsOutward(mesh, topology, normals)) return undefined;
  const polygons = joinFlat(mesh, topology, normals);
  if (polygons === undefined) return undefined;

  // Corners of fewer than three polygons lie within an edge or a face.
  const uses = new Uint8Array(mesh.positions.length / 3);
  for (const { loop } of polygons) for (const v of loop) uses[v] = Math.min(3, uses[v] + 1);
  const kept: number[] = [];
  const place = new Int32Array(uses.length).fill(-1);
  uses.forEach((n, v) => {
    if (n >= 3) place[v] = kept.push(v) - 1;
  });
  const loops = polygons.map(({ loop }) => loop.filter((v) => uses[v] >= 3).map((v) => place[v]));
  if (loops.length < 4 || loops.some((loop) => loop.length < 3)) return undefined;
  const vertices = Float64Array.from(kept.flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]));
  return makePolytope(vertices, loops, {
    vertex: (v) => names.vertex(kept[v]),
    edge: (v, w) => names.edge(kept[v], kept[w]),
    face: (f) => names.face(polygons[f].face),
  });
}

/** Unit normals; undefined where a face has none. */
export function faceNormals({ positions, faces }: Mesh): Float64Array | undefined {
  const normals = new Float64Array(faces.length);
  for (let f = 0; f < faces.length; f += 3)
    if (polygonNormal(normals, f, positions, faces.subarray(f, f + 3)) === 0) return undefined;
  return normals;
}

/**
 * Whether no face sees the far corner of its neighbours. A closed surface in one piece that bends outward at every edge,
 * and winds once around its middle, is convex.
 */
function bendsOutward(mesh: Mesh, topology: Topology, normals: Float64Array): boolean {
  const { positions, faces } = mesh;
  const bounds = meshBounds(mesh);
  const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const { starts, items } = topology.facesOfEdge;
  const height = (f: number, v: number) => {
    const c = 3 * faces[3 * f];
    let h = 0;
    for (let k = 0; k < 3; k++) h += normals[3 * f + k] * (positions[3 * v + k] - positions[c + k]);
    return h;
  };
  for (let e = 0; e < topology.faceEdgeCount; e++) {
    const f = items[starts[e]];
    const g = items[starts[e] + 1];
    for (let k = 0; k < 3; k++) {
      if (height(f, faces[3 * g + k]) > DENT * size || height(g, faces[3 * f + k]) > DENT * size)
        return false;
    }
  }
  // Locally convex and wound once: the middle is below every face.
  const middle = [0, 1, 2].map((k) => {
    let sum = 0;
    for (const v of faces) sum += positions[3 * v + k];
    return sum / faces.length;
  });
  for (let f = 0; 3 * f < faces.length; f++) {
    const c = 3 * faces[3 * f];
    let h = 0;
    for (let k = 0; k < 3; k++) h += normals[3 * f + k] * (middle[k] - positions[c + k]);
    if (!(h < 0)) return false;
  }
  return true;
}

interface Polygon {
  /** Its first triangle. */
  readonly face: number;
  readonly loop: number[];
}

/** Grows polygons from their first triangle over edges to triangles of the same normal. */
function joinFlat(mesh: Mesh, topology: Topology, normals: Float64Array): Polygon[] | undefined {
  const { faces } = mesh;
  const { facesOfEdge, faceEdges } = topology;
  const count = faces.length / 3;
  const owner = new Int32Array(count).fill(-1);
  const polygons: Polygon[] = [];
  for (let seed = 0; seed < count; seed++) {
    if (owner[seed] >= 0) continue;
    const number = polygons.length;
    const members = [seed];
    owner[seed] = number;
    for (let i = 0; i < members.length; i++) {
      for (let k = 0; k < 3; k++) {
        const e = faceEdges[3 * members[i] + k];
        for (let j = facesOfEdge.starts[e]; j < facesOfEdge.starts[e + 1]; j++) {
          const next = facesOfEdge.items[j];
          if (owner[next] >= 0 || !sameDirection(normals, seed, next)) continue;
          owner[next] = number;
          members.push(next);
        }
      }
    }
    const loop = rimOf(faces, faceEdges, facesOfEdge, owner, members);
    if (loop === undefined) return undefined;
    polygons.push({ face: seed, loop });
  }
  return polygons;
}

function rimOf(
  faces: Uint32Array,
  faceEdges: Uint32Array,
  facesOfEdge: Topology['facesOfEdge'],
  owner: Int32Array,
  members: readonly number[],
): number[] | undefined {
  const after = new Map<number, number>();
  for (const f of members) {
    for (let k = 0; k < 3; k++) {
      const at = facesOfEdge.starts[faceEdges[3 * f + k]];
      const beyond = facesOfEdge.items[at] === f ? facesOfEdge.items[at + 1] : facesOfEdge.items[at];
      if (owner[beyond] !== owner[f]) after.set(faces[3 * f + k], faces[3 * f + ((k + 1) % 3)]);
    }
  }
  const [start] = after.keys();
  const loop: number[] = [];
  for (let v: number | undefined = start; v !== undefined && loop.length <= after.size; v = after.get(v)) {
    if (v === start && loop.length > 0) break;
    loop.push(v);
  }
  return loop.length === after.size && loop.length >= 3 ? loop : undefined;
}

function sameDirection(normals: Float64Array, f: number, g: number): boolean {
  const [a, b, c] = normals.subarray(3 * f, 3 * f + 3);
  const [x, y, z] = normals.subarray(3 * g, 3 * g + 3);
  const dx = b * z - c * y;
  const dy = c * x - a * z;
  const dz = a * y - b * x;
  return a * x + b * y + c * z > 0 && dx * dx + dy * dy + dz * dz <= FLAT * FLAT;
}
