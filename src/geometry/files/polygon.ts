// A polygon in space to triangles: projected along the axis nearest its normal, then ear clipping.

import { MeshError } from '../mesh-error.ts';
import { triangulateRings } from '../surface/triangulate.ts';
import { LIMITS } from './budget.ts';

/**
 * Appends the triangles of a polygon, as indices of vertices, to `faces`.
 * @returns false where the polygon crosses itself, so that its triangles overlap
 */
export function appendPolygon(
  faces: number[],
  positions: ArrayLike<number>,
  corners: readonly number[],
  where: string,
): boolean {
  const n = corners.length;
  if (n < 3) throw new MeshError('a face needs three corners', where, n, 'correct the face');
  if (n === 3) {
    faces.push(corners[0], corners[1], corners[2]);
    return true;
  }
  if (n > LIMITS.polygonCorners) {
    throw new MeshError(
      'the polygon has too many corners',
      where,
      n,
      `triangulate faces above ${LIMITS.polygonCorners} corners`,
    );
  }
  // Newell's normal: the sum of all edge cross products, right for concave and uneven polygons too.
  const normal = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const a = 3 * corners[i];
    const b = 3 * corners[(i + 1) % n];
    for (let k = 0; k < 3; k++) {
      const u = (k + 1) % 3;
      const v = (k + 2) % 3;
      normal[k] += (positions[a + u] - positions[b + u]) * (positions[a + v] + positions[b + v]);
    }
  }
  let axis = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(normal[k]) > Math.abs(normal[axis])) axis = k;
  const mirrored = normal[axis] < 0;
  const u = (axis + (mirrored ? 2 : 1)) % 3;
  const v = (axis + (mirrored ? 1 : 2)) % 3;
  const points = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    points[2 * i] = positions[3 * corners[i] + u];
    points[2 * i + 1] = positions[3 * corners[i] + v];
  }
  const { triangles, simple } = triangulateRings(points, [corners.map((_, i) => i)]);
  for (const i of triangles) faces.push(corners[i]);
  return simple;
}
