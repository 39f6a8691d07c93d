// Rotations by a rotation vector w (axis times angle [rad]), and their derivatives.
//
//   R(w) = I + a K + b K²,   K = [w]×,   θ = |w|,   a = sin θ / θ,   b = (1 - cos θ)/θ²
//
// Derivatives use a and b as functions of s = θ²: with a' = da/ds, so that ∂a/∂wᵢ = 2 a' wᵢ,
// nothing is divided by θ and everything is smooth at zero. Each coefficient is its power series
// below θ = 1 (no cancellation) and its closed form above.
//
// The exponential map's tangent: R(w + δ) ≈ exp(J δ) R(w), J the left Jacobian ("dexp"),
//   J = I + b K + c K²,   c = (θ - sin θ)/θ³
//   J⁻¹ = I - ½ K + e K²,   e = (1 - (θ/2) cot(θ/2))/θ²
//
// Matrices are row-major, nine numbers. Checked against finite differences in rotation.test.ts.
// Derivation: Gallego and Yezzi 2015 give the first derivatives in another form; these follow
// from the product rule alone.

import { cos, sin } from './elementary/trigonometric.ts';
import { quaternionFromMatrix, rotationVectorFromQuaternion } from './quaternion.ts';

/** a, a', a'', b, b', b'', c of one angle. */
const coefficient = new Float64Array(7);

/** Taylor series of sin θ/θ, (1 - cos θ)/θ² and (θ - sin θ)/θ³ in s = θ², and of derivatives, for s < 1. */
function coefficientsFromSeries(s: number): void {
  // Terms (-s)ⁿ/(2n+1)!, (-s)ⁿ/(2n+2)!, (-s)ⁿ/(2n+3)!; eleven reach 1e-22 for s = 1.
  let a = 0;
  let a1 = 0;
  let a2 = 0;
  let b = 0;
  let b1 = 0;
  let b2 = 0;
  let c = 0;
  // Horner's rule from the last term, derivatives along: p ← p s + coefficient
  for (let n = 10; n >= 0; n--) {
    a2 = a2 * s + 2 * a1;
    a1 = a1 * s + a;
    a = a * s + SERIES[3 * n];
    b2 = b2 * s + 2 * b1;
    b1 = b1 * s + b;
    b = b * s + SERIES[3 * n + 1];
    c = c * s + SERIES[3 * n + 2];
  }
  coefficient[0] = a;
  coefficient[1] = a1;
  coefficient[2] = a2;
  coefficient[3] = b;
  coefficient[4] = b1;
  coefficient[5] = b2;
  coefficient[6] = c;
}

/** (-1)ⁿ/(2n+1)!, (-1)ⁿ/(2n+2)!, (-1)ⁿ/(2n+3)! */
const SERIES = new Float64Array(33);
for (let n = 0, factorial = 1, sign = 1; n <= 10; n++, sign = -sign) {
  factorial *= n === 0 ? 1 : 2 * n * (2 * n + 1);
  SERIES[3 * n] = sign / factorial;
  SERIES[3 * n + 1] = sign / (factorial * (2 * n + 2));
  SERIES[3 * n + 2] = sign / (factorial * (2 * n + 2) * (2 * n + 3));
}

/** θ² at which the closed forms take over: below, they would cancel. */
const SERIES_BELOW = 1;

function coefficients(s: number): void {
  if (s < SERIES_BELOW) {
    coefficientsFromSeries(s);
    return;
  }
  const angle = Math.sqrt(s);
  const sine = sin(angle);
  const cosine = cos(angle);
  const a = sine / angle;
  const b = (1 - cosine) / s;
  const c = (1 - a) / s;
  // 2 s a' = cos θ - a and 2 s b' = a - 2 b; then both differentiated once more
  const a1 = (cosine - a) / (2 * s);
  const b1 = (a - 2 * b) / (2 * s);
  coefficient[0] = a;
  coefficient[1] = a1;
  coefficient[2] = (-0.5 * a - 3 * a1) / (2 * s);
  coefficient[3] = b;
  coefficient[4] = b1;
  coefficient[5] = (a1 - 4 * b1) / (2 * s);
  coefficient[6] = c;
}

/** out = p I + q [w]× + r (w wᵀ) */
function combine(
  out: Float64Array,
  o: number,
  x: number,
  y: number,
  z: number,
  p: number,
  q: number,
  r: number,
): void {
  out[o] = p + r * x * x;
  out[o + 1] = r * x * y - q * z;
  out[o + 2] = r * x * z + q * y;
  out[o + 3] = r * x * y + q * z;
  out[o + 4] = p + r * y * y;
  out[o + 5] = r * y * z - q * x;
  out[o + 6] = r * x * z - q * y;
  out[o + 7] = r * y * z + q * x;
  out[o + 8] = p + r * z * z;
}

/** out = R(w), by Rodrigues' formula: cos θ I + a K + b w wᵀ */
export function rotationFromVector(out: Float64Array, o: number, w: Float64Array, wi: number): void {
  const x = w[wi];
  const y = w[wi + 1];
  const z = w[wi + 2];
  const s = x * x + y * y + z * z;
  coefficients(s);
  // cos θ = 1 - b θ²
  combine(out, o, x, y, z, 1 - coefficient[3] * s, coefficient[0], coefficient[3]);
}

/** The rotation vector of a row-major rotation matrix, |w| ≤ π. */
export function vectorFromRotation(out: Float64Array, o: number, matrix: Float64Array, mi: number): void {
  quaternionFromMatrix(scratch, 0, matrix, mi);
  rotationVectorFromQuaternion(out, o, scratch, 0);
}
const scratch = new Float64Array(4);

