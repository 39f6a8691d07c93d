// Horizontal directions, about a given vertical.

import { cos, sin } from '../../../num/elementary/index.ts';

/** A horizontal unit vector at an angle about the vertical `up`. */
export function horizontal(out: Float64Array, up: Float64Array, angle: number): void {
  const x = Math.abs(up[0]) < 0.9 ? 1 : 0;
  const y = 1 - x;
  // e = axis − (axis·up) up, then turned about up.
  const along = x * up[0] + y * up[1];
  let ex = x - along * up[0];
  let ey = y - along * up[1];
  let ez = -along * up[2];
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
  ex /= length;
  ey /= length;
  ez /= length;
  const fx = up[1] * ez - up[2] * ey;
  const fy = up[2] * ex - up[0] * ez;
  const fz = up[0] * ey - up[1] * ex;
  const c = cos(angle);
  const s = sin(angle);
  out[0] = c * ex + s * fx;
  out[1] = c * ey + s * fy;
  out[2] = c * ez + s * fz;
}

/** The horizontal part of a direction, of length 1; any where it is vertical. */
export function horizontalPart(out: Float64Array, v: readonly number[], up: Float64Array): void {
  const rise = v[0] * up[0] + v[1] * up[1] + v[2] * up[2];
  let square = 0;
  for (let k = 0; k < 3; k++) {
    out[k] = v[k] - rise * up[k];
    square += out[k] * out[k];
  }
  if (square < 1e-18) {
    horizontal(out, up, 0);
    return;
  }
  for (let k = 0; k < 3; k++) out[k] /= Math.sqrt(square);
}
