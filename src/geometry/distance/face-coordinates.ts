// Where a point lies in the plane of a triangle, by two of its edges: p − a = s (b − a) + t (c − a) + what stands on the plane.

import { dot3 } from '../../num/index.ts';

const u = new Float64Array(3);
const v = new Float64Array(3);
const w = new Float64Array(3);

/** Writes s and t, both times |(b − a) × (c − a)|², and that; a, b, c are offsets into x, p is three numbers. */
export function faceCoordinates(
  out: Float64Array,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  p: Float64Array,
): void {
  for (let k = 0; k < 3; k++) {
    u[k] = x[b + k] - x[a + k];
    v[k] = x[c + k] - x[a + k];
    w[k] = p[k] - x[a + k];
  }
  const uu = dot3(u, 0, u, 0);
  const vv = dot3(v, 0, v, 0);
  const uv = dot3(u, 0, v, 0);
  const uw = dot3(u, 0, w, 0);
  const vw = dot3(v, 0, w, 0);
  out[0] = vv * uw - uv * vw;
  out[1] = uu * vw - uv * uw;
  out[2] = uu * vv - uv * uv;
}
