// A hinge between two triangles that share an edge, as discrete shells bend. Portable.
//
//   V = ½ k (θ - θ₀)²,   ∂V/∂xᵢ = k (θ - θ₀) ∂θ/∂xᵢ
//
// x₀ x₁ are the ends of the edge e, x₂ the corner of the face that runs x₀ → x₁ and x₃ that of the other. With the
// normals n_a = e × (x₂ - x₀), n_b = (x₃ - x₀) × e and u = n/‖n‖²: θ = atan2((n_b × n_a)·e/‖e‖, n_a·n_b), zero where
// flat and positive where x₂ and x₃ bend up along the normals; ∂θ/∂x₂ = ‖e‖ u_a, ∂θ/∂x₃ = ‖e‖ u_b, and the ends
// take the opposite by the lever rule, with s = (x₂ - x₀)·e/‖e‖² and t the same for x₃:
//   ∂θ/∂x₀ = -‖e‖ ((1 - s) u_a + (1 - t) u_b),   ∂θ/∂x₁ = -‖e‖ (s u_a + t u_b)
//
// θ is counted on from an angle that is known to be near, beyond a half turn where it folds so far: V has no jump there.
// Grinspun et al. 2003, "Discrete shells". Derivatives are checked in test/elastic.

import { atan2 } from '../num/elementary/index.ts';
import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';

// A hinge in memory: rest angle [rad], stiffness [N m].
export const HINGE_REST_ANGLE: i32 = 0;
export const HINGE_BEND_STIFFNESS: i32 = 1;

const TURN: f64 = 6.283185307179586;
const HALF_TURN: f64 = 0.5 * TURN;

// of the hinge looked at last: edge, both other corners from x₀, both normals
export let ex: f64 = 0;
export let ey: f64 = 0;
export let ez: f64 = 0;
export let px2: f64 = 0;
export let py2: f64 = 0;
export let pz2: f64 = 0;
export let px3: f64 = 0;
export let py3: f64 = 0;
export let pz3: f64 = 0;
export let nax: f64 = 0;
export let nay: f64 = 0;
export let naz: f64 = 0;
export let nbx: f64 = 0;
export let nby: f64 = 0;
export let nbz: f64 = 0;

/** θ [rad], counted on from `near`; leaves edge and normals above. @param x  places of the four vertices, twelve reals */
export function hingeAngle(x: i32, near: f64): f64 {
  const ox: f64 = realAt(x);
  const oy: f64 = realAt(x + 1);
  const oz: f64 = realAt(x + 2);
  ex = realAt(x + 3) - ox;
  ey = realAt(x + 4) - oy;
  ez = realAt(x + 5) - oz;
  px2 = realAt(x + 6) - ox;
  py2 = realAt(x + 7) - oy;
  pz2 = realAt(x + 8) - oz;
  px3 = realAt(x + 9) - ox;
  py3 = realAt(x + 10) - oy;
  pz3 = realAt(x + 11) - oz;
  nax = ey * pz2 - ez * py2;
  nay = ez * px2 - ex * pz2;
  naz = ex * py2 - ey * px2;
  nbx = py3 * ez - pz3 * ey;
  nby = pz3 * ex - px3 * ez;
  nbz = px3 * ey - py3 * ex;
  // (n_b × n_a)·e = ‖e‖² n_b·(x₂ - x₀), as n_b is normal to e: no cross product, and no cancellation near 0
  const edge: f64 = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const sine: f64 = edge * (nbx * px2 + nby * py2 + nbz * pz2);
  const cosine: f64 = nax * nbx + nay * nby + naz * nbz;
  const angle: f64 = atan2(sine, cosine);
  let turned: f64 = angle - near;
  while (turned > HALF_TURN) turned -= TURN;
  while (turned < -HALF_TURN) turned += TURN;
  return near + turned;
}

/** -torque ∂θ/∂x of the hinge looked at last, twelve reals to `out`: forces where it is a torque [N m], impulses over a time. */
export function hingeForce(torque: f64, out: i32): void {
  const ee: f64 = ex * ex + ey * ey + ez * ez;
  const aa: f64 = nax * nax + nay * nay + naz * naz;
  const bb: f64 = nbx * nbx + nby * nby + nbz * nbz;
  // a face without area has no angle
  const flat: boolean = !(aa > 0 && bb > 0 && ee > 0);
  const scale: f64 = flat ? 0 : -torque * Math.sqrt(ee);
  const a: f64 = flat ? 0 : scale / aa;
  const b: f64 = flat ? 0 : scale / bb;
  const s: f64 = flat ? 0 : (px2 * ex + py2 * ey + pz2 * ez) / ee;
  const t: f64 = flat ? 0 : (px3 * ex + py3 * ey + pz3 * ez) / ee;
  const ax: f64 = a * nax;
  const ay: f64 = a * nay;
  const az: f64 = a * naz;
  const bx: f64 = b * nbx;
  const by: f64 = b * nby;
  const bz: f64 = b * nbz;
  putReal(out + 3, -(s * ax + t * bx));
  putReal(out + 4, -(s * ay + t * by));
  putReal(out + 5, -(s * az + t * bz));
  putReal(out + 6, ax);
  putReal(out + 7, ay);
  putReal(out + 8, az);
  putReal(out + 9, bx);
  putReal(out + 10, by);
  putReal(out + 11, bz);
  // what remains, so that the four sum to nothing
  putReal(out, -(realAt(out + 3) + ax + bx));
  putReal(out + 1, -(realAt(out + 4) + ay + by));
  putReal(out + 2, -(realAt(out + 5) + az + bz));
}

/** [J] @param near  an angle that θ is known to be near, such as the last one */
export function hingeEnergy(x: i32, hinge: i32, near: f64): f64 {
  const bent: f64 = hingeAngle(x, near) - realAt(hinge + HINGE_REST_ANGLE);
  return 0.5 * realAt(hinge + HINGE_BEND_STIFFNESS) * bent * bent;
}

/** ∂V/∂x [N], twelve reals to `out`. */
export function hingeGradient(x: i32, hinge: i32, near: f64, out: i32): void {
  const bent: f64 = hingeAngle(x, near) - realAt(hinge + HINGE_REST_ANGLE);
  hingeForce(-realAt(hinge + HINGE_BEND_STIFFNESS) * bent, out);
}
