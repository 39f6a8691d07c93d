// A segment of a rod, which stretches. Portable.
//
//   V = ½ k (‖e‖ - ℓ)²,   ∂V/∂e = k (‖e‖ - ℓ) t,   ∂²V/∂e² = k t tᵀ + k (1 - ℓ/‖e‖) (1 - t tᵀ)
//
// with t = e/‖e‖. With `projected` the second part, negative where it is pressed, is kept above zero.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';

// A segment in memory: k [N/m], length without force ℓ [m].
const SEGMENT_STIFFNESS: i32 = 0;
const SEGMENT_REST: i32 = 1;

/** ‖e‖ [m]. @param x  places of both ends, six reals */
export function segmentLength(x: i32): f64 {
  const ex: f64 = realAt(x + 3) - realAt(x);
  const ey: f64 = realAt(x + 4) - realAt(x + 1);
  const ez: f64 = realAt(x + 5) - realAt(x + 2);
  return Math.sqrt(ex * ex + ey * ey + ez * ez);
}

/** [J] */
export function segmentEnergy(x: i32, segment: i32): f64 {
  const longer: f64 = segmentLength(x) - realAt(segment + SEGMENT_REST);
  return 0.5 * realAt(segment + SEGMENT_STIFFNESS) * longer * longer;
}

/** ∂V [N], six reals to `out`. */
export function segmentGradient(x: i32, segment: i32, out: i32): void {
  const length: f64 = segmentLength(x);
  const pull: f64 =
    (realAt(segment + SEGMENT_STIFFNESS) * (length - realAt(segment + SEGMENT_REST))) / length;
  for (let k: i32 = 0; k < 3; k++) {
    const force: f64 = pull * (realAt(x + 3 + k) - realAt(x + k));
    putReal(out + k, -force);
    putReal(out + 3 + k, force);
  }
}

/** ∂²V [N/m], six rows of six reals to `out`. */
export function segmentHessian(x: i32, segment: i32, projected: boolean, out: i32): void {
  const length: f64 = segmentLength(x);
  const stiffness: f64 = realAt(segment + SEGMENT_STIFFNESS);
  let across: f64 = stiffness * (1 - realAt(segment + SEGMENT_REST) / length);
  if (projected && across < 0) across = 0;
  const along: f64 = (stiffness - across) / (length * length);
  for (let i: i32 = 0; i < 3; i++) {
    const ei: f64 = realAt(x + 3 + i) - realAt(x + i);
    for (let j: i32 = 0; j < 3; j++) {
      const ej: f64 = realAt(x + 3 + j) - realAt(x + j);
      const value: f64 = along * ei * ej + (i === j ? across : 0);
      putReal(out + 6 * i + j, value);
      putReal(out + 6 * (i + 3) + j + 3, value);
      putReal(out + 6 * i + j + 3, -value);
      putReal(out + 6 * (i + 3) + j, -value);
    }
  }
}
