// Moving, turning, scaling and joining meshes. Every function returns a new mesh.

import { matrixFromQuaternion } from '../num/index.ts';
import type { Mesh } from './mesh.ts';

/** A quaternion x y z w and a translation [m], as poses are written everywhere. */
type Quadruple = ArrayLike<number>;
type Triple = ArrayLike<number>;

/** x ↦ R x + t. */
export function moveMesh(mesh: Mesh, orientation: Quadruple, position: Triple): Mesh {
  return mapAffine(mesh, rotationMatrix(orientation), position);
}

/** x ↦ Rᵀ (x - t): the mesh in the coordinates of a frame that stands at `position`. */
export function meshInFrame(mesh: Mesh, orientation: Quadruple, position: Triple): Mesh {
  const r = rotationMatrix(orientation);
  // Subtract first: a mesh far from the origin keeps the digits of its own size.
  const near = mapAffine(mesh, IDENTITY, [-position[0], -position[1], -position[2]]);
  return mapAffine(near, [r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]], [0, 0, 0]);
}

export function translateMesh(mesh: Mesh, by: Triple): Mesh {
  return mapAffine(mesh, IDENTITY, by);
}

/** Scales along the axes about the origin; a mirroring scale turns the faces over again. */
export function scaleMesh(mesh: Mesh, x: number, y: number = x, z: number = x): Mesh {
  return mapAffine(mesh, [x, 0, 0, 0, y, 0, 0, 0, z], [0, 0, 0]);
}

/** x ↦ M x + t, M row-major; faces are turned over where M mirrors, so that outside stays outside. */
export function mapAffine(mesh: Mesh, m: ArrayLike<number>, t: Triple): Mesh {
  const from = mesh.positions;
  const positions = new Float64Array(from.length);
  const identity = m === IDENTITY;
  for (let i = 0; i < from.length; i += 3) {
    const x = from[i];
    const y = from[i + 1];
    const z = from[i + 2];
    if (identity) {
      positions[i] = x + t[0];
      positions[i + 1] = y + t[1];
      positions[i + 2] = z + t[2];
      continue;
    }
    positions[i] = m[0] * x + m[1] * y + m[2] * z + t[0];
    positions[i + 1] = m[3] * x + m[4] * y + m[5] * z + t[1];
    positions[i + 2] = m[6] * x + m[7] * y + m[8] * z + t[2];
  }
  const determinant =
    m[0] * (m[4] * m[8] - m[5] * m[7]) -
    m[1] * (m[3] * m[8] - m[5] * m[6]) +
    m[2] * (m[3] * m[7] - m[4] * m[6]);
  return { ...mesh, positions, faces: determinant < 0 ? reversedFaces(mesh.faces) : mesh.faces };
}

/** The same triangles seen from the other side. */
export function reversedFaces(faces: Uint32Array): Uint32Array {
  const reversed = new Uint32Array(faces.length);
  for (let f = 0; f < faces.length; f += 3) {
    reversed[f] = faces[f];
    reversed[f + 1] = faces[f + 2];
    reversed[f + 2] = faces[f + 1];
  }
  return reversed;
}

/** All meshes in one, vertices one after the other. */
export function joinMeshes(meshes: readonly Mesh[]): Mesh {
  const total = (key: keyof Mesh) => meshes.reduce((sum, mesh) => sum + mesh[key].length, 0);
  const positions = new Float64Array(total('positions'));
  const joined = {
    faces: new Uint32Array(total('faces')),
    wires: new Uint32Array(total('wires')),
    points: new Uint32Array(total('points')),
  };
  const at = { positions: 0, faces: 0, wires: 0, points: 0 };
  for (const mesh of meshes) {
    const base = at.positions / 3;
    positions.set(mesh.positions, at.positions);
    at.positions += mesh.positions.length;
    for (const key of ['faces', 'wires', 'points'] as const) {
      const from = mesh[key];
      for (let i = 0; i < from.length; i++) joined[key][at[key] + i] = from[i] + base;
      at[key] += from.length;
    }
  }
  return { positions, ...joined };
}

const IDENTITY: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function rotationMatrix(orientation: Quadruple): Float64Array {
  const matrix = new Float64Array(9);
  matrixFromQuaternion(matrix, 0, Float64Array.from(orientation), 0);
  return matrix;
}
