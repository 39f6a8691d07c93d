// Rotations by a rotation vector w (axis times angle [rad]).
//
//   R(w) = I + a K + b K²,   K = [w]×,   θ = |w|,   a = sin θ / θ,   b = (1 - cos θ)/θ²
//
// a and b are their power series in s = θ² below θ = 1 (no cancellation) and their closed forms above.
// Matrices are row-major, nine numbers.

import { cos, sin } from './elementary/trigonometric.ts';
import { quaternionFromMatrix, rotationVectorFromQuaternion } from './quaternion.ts';

/** (-1)ⁿ/(2n+1)! and (-1)ⁿ/(2n+2)!; eleven of each reach 1e-22 for s = 1. */
const SERIES = new Float64Array(22);
for (let n = 0, factorial = 1, sign = 1; n <= 10; n++, sign = -sign) {
  factorial *= n === 0 ? 1 : 2 * n * (2 * n + 1);
  SERIES[2 * n] = sign / factorial;
  SERIES[2 * n + 1] = sign / (factorial * (2 * n + 2));
}

/** θ² at which the closed forms take over: below, they would cancel. */
const SERIES_BELOW = 1;

/** out = R(w), by Rodrigues' formula: cos θ I + a K + b w wᵀ, cos θ = 1 - b θ² */
export function rotationFromVector(out: Float64Array, o: number, w: Float64Array, wi: number): void {
  const x = w[wi];
  const y = w[wi + 1];
  const z = w[wi + 2];
  const s = x * x + y * y + z * z;
  let a = 0;
  let b = 0;
  if (s < SERIES_BELOW) {
    for (let n = 10; n >= 0; n--) {
      a = a * s + SERIES[2 * n];
      b = b * s + SERIES[2 * n + 1];
    }
  } else {
    const angle = Math.sqrt(s);
    a = sin(angle) / angle;
    b = (1 - cos(angle)) / s;
  }
  const p = 1 - b * s;
  out[o] = p + b * x * x;
  out[o + 1] = b * x * y - a * z;
  out[o + 2] = b * x * z + a * y;
  out[o + 3] = b * x * y + a * z;
  out[o + 4] = p + b * y * y;
  out[o + 5] = b * y * z - a * x;
  out[o + 6] = b * x * z - a * y;
  out[o + 7] = b * y * z + a * x;
  out[o + 8] = p + b * z * z;
}

/** The rotation vector of a row-major rotation matrix, |w| ≤ π. */
export function vectorFromRotation(out: Float64Array, o: number, matrix: Float64Array, mi: number): void {
  quaternionFromMatrix(scratch, 0, matrix, mi);
  rotationVectorFromQuaternion(out, o, scratch, 0);
}
const scratch = new Float64Array(4);
