// Flat triangles of a closed surface as boundary elements: one unknown each, at the centroid.

import { faceNormals } from '../face-normals.ts';

export interface Panels {
  readonly count: number;
  /** [m], nine numbers each: the corners. */
  readonly corners: Float64Array;
  /** [m] */
  readonly centroids: Float64Array;
  /** Unit, outward. */
  readonly normals: Float64Array;
  /** [m²] */
  readonly areas: Float64Array;
  /** Longest edge [m]. */
  readonly sizes: Float64Array;
  /** Second moments about the centroid over the area, ∫(y − c)(y − c)ᵀ/A = ¹/₁₂ Σ vvᵀ [m²]: xx yy zz xy xz yz. */
  readonly moments: Float64Array;
  /** About the origin, of the farthest corner [m]. */
  readonly radius: number;
}

export function makePanels(positions: Float64Array, faces: Uint32Array): Panels {
  const count = faces.length / 3;
  const corners = new Float64Array(9 * count);
  const centroids = new Float64Array(3 * count);
  const { normals, lengths } = faceNormals(positions, faces);
  const areas = lengths.map((length) => length / 2);
  const sizes = new Float64Array(count);
  const moments = new Float64Array(6 * count);
  let radiusSquared = 0;
  for (let p = 0; p < count; p++) {
    for (let v = 0; v < 3; v++) {
      const from = 3 * faces[3 * p + v];
      for (let k = 0; k < 3; k++) {
        corners[9 * p + 3 * v + k] = positions[from + k];
        centroids[3 * p + k] += positions[from + k] / 3;
      }
      const [x, y, z] = [positions[from], positions[from + 1], positions[from + 2]];
      radiusSquared = Math.max(radiusSquared, x * x + y * y + z * z);
    }
    const at = 9 * p;
    let longest = 0;
    for (let v = 0; v < 3; v++) {
      const a = at + 3 * v;
      const b = at + 3 * ((v + 1) % 3);
      let squared = 0;
      for (let k = 0; k < 3; k++)
        squared += (corners[b + k] - corners[a + k]) * (corners[b + k] - corners[a + k]);
      longest = Math.max(longest, squared);
      const dx = corners[a] - centroids[3 * p];
      const dy = corners[a + 1] - centroids[3 * p + 1];
      const dz = corners[a + 2] - centroids[3 * p + 2];
      moments[6 * p] += (dx * dx) / 12;
      moments[6 * p + 1] += (dy * dy) / 12;
      moments[6 * p + 2] += (dz * dz) / 12;
      moments[6 * p + 3] += (dx * dy) / 12;
      moments[6 * p + 4] += (dx * dz) / 12;
      moments[6 * p + 5] += (dy * dz) / 12;
    }
    sizes[p] = Math.sqrt(longest);
  }
  return { count, corners, centroids, normals, areas, sizes, moments, radius: Math.sqrt(radiusSquared) };
}
