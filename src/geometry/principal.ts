// Principal axes of an inertia tensor, chosen so that they stay near the model's own axes.
//
// Jacobi rotations by the small angle (|φ| ≤ π/4) turn the tensor diagonal; their product is the
// rotation from the principal frame to the model frame, right-handed by construction. A tensor
// that is diagonal already, to 1e-9 of its size, keeps the model's axes exactly: rounding in the
// integrals of a cube, where every axis is principal, must not turn the body.

import { quaternionFromMatrix } from '../num/index.ts';

export interface PrincipalFrame {
  /** Principal moments [kg m²]. */
  readonly moments: [number, number, number];
  /** Takes principal coordinates to model coordinates: x y z w. */
  readonly orientation: [number, number, number, number];
}

const NEGLIGIBLE = 1e-9;

/** @param inertia  symmetric, row-major 3×3 [kg m²] */
export function principalFrame(inertia: ArrayLike<number>): PrincipalFrame {
  const a = Float64Array.from(inertia);
  const size = Math.max(Math.abs(a[0]), Math.abs(a[4]), Math.abs(a[8]));
  const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  if (Math.max(Math.abs(a[1]), Math.abs(a[2]), Math.abs(a[5])) <= NEGLIGIBLE * size) {
    return { moments: [a[0], a[4], a[8]], orientation: [0, 0, 0, 1] };
  }
  for (let sweep = 0; sweep < 30; sweep++) {
    const rest = Math.abs(a[1]) + Math.abs(a[2]) + Math.abs(a[5]);
    if (rest <= 1e-18 * size) break;
    rotatePlane(a, axes, 0, 1);
    rotatePlane(a, axes, 0, 2);
    rotatePlane(a, axes, 1, 2);
  }
  const q = new Float64Array(4);
  quaternionFromMatrix(q, 0, axes, 0);
  return { moments: [a[0], a[4], a[8]], orientation: [q[0], q[1], q[2], q[3]] };
}

/** One Jacobi rotation in the plane of axes p and q: a ← Jᵀ a J, axes ← axes J. */
function rotatePlane(a: Float64Array, axes: Float64Array, p: number, q: number): void {
  const off = a[3 * p + q];
  if (off === 0) return;
  // t = tan φ is the smaller root of t² + 2 θ t - 1 = 0
  const theta = (a[4 * q] - a[4 * p]) / (2 * off);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const r = 3 - p - q;
  a[4 * p] -= t * off;
  a[4 * q] += t * off;
  a[3 * p + q] = 0;
  a[3 * q + p] = 0;
  const rp = a[3 * r + p];
  const rq = a[3 * r + q];
  a[3 * r + p] = c * rp - s * rq;
  a[3 * p + r] = a[3 * r + p];
  a[3 * r + q] = s * rp + c * rq;
  a[3 * q + r] = a[3 * r + q];
  for (let k = 0; k < 9; k += 3) {
    const u = axes[k + p];
    const v = axes[k + q];
    axes[k + p] = c * u - s * v;
    axes[k + q] = s * u + c * v;
  }
}
