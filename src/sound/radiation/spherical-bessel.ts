// Spherical Bessel functions j_l and y_l of all degrees up to one, and the derivative of j_l.
//
// f_{l+1} = (2l + 1)/x f_l − f_{l−1}: stable upward for y, downward for j (Miller), which is scaled by j_0 or j_1,
// whichever is larger. h_l = j_l + i y_l is the outgoing wave, e^(ix)/x (−i)^{l+1} far away.

import { cos, sin } from '../../num/elementary/index.ts';

/** Writes j_0 … j_degree at x > 0. */
export function besselJ(degree: number, x: number, out: Float64Array): void {
  const start = Math.ceil(Math.max(degree, x)) + 20 + Math.ceil(2 * Math.sqrt(Math.max(degree, x)));
  let above = 0;
  let value = 1e-300;
  for (let l = start; l >= 0; l--) {
    if (l <= degree) out[l] = value;
    const below = ((2 * l + 1) / x) * value - above;
    above = value;
    value = below;
    if (Math.abs(value) > 1e200) {
      value *= 1e-250;
      above *= 1e-250;
      for (let m = l; m <= degree; m++) out[m] *= 1e-250;
    }
  }
  // `above` is j_0 and `value` j_{−1} = cos x / x on the same scale
  const j0 = sin(x) / x;
  const jBefore = cos(x) / x;
  const scale = Math.abs(j0) > Math.abs(jBefore) ? j0 / above : jBefore / value;
  for (let l = 0; l <= degree; l++) out[l] *= scale;
}

/** Writes y_0 … y_degree at x > 0. */
export function besselY(degree: number, x: number, out: Float64Array): void {
  let below = sin(x) / x;
  let value = -cos(x) / x;
  for (let l = 0; l <= degree; l++) {
    out[l] = value;
    const next = ((2 * l + 1) / x) * value - below;
    below = value;
    value = next;
  }
}

/** j_l' = j_{l−1} − (l + 1)/x j_l; `j` holds one degree more than is written. */
export function besselSlopes(degree: number, x: number, j: Float64Array, out: Float64Array): void {
  out[0] = -j[1];
  for (let l = 1; l <= degree; l++) out[l] = j[l - 1] - ((l + 1) / x) * j[l];
}
