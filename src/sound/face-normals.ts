// Normals of the triangles of a surface.

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
    const [a, b, c] = [3 * faces[3 * t], 3 * faces[3 * t + 1], 3 * faces[3 * t + 2]];
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      const n =
        (positions[b + i] - positions[a + i]) * (positions[c + j] - positions[a + j]) -
        (positions[b + j] - positions[a + j]) * (positions[c + i] - positions[a + i]);
      normals[3 * t + k] = n;
      squared += n * n;
    }
    lengths[t] = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) normals[3 * t + k] /= lengths[t] || 1;
  }
  return { normals, lengths };
}