/** out = J(w), the left Jacobian: (1 - c θ²) I + b K + c w wᵀ */
export function leftJacobian(out: Float64Array, o: number, w: Float64Array, wi: number): void {
  const x = w[wi];
  const y = w[wi + 1];
  const z = w[wi + 2];
  const s = x * x + y * y + z * z;
  coefficients(s);
  combine(out, o, x, y, z, 1 - coefficient[6] * s, coefficient[3], coefficient[6]);
}

/** out = J(w)⁻¹; singular at |w| = 2π */
export function inverseLeftJacobian(out: Float64Array, o: number, w: Float64Array, wi: number): void {
  const x = w[wi];
  const y = w[wi + 1];
  const z = w[wi + 2];
  const s = x * x + y * y + z * z;
  coefficients(s);
  // (θ/2) cot(θ/2) = a/(2b) and 2 s b' = a - 2 b, hence e = -b'/b, which does not cancel
  const e = -coefficient[4] / coefficient[3];
  combine(out, o, x, y, z, 1 - e * s, -0.5, e);
}

/**
 * The first derivatives: out[o + 9 i …] = ∂R/∂wᵢ for i = 0, 1, 2.
 *
 *   R = (1 - b s) I + a K + b w wᵀ
 *   ∂R/∂wᵢ = -2 (b + s b') wᵢ I + 2 a' wᵢ K + a Eᵢ + 2 b' wᵢ w wᵀ + b (eᵢ wᵀ + w eᵢᵀ),   Eᵢ = [eᵢ]×
 */
export function rotationDerivatives(out: Float64Array, o: number, w: Float64Array, wi: number): void {
  const x = w[wi];
  const y = w[wi + 1];
  const z = w[wi + 2];
  const s = x * x + y * y + z * z;
  coefficients(s);
  const a = coefficient[0];
  const b = coefficient[3];
  const a1 = 2 * coefficient[1];
  const b1 = 2 * coefficient[4];
  const diagonal = -2 * b - s * b1;
  combine(out, o, x, y, z, diagonal * x, a1 * x, b1 * x);
  combine(out, o + 9, x, y, z, diagonal * y, a1 * y, b1 * y);
  combine(out, o + 18, x, y, z, diagonal * z, a1 * z, b1 * z);
  for (let i = 0; i < 3; i++) {
    addCross(out, o + 9 * i, i, a);
    addOuter(out, o + 9 * i, i, b * x, b * y, b * z);
  }
}

/**
 * The second derivatives ∂²R/∂wᵢ∂wⱼ, six matrices in the order 00 01 02 11 12 22.
 *
 * Once more the product rule: with δ = 1 where i = j,
 *   -2 [(b + s b') δ + 2 (2 b' + s b'') wᵢ wⱼ] I
 *   + (2 a' δ + 4 a'' wᵢ wⱼ) K + 2 a' (wᵢ Eⱼ + wⱼ Eᵢ)
 *   + (2 b' δ + 4 b'' wᵢ wⱼ) w wᵀ + 2 b' (wᵢ (eⱼ wᵀ + w eⱼᵀ) + wⱼ (eᵢ wᵀ + w eᵢᵀ)) + b (eᵢ eⱼᵀ + eⱼ eᵢᵀ)
 */
export function rotationSecondDerivatives(out: Float64Array, o: number, w: Float64Array, wi: number): void {
  const x = w[wi];
  const y = w[wi + 1];
  const z = w[wi + 2];
  const s = x * x + y * y + z * z;
  coefficients(s);
  const b = coefficient[3];
  const a1 = 2 * coefficient[1];
  const a2 = 4 * coefficient[2];
  const b1 = 2 * coefficient[4];
  const b2 = 4 * coefficient[5];
  let at = o;
  for (let i = 0; i < 3; i++) {
    const p = i === 0 ? x : i === 1 ? y : z;
    for (let j = i; j < 3; j++, at += 9) {
      const q = j === 0 ? x : j === 1 ? y : z;
      const same = i === j ? 1 : 0;
      const diagonal = -(2 * b + s * b1) * same - (4 * b1 + s * b2) * p * q;
      combine(out, at, x, y, z, diagonal, a1 * same + a2 * p * q, b1 * same + b2 * p * q);
      addCross(out, at, j, a1 * p);
      addCross(out, at, i, a1 * q);
      addOuter(out, at, j, b1 * p * x, b1 * p * y, b1 * p * z);
      addOuter(out, at, i, b1 * q * x, b1 * q * y, b1 * q * z);
      out[at + 3 * i + j] += b;
      out[at + 3 * j + i] += b;
    }
  }
}

/** out += scale [eᵢ]× */
function addCross(out: Float64Array, o: number, i: number, scale: number): void {
  const j = (i + 1) % 3;
  const k = (i + 2) % 3;
  out[o + 3 * k + j] += scale;
  out[o + 3 * j + k] -= scale;
}

/** out += eᵢ vᵀ + v eᵢᵀ */
function addOuter(out: Float64Array, o: number, i: number, vx: number, vy: number, vz: number): void {
  out[o + 3 * i] += vx;
  out[o + 3 * i + 1] += vy;
  out[o + 3 * i + 2] += vz;
  out[o + i] += vx;
  out[o + 3 + i] += vy;
  out[o + 6 + i] += vz;
}
