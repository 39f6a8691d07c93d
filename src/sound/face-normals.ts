// Normals of the triangles of a surface.

import { crossEdges, norm3 } from '../num/index.ts';

export interface FaceNormals {
  /** Unit vectors, three numbers a triangle; 0 where it has no area. */
  readonly normals: Float64Array;
  /** Twice the areas [m²]. */
  readonly lengths: Float64Array;
}

export function faceNormals(positions: Float64Array, faces: ArrayLike<number>): FaceNormals {
  const triangles = faces.length / 3;
  const normals = new Float64Array(3 * triangles);
  const lengths = new Float64Array(triangles);
  for (let t = 0; t < triangles; t++) {
    const a = 3 * faces[3 * t];
    crossEdges(normals, 3 * t, positions, a, 3 * faces[3 * t + 1], a, 3 * faces[3 * t + 2]);
    lengths[t] = norm3(normals, 3 * t);
    for (let k = 0; k < 3; k++) normals[3 * t + k] /= lengths[t] || 1;
  }
  return { normals, lengths };
}
