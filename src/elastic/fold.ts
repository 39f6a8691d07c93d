// The edge between two faces, folded by θ: the angle and its slope, apart from whoever feels it. Portable.
//
//   θ = 0 where flat; ∂θ/∂c = |e| n / |n|²,  ∂θ/∂d = |e| m / |m|²,  n = e × c,  m = d × e      (c, d seen from the edge's first end)
//
// and the two ends of the edge balance both. A fold serves both of its faces at once (plate.ts has the same for one face): it is looked
// at once, and its force is given once, whatever torques its faces ask for.

import { atan2 } from '../num/elementary/index.ts';
import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';

// What `foldLook` writes.
/** θ [rad], within a half turn. */
export const FOLD_ANGLE: i32 = 0;
const FOLD_SLOPE_C: i32 = 1; // 3 [rad/m]
const FOLD_SLOPE_D: i32 = 4; // 3
const FOLD_FOOT_C: i32 = 7; // where the heights stand on the edge, as shares of it
const FOLD_FOOT_D: i32 = 8;

/** θ [rad] of its sine and cosine, times whatever both are. */
export function angleOf(sine: f64, cosine: f64): f64 {
  return atan2(sine, cosine);
}

/**
 * Looks at a fold: angle and slope to `out`. A face without area has no angle.
 * @param a  where the place of the edge's first end is, three reals
 * @param b  of its second
 * @param c  of the corner of the face that runs along the edge
 * @param d  of that of the other
 */
export function foldLook(a: i32, b: i32, c: i32, d: i32, out: i32): void {
  const ox: f64 = realAt(a);
  const oy: f64 = realAt(a + 1);
  const oz: f64 = realAt(a + 2);
  const ex: f64 = realAt(b) - ox;
  const ey: f64 = realAt(b + 1) - oy;
  const ez: f64 = realAt(b + 2) - oz;
  const cx: f64 = realAt(c) - ox;
  const cy: f64 = realAt(c + 1) - oy;
  const cz: f64 = realAt(c + 2) - oz;
  const dx: f64 = realAt(d) - ox;
  const dy: f64 = realAt(d + 1) - oy;
  const dz: f64 = realAt(d + 2) - oz;
  const nx: f64 = ey * cz - ez * cy;
  const ny: f64 = ez * cx - ex * cz;
  const nz: f64 = ex * cy - ey * cx;
  const mx: f64 = dy * ez - dz * ey;
  const my: f64 = dz * ex - dx * ez;
  const mz: f64 = dx * ey - dy * ex;
  const ee: f64 = ex * ex + ey * ey + ez * ez;
  const aa: f64 = nx * nx + ny * ny + nz * nz;
  const bb: f64 = mx * mx + my * my + mz * mz;
  const edge: f64 = Math.sqrt(ee);
  putReal(out + FOLD_ANGLE, angleOf(edge * (mx * cx + my * cy + mz * cz), nx * mx + ny * my + nz * mz));
  const isSound: boolean = aa > 0 && bb > 0 && ee > 0;
  const p: f64 = isSound ? edge / aa : 0;
  const q: f64 = isSound ? edge / bb : 0;
  const foot: f64 = isSound ? 1 / ee : 0;
  putReal(out + FOLD_SLOPE_C, p * nx);
  putReal(out + FOLD_SLOPE_C + 1, p * ny);
  putReal(out + FOLD_SLOPE_C + 2, p * nz);
  putReal(out + FOLD_SLOPE_D, q * mx);
  putReal(out + FOLD_SLOPE_D + 1, q * my);
  putReal(out + FOLD_SLOPE_D + 2, q * mz);
  putReal(out + FOLD_FOOT_C, (cx * ex + cy * ey + cz * ez) * foot);
  putReal(out + FOLD_FOOT_D, (dx * ex + dy * ey + dz * ez) * foot);
}

/** -torque ∂θ on the ends a, b and the corners c, d, twelve reals to `out`: forces, or impulses over a time. They sum to nothing. */
export function foldForce(look: i32, torque: f64, out: i32): void {
  const px: f64 = -torque * realAt(look + FOLD_SLOPE_C);
  const py: f64 = -torque * realAt(look + FOLD_SLOPE_C + 1);
  const pz: f64 = -torque * realAt(look + FOLD_SLOPE_C + 2);
  const qx: f64 = -torque * realAt(look + FOLD_SLOPE_D);
  const qy: f64 = -torque * realAt(look + FOLD_SLOPE_D + 1);
  const qz: f64 = -torque * realAt(look + FOLD_SLOPE_D + 2);
  const s: f64 = realAt(look + FOLD_FOOT_C);
  const t: f64 = realAt(look + FOLD_FOOT_D);
  const rx: f64 = -(s * px + t * qx);
  const ry: f64 = -(s * py + t * qy);
  const rz: f64 = -(s * pz + t * qz);
  putReal(out, -(rx + px + qx));
  putReal(out + 1, -(ry + py + qy));
  putReal(out + 2, -(rz + pz + qz));
  putReal(out + 3, rx);
  putReal(out + 4, ry);
  putReal(out + 5, rz);
  putReal(out + 6, px);
  putReal(out + 7, py);
  putReal(out + 8, pz);
  putReal(out + 9, qx);
  putReal(out + 10, qy);
  putReal(out + 11, qz);
}
