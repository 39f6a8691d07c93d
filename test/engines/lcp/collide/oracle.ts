// How far apart two convex bodies are, by another way than the engine's: the hull of all differences of their corners
// contains the origin exactly where they overlap. Its distance from the origin is the gap, its depth the overlap.

import { pointTriangleDistanceSquared } from '../../../../src/geometry/distance/index.ts';
import { convexHull } from '../../../../src/geometry/surface/index.ts';
import { matrixFromQuaternion } from '../../../../src/num/index.ts';

/** Corners of a mesh at a pose. */
export function worldPoints(positions: Float64Array, poses: Float64Array, body: number): Float64Array {
  const m = new Float64Array(9);
  matrixFromQuaternion(m, 0, poses, 7 * body + 3);
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      out[i + k] = poses[7 * body + k];
      for (let j = 0; j < 3; j++) out[i + k] += m[3 * k + j] * positions[i + j];
    }
  }
  return out;
}

/** Signed: the distance of the hulls of two sets of points, or minus the least translation that parts them. */
export function hullGap(a: Float64Array, b: Float64Array): number {
  const differences = new Float64Array((a.length * b.length) / 3);
  let at = 0;
  for (let i = 0; i < a.length; i += 3)
    for (let j = 0; j < b.length; j += 3) for (let k = 0; k < 3; k++) differences[at++] = a[i + k] - b[j + k];
  const hull = convexHull(differences);
  if (hull === undefined) throw new Error('flat');
  const { positions, faces } = hull;
  let depth = Infinity;
  let squared = Infinity;
  const x = new Float64Array(12);
  for (let f = 0; f < faces.length; f += 3) {
    for (let k = 0; k < 3; k++)
      for (let c = 0; c < 3; c++) x[3 + 3 * k + c] = positions[3 * faces[f + k] + c];
    const u = [0, 1, 2].map((k) => x[6 + k] - x[3 + k]);
    const v = [0, 1, 2].map((k) => x[9 + k] - x[3 + k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (area < 1e-14) continue;
    depth = Math.min(depth, (n[0] * x[3] + n[1] * x[4] + n[2] * x[5]) / area);
    squared = Math.min(squared, pointTriangleDistanceSquared(x, 0, 3, 6, 9));
  }
  return depth < 0 ? Math.sqrt(squared) : -depth;
}
