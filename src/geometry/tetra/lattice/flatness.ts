// How flat a tetrahedron is: its smallest height over its longest edge, √(2/3) for a regular one.
//
//   6V / √(A² l²),  A twice the largest face, l the longest edge

import { cross3, dot3 } from '../../../num/index.ts';
import { writeEdges } from '../orientation.ts';

const edges = new Float64Array(18);
const faces = new Float64Array(12);

/** Of four points at offsets of x; ≤ 0 where the volume is. */
export function flatness(x: Float64Array, a: number, b: number, c: number, d: number): number {
  writeEdges(edges, x, a, b, c, d);
  // twice the vector areas of the faces at a; the fourth is their sum
  cross3(faces, 0, edges, 3, edges, 6);
  cross3(faces, 3, edges, 6, edges, 0);
  cross3(faces, 6, edges, 0, edges, 3);
  for (let k = 0; k < 3; k++) faces[9 + k] = faces[k] + faces[3 + k] + faces[6 + k];
  let area = 0;
  for (let i = 0; i < 12; i += 3) area = Math.max(area, dot3(faces, i, faces, i));
  let longest = 0;
  for (let i = 0; i < 18; i += 3) longest = Math.max(longest, dot3(edges, i, edges, i));
  return dot3(edges, 0, faces, 0) / Math.sqrt(area * longest);
}
