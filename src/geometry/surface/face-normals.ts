// Normals of the faces of a surface.

import { crossEdges } from '../../num/index.ts';
import type { Mesh } from '../mesh.ts';

/** Twice the area times the unit normal, xyz a face. */
export function faceAreaVectors({ positions: x, faces }: Pick<Mesh, 'positions' | 'faces'>): Float64Array {
  const normals = new Float64Array(faces.length);
  for (let f = 0; f < faces.length; f += 3) {
    const a = 3 * faces[f];
    const b = 3 * faces[f + 1];
    const c = 3 * faces[f + 2];
    crossEdges(normals, f, x, a, b, a, c);
  }
  return normals;
}

/** Unit normals, xyz a face; zero where a face has no area. */
export function faceNormals(mesh: Pick<Mesh, 'positions' | 'faces'>): Float64Array {
  const normals = faceAreaVectors(mesh);
  for (let f = 0; f < normals.length; f += 3) {
    const [x, y, z] = [normals[f], normals[f + 1], normals[f + 2]];
    const length = Math.sqrt(x * x + y * y + z * z);
    for (let k = 0; k < 3; k++) normals[f + k] = length > 0 ? normals[f + k] / length : 0;
  }
  return normals;
}
