// The convex pieces that stand for a mesh which is neither convex nor made of convex solids.
//
// Features of a piece are called after the nearest ones of the mesh: cuts make corners and faces that the mesh does not have.

import { decompose } from '../../../geometry/convex/index.ts';
import type { Mesh } from '../../../geometry/index.ts';
import { Sha256 } from '../../../record/index.ts';
import { convexPolytope, faceNormals, type MeshNames, namesOf } from './convex-mesh.ts';
import { makePolytope, type Polytope } from './polytope.ts';

/** The pieces of a mesh, and how near they are to it. */
export interface Decomposed {
  readonly polytopes: readonly Polytope[];
  /** By how much all of them together exceed the mesh, as a part of its volume. */
  readonly volumeError: number;
  /** How far they stand out of it where they do so most [m]. */
  readonly deviation: number;
}

export type Progress = (fraction: number) => void;

/** Kept by what the mesh is: scenes that are read again have new meshes of the same content. */
const known = new Map<string, Decomposed>();
const MOST_KNOWN = 256;

/** What `progress` throws ends the work. */
export function decomposedMesh(mesh: Mesh, detail: number, progress?: Progress): Decomposed {
  const key = keyOf(mesh, detail);
  let found = known.get(key);
  if (found === undefined) {
    found = piecesOf(mesh, detail, progress);
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value as string);
    known.set(key, found);
  }
  return found;
}

function piecesOf(mesh: Mesh, detail: number, progress?: Progress): Decomposed {
  const { pieces, volumeError, deviation } = decompose(mesh, {
    tolerance: detail,
    ...(progress && { progress }),
  });
  const names = nearestNames(mesh);
  return {
    polytopes: pieces.map(
      (piece) => convexPolytope(piece, names(piece)) ?? triangulated(piece, names(piece)),
    ),
    volumeError,
    deviation,
  };
}

function keyOf({ positions, faces }: Mesh, detail: number): string {
  const hash = new Sha256();
  for (const part of [Float64Array.of(detail, positions.length), positions, faces])
    hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  return hash.digest();
}

/** A hull some of whose flat faces do not join. */
function triangulated({ positions, faces }: Mesh, names: MeshNames): Polytope {
  const polygons = Array.from({ length: faces.length / 3 }, (_, f) => [...faces.subarray(3 * f, 3 * f + 3)]);
  return makePolytope(positions, polygons, names);
}

function nearestNames(mesh: Mesh): (piece: Mesh) => MeshNames {
  const own = namesOf(mesh);
  const normals = faceNormals(mesh) ?? new Float64Array(mesh.faces.length);
  const middles = middlesOf(mesh);
  return (piece) => {
    const corners = Array.from({ length: piece.positions.length / 3 }, (_, v) =>
      nearest(mesh.positions, piece.positions, 3 * v, () => true),
    );
    const pieceNormals = faceNormals(piece) ?? new Float64Array(piece.faces.length);
    const pieceMiddles = middlesOf(piece);
    return {
      vertex: (v) => corners[v],
      edge: (v, w) => own.edge(corners[v], corners[w]),
      // Of faces that look the same way, if there are any.
      face: (f) =>
        nearest(middles, pieceMiddles, 3 * f, (g) => {
          let along = 0;
          for (let k = 0; k < 3; k++) along += normals[3 * g + k] * pieceNormals[3 * f + k];
          return along > 0.99;
        }),
    };
  };
}

function middlesOf({ positions, faces }: Mesh): Float64Array {
  const middles = new Float64Array(faces.length);
  for (let f = 0; f < faces.length; f += 3)
    for (let i = 0; i < 3; i++)
      for (let k = 0; k < 3; k++) middles[f + k] += positions[3 * faces[f + i] + k] / 3;
  return middles;
}

/** The nearest of some points that will do; the nearest of all where none will. */
function nearest(points: Float64Array, x: Float64Array, at: number, willDo: (i: number) => boolean): number {
  let best = 0;
  let least = Infinity;
  let fits = false;
  for (let i = 0; 3 * i < points.length; i++) {
    const dx = points[3 * i] - x[at];
    const dy = points[3 * i + 1] - x[at + 1];
    const dz = points[3 * i + 2] - x[at + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    if (fits && squared >= least) continue;
    const does = willDo(i);
    if (does === fits ? squared < least : does) {
      best = i;
      least = squared;
      fits = does;
    }
  }
  return best;
}
