// Four points in two simplices: a point and a triangle, or two segments. On which side of each other, and do they face?
//
// Points are xyz in one flat array, those of the first simplex before those of the second.

import { crossEdges, norm3 } from '../../num/index.ts';

const normal = new Float64Array(3);

/** How far the two are apart along their common normal [m]; its sign says on which side. */
export function signedHeight(p: Float64Array, countA: number): number {
  if (countA === 2) return heightAlong(p, 0, 3, 6, 9, 0, 6);
  if (countA === 1) return heightAlong(p, 3, 6, 3, 9, 3, 0);
  return heightAlong(p, 0, 3, 0, 6, 0, 9);
}

/** The point is over the triangle, or the segments cross as seen along their normal, farther than `reach` from any border. */
export function faceEachOther(p: Float64Array, countA: number, reach: number): boolean {
  if (countA === 1) return isOver(p, 0, 3, 6, 9, reach);
  if (countA === 3) return isOver(p, 9, 0, 3, 6, reach);
  return segmentsCross(p, reach);
}

/** ((p1 − p0) × (q1 − q0)) · (r1 − r0) / |(p1 − p0) × (q1 − q0)| */
function heightAlong(
  p: Float64Array,
  p0: number,
  p1: number,
  q0: number,
  q1: number,
  r0: number,
  r1: number,
): number {
  crossEdges(normal, 0, p, p0, p1, q0, q1);
  const length = norm3(normal, 0);
  if (length === 0) return 0;
  const height =
    (p[r1] - p[r0]) * normal[0] + (p[r1 + 1] - p[r0 + 1]) * normal[1] + (p[r1 + 2] - p[r0 + 2]) * normal[2];
  return height / length;
}

/** The point at `q` is over the triangle, farther than `reach` from each of its edges. */
function isOver(p: Float64Array, q: number, a: number, b: number, c: number, reach: number): boolean {
  const ab = edgeDistance(p, a, b, c, q);
  const bc = edgeDistance(p, b, c, a, q);
  const ca = edgeDistance(p, c, a, b, q);
  return ab > reach && bc > reach && ca > reach;
}

/** How far q is, in the plane of e0 e1 c, on c's side of the line through e0 and e1 [m]. */
function edgeDistance(p: Float64Array, e0: number, e1: number, c: number, q: number): number {
  const ex = p[e1] - p[e0];
  const ey = p[e1 + 1] - p[e0 + 1];
  const ez = p[e1 + 2] - p[e0 + 2];
  const cx = p[c] - p[e0];
  const cy = p[c + 1] - p[e0 + 1];
  const cz = p[c + 2] - p[e0 + 2];
  const along = (cx * ex + cy * ey + cz * ez) / (ex * ex + ey * ey + ez * ez);
  const tx = cx - along * ex;
  const ty = cy - along * ey;
  const tz = cz - along * ez;
  const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (!(length > 0)) return 0;
  return ((p[q] - p[e0]) * tx + (p[q + 1] - p[e0 + 1]) * ty + (p[q + 2] - p[e0 + 2]) * tz) / length;
}

/** Seen along their common normal, the segments at 0 3 and 6 9 cross, farther than `reach` from every end. */
function segmentsCross(p: Float64Array, reach: number): boolean {
  const ax = p[3] - p[0];
  const ay = p[4] - p[1];
  const az = p[5] - p[2];
  const bx = p[9] - p[6];
  const by = p[10] - p[7];
  const bz = p[11] - p[8];
  const dx = p[6] - p[0];
  const dy = p[7] - p[1];
  const dz = p[8] - p[2];
  const aa = ax * ax + ay * ay + az * az;
  const bb = bx * bx + by * by + bz * bz;
  const ab = ax * bx + ay * by + az * bz;
  const ad = ax * dx + ay * dy + az * dz;
  const bd = bx * dx + by * dy + bz * dz;
  const determinant = aa * bb - ab * ab;
  if (!(determinant > 0)) return false;
  const s = (ad * bb - bd * ab) / determinant;
  const t = (ad * ab - bd * aa) / determinant;
  const lengthA = Math.sqrt(aa);
  const lengthB = Math.sqrt(bb);
  // where lines cross at a small angle a shift of `reach` moves the crossing by reach / sine
  const sine = Math.sqrt(determinant) / (lengthA * lengthB);
  const needed = reach / sine;
  return (
    s * lengthA > needed && (1 - s) * lengthA > needed && t * lengthB > needed && (1 - t) * lengthB > needed
  );
}
