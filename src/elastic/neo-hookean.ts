// Stable neo-Hookean material: energy and stress at a point of a solid. Portable.
//
//   Ψ = ½ μ (F:F − 3) − μ (J − 1) + ½ (λ + μ) (J − 1)²,   P = μ F + c ∂J,   c = (λ + μ)(J − 1) − μ
//
// (Smith, de Goes, Kim 2018, their equation 13 but for a constant). Finite and smooth for every F, flat and mirrored ones included,
// at rest where F is a rotation, and about it the linear material of Lamé's λ and μ: Ψ ≈ ½ λ tr²ε + μ ε:ε.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';
import { POINT_F, POINT_P } from './solid-point.ts';

/** ∂J of the F looked at last is left here, nine reals from this on. */
export function putCofactors(f: i32, out: i32): f64 {
  const xx: f64 = realAt(f);
  const xy: f64 = realAt(f + 1);
  const xz: f64 = realAt(f + 2);
  const yx: f64 = realAt(f + 3);
  const yy: f64 = realAt(f + 4);
  const yz: f64 = realAt(f + 5);
  const zx: f64 = realAt(f + 6);
  const zy: f64 = realAt(f + 7);
  const zz: f64 = realAt(f + 8);
  const cx: f64 = yy * zz - yz * zy;
  const cy: f64 = yz * zx - yx * zz;
  const cz: f64 = yx * zy - yy * zx;
  putReal(out, cx);
  putReal(out + 1, cy);
  putReal(out + 2, cz);
  putReal(out + 3, xz * zy - xy * zz);
  putReal(out + 4, xx * zz - xz * zx);
  putReal(out + 5, xy * zx - xx * zy);
  putReal(out + 6, xy * yz - xz * yy);
  putReal(out + 7, xz * yx - xx * yz);
  putReal(out + 8, xx * yy - xy * yx);
  return xx * cx + xy * cy + xz * cz;
}

/** Ψ at the F at `at` [J/m³]. */
export function neoHookeanEnergy(lambda: f64, mu: f64, at: i32): f64 {
  const f: i32 = at + POINT_F;
  const xy: f64 = realAt(f + 1);
  const xz: f64 = realAt(f + 2);
  const yx: f64 = realAt(f + 3);
  const yz: f64 = realAt(f + 5);
  const zx: f64 = realAt(f + 6);
  const zy: f64 = realAt(f + 7);
  // of G = F − 1: what is of first order in G cancels, and would cost digits
  const x: f64 = realAt(f) - 1;
  const y: f64 = realAt(f + 4) - 1;
  const z: f64 = realAt(f + 8) - 1;
  const squares: f64 = x * x + y * y + z * z + xy * xy + xz * xz + yx * yx + yz * yz + zx * zx + zy * zy;
  const minors: f64 = x * y - xy * yx + x * z - xz * zx + y * z - yz * zy;
  const whole: f64 = x * (y * z - yz * zy) - xy * (yx * z - yz * zx) + xz * (yx * zy - y * zx);
  const growth: f64 = x + y + z + minors + whole;
  return mu * (0.5 * squares - minors - whole) + 0.5 * (lambda + mu) * growth * growth;
}

/** P at the F at `at` [Pa]. */
export function neoHookeanStress(lambda: f64, mu: f64, at: i32): void {
  const p: i32 = at + POINT_P;
  const pressure: f64 = (lambda + mu) * (putCofactors(at + POINT_F, p) - 1) - mu;
  for (let k: i32 = 0; k < 9; k++) putReal(p + k, mu * realAt(at + POINT_F + k) + pressure * realAt(p + k));
}
