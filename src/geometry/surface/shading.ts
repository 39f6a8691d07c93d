// A mesh for looking at: a normal for each corner, smooth over what is meant to be round and sharp at creases.
//
// The normal of a corner is the area-weighted sum of the normals of all faces around its vertex that are within
// the crease angle of the corner's own face. Corners of a vertex with the same normal stay one vertex.

import { norm3 } from '../../num/index.ts';
import { faceAreaVectors } from './face-normals.ts';
import type { Mesh } from '../mesh.ts';

export interface ShadingMesh {
  /** [m], xyz a vertex. */
  readonly positions: Float64Array;
  /** Unit, xyz a vertex. */
  readonly normals: Float64Array;
  readonly faces: Uint32Array;
  /** The vertex of the mesh that each vertex here comes from. */
  readonly source: Uint32Array;
}

/** cos 40°: the flats of a cylinder of 12 are round, the edges of an octagon sharp. */
const CREASE_COSINE = 0.766;

export function shadingMesh(mesh: Mesh, creaseCosine = CREASE_COSINE): ShadingMesh {
  const { positions, faces } = mesh;
  const normals = faceAreaVectors({ positions: positions, faces: faces });
  const around = facesAround(positions.length / 3, faces);
  const outPositions: number[] = [];
  const outNormals: number[] = [];
  const source: number[] = [];
  const outFaces = new Uint32Array(faces.length);
  const made: number[][] = Array.from({ length: positions.length / 3 }, () => []);

  for (let corner = 0; corner < faces.length; corner++) {
    const vertex = faces[corner];
    const own = 3 * Math.floor(corner / 3);
    const ownLength = norm3(normals, own);
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let i = around.starts[vertex]; i < around.starts[vertex + 1]; i++) {
      const other = 3 * around.faces[i];
      const dot =
        normals[own] * normals[other] +
        normals[own + 1] * normals[other + 1] +
        normals[own + 2] * normals[other + 2];
      if (other !== own && dot < creaseCosine * ownLength * norm3(normals, other)) continue;
      nx += normals[other];
      ny += normals[other + 1];
      nz += normals[other + 2];
    }
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const scale = size > 0 ? 1 / size : 0;
    nx *= scale;
    ny *= scale;
    nz *= scale;
    let found = made[vertex].find(
      (at) => nx * outNormals[3 * at] + ny * outNormals[3 * at + 1] + nz * outNormals[3 * at + 2] > 0.99999,
    );
    if (found === undefined) {
      found = source.push(vertex) - 1;
      outPositions.push(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
      outNormals.push(nx, ny, nz);
      made[vertex].push(found);
    }
    outFaces[corner] = found;
  }
  return {
    positions: Float64Array.from(outPositions),
    normals: Float64Array.from(outNormals),
    faces: outFaces,
    source: Uint32Array.from(source),
  };
}

function facesAround(vertices: number, faces: Uint32Array): { starts: Uint32Array; faces: Uint32Array } {
  const starts = new Uint32Array(vertices + 1);
  for (const vertex of faces) starts[vertex + 1]++;
  for (let v = 0; v < vertices; v++) starts[v + 1] += starts[v];
  const next = starts.slice(0, vertices);
  const list = new Uint32Array(faces.length);
  for (let corner = 0; corner < faces.length; corner++) list[next[faces[corner]]++] = Math.floor(corner / 3);
  return { starts, faces: list };
}
