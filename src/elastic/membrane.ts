// A triangle of constant strain that stretches as a St. Venant–Kirchhoff membrane in plane stress. Portable.
//
//   F = (e₁ e₂) B,  E = ½ (FᵀF - 1),  V = ½ λ tr²E + μ E:E,  S = λ trE 1 + 2 μ E
//
// e are the edges from the first corner, B the inverse of the rest edges in the triangle's plane (upper triangular),
// λ and μ the Lamé numbers of plane stress times thickness and rest area [N m]. Gradient: ∂V/∂e₁ = P₁ B₁₁ + P₂ B₁₂,
// ∂V/∂e₂ = P₂ B₂₂ with P = F S, and the opposite of both at the first corner. Derivatives are checked in test/elastic.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';

// A membrane in memory: B (xx, xy, yy), λ, μ.
export const MEMBRANE_INVERSE: i32 = 0;
export const MEMBRANE_LAMBDA: i32 = 3;
export const MEMBRANE_MU: i32 = 4;

// columns of F and strain of the triangle looked at last
/** First column of F along x, after `membraneStrain`. */
export let f1x: f64 = 0;
/** Along y. */
export let f1y: f64 = 0;
/** Along z. */
export let f1z: f64 = 0;
/** Second column of F along x. */
export let f2x: f64 = 0;
/** Along y. */
export let f2y: f64 = 0;
/** Along z. */
export let f2z: f64 = 0;
/** Along the first axis, after `membraneStrain`. */
export let strainXX: f64 = 0;
/** Along the second axis. */
export let strainYY: f64 = 0;
/** Shear. */
export let strainXY: f64 = 0;

/** Leaves F and the strain above. @param x  places of the three corners, nine reals */
export function membraneStrain(x: i32, membrane: i32): void {
  const inverse: i32 = membrane + MEMBRANE_INVERSE;
  const xx: f64 = realAt(inverse);
  const xy: f64 = realAt(inverse + 1);
  const yy: f64 = realAt(inverse + 2);
  const ax: f64 = realAt(x);
  const ay: f64 = realAt(x + 1);
  const az: f64 = realAt(x + 2);
  const e1x: f64 = realAt(x + 3) - ax;
  const e1y: f64 = realAt(x + 4) - ay;
  const e1z: f64 = realAt(x + 5) - az;
  f1x = e1x * xx;
  f1y = e1y * xx;
  f1z = e1z * xx;
  f2x = e1x * xy + (realAt(x + 6) - ax) * yy;
  f2y = e1y * xy + (realAt(x + 7) - ay) * yy;
  f2z = e1z * xy + (realAt(x + 8) - az) * yy;
  strainXX = 0.5 * (f1x * f1x + f1y * f1y + f1z * f1z - 1);
  strainYY = 0.5 * (f2x * f2x + f2y * f2y + f2z * f2z - 1);
  strainXY = 0.5 * (f1x * f2x + f1y * f2y + f1z * f2z);
}

/**
 * What the corners feel under a strain, nine reals to `out`: at the strain left above the force [N], at another (a strain times
 * a time, with its damping) what that gives.
 */
export function membraneForce(membrane: i32, xx: f64, yy: f64, xy: f64, out: i32): void {
  const mu: f64 = 2 * realAt(membrane + MEMBRANE_MU);
  const pressure: f64 = realAt(membrane + MEMBRANE_LAMBDA) * (xx + yy);
  const sxx: f64 = pressure + mu * xx;
  const syy: f64 = pressure + mu * yy;
  const sxy: f64 = mu * xy;
  const inverse: i32 = membrane + MEMBRANE_INVERSE;
  const b11: f64 = realAt(inverse);
  const b12: f64 = realAt(inverse + 1);
  const b22: f64 = realAt(inverse + 2);
  // the gradient with respect to e₁ is α₁ f₁ + α₂ f₂, with respect to e₂ β₁ f₁ + β₂ f₂
  const alpha1: f64 = -(sxx * b11 + sxy * b12);
  const alpha2: f64 = -(sxy * b11 + syy * b12);
  const beta1: f64 = -(sxy * b22);
  const beta2: f64 = -(syy * b22);
  const px: f64 = alpha1 * f1x + alpha2 * f2x;
  const py: f64 = alpha1 * f1y + alpha2 * f2y;
  const pz: f64 = alpha1 * f1z + alpha2 * f2z;
  const qx: f64 = beta1 * f1x + beta2 * f2x;
  const qy: f64 = beta1 * f1y + beta2 * f2y;
  const qz: f64 = beta1 * f1z + beta2 * f2z;
  putReal(out, -(px + qx));
  putReal(out + 1, -(py + qy));
  putReal(out + 2, -(pz + qz));
  putReal(out + 3, px);
  putReal(out + 4, py);
  putReal(out + 5, pz);
  putReal(out + 6, qx);
  putReal(out + 7, qy);
  putReal(out + 8, qz);
}

/** [J] */
export function membraneEnergy(x: i32, membrane: i32): f64 {
  membraneStrain(x, membrane);
  const trace: f64 = strainXX + strainYY;
  const squares: f64 = strainXX * strainXX + strainYY * strainYY + 2 * strainXY * strainXY;
  return 0.5 * realAt(membrane + MEMBRANE_LAMBDA) * trace * trace + realAt(membrane + MEMBRANE_MU) * squares;
}

/** ∂V/∂x [N], nine reals to `out`. */
export function membraneGradient(x: i32, membrane: i32, out: i32): void {
  membraneStrain(x, membrane);
  membraneForce(membrane, strainXX, strainYY, strainXY, out);
  for (let k: i32 = 0; k < 9; k++) putReal(out + k, -realAt(out + k));
}
