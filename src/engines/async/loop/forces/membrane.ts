// A triangle of constant strain that stretches as a St. Venant–Kirchhoff membrane in plane stress.
//
//   F = (e₁ e₂) B,  E = ½ (FᵀF - 1),  V = ½ λ tr²E + μ E:E,  S = λ trÊ 1 + 2 μ Ê,  Ê = E + τ (E - E') / h
//
// e are the edges from the first corner, B the inverse of the rest edges in the triangle's plane (upper triangular),
// λ and μ the Lamé numbers of plane stress times thickness and rest area [N m], E' the strain at the previous
// tick and τ the relaxation time of the damping. Forces: -∂V/∂e₁ = -(P₁ B₁₁ + P₂ B₁₂), -∂V/∂e₂ = -P₂ B₂₂ with
// P = F S, and the opposite of both at the first corner. Derivatives are checked in forces.test.ts.

import {
  TRIANGLE_DAMPING,
  TRIANGLE_INVERSE,
  TRIANGLE_LAMBDA,
  TRIANGLE_MU,
  TRIANGLE_PREVIOUS,
  TRIANGLE_REALS,
  TRIANGLE_SIZE,
  TRIANGLE_VERTICES,
} from '../layout/layout.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { placeOf } from '../vertices.ts';

// columns of F and strain of the triangle looked at last
let f1x: f64 = 0;
let f1y: f64 = 0;
let f1z: f64 = 0;
let f2x: f64 = 0;
let f2y: f64 = 0;
let f2z: f64 = 0;
let strainXX: f64 = 0;
let strainYY: f64 = 0;
let strainXY: f64 = 0;

function triangleStrain(element: i32, tick: f64): void {
  const a: i32 = wholeAt(TRIANGLE_VERTICES + 3 * element);
  const b: i32 = wholeAt(TRIANGLE_VERTICES + 3 * element + 1);
  const c: i32 = wholeAt(TRIANGLE_VERTICES + 3 * element + 2);
  const inverse: i32 = TRIANGLE_REALS + TRIANGLE_SIZE * element + TRIANGLE_INVERSE;
  const xx: f64 = realAt(inverse);
  const xy: f64 = realAt(inverse + 1);
  const yy: f64 = realAt(inverse + 2);
  const ax: f64 = placeOf(a, 0, tick);
  const ay: f64 = placeOf(a, 1, tick);
  const az: f64 = placeOf(a, 2, tick);
  const e1x: f64 = placeOf(b, 0, tick) - ax;
  const e1y: f64 = placeOf(b, 1, tick) - ay;
  const e1z: f64 = placeOf(b, 2, tick) - az;
  f1x = e1x * xx;
  f1y = e1y * xx;
  f1z = e1z * xx;
  f2x = e1x * xy + (placeOf(c, 0, tick) - ax) * yy;
  f2y = e1y * xy + (placeOf(c, 1, tick) - ay) * yy;
  f2z = e1z * xy + (placeOf(c, 2, tick) - az) * yy;
  strainXX = 0.5 * (f1x * f1x + f1y * f1y + f1z * f1z - 1);
  strainYY = 0.5 * (f2x * f2x + f2y * f2y + f2z * f2z - 1);
  strainXY = 0.5 * (f1x * f2x + f1y * f2y + f1z * f2z);
}

/** Impulses of one tick [N s] on the three corners, nine doubles from `out`; remembers the strain. */
export function triangleImpulse(element: i32, tick: f64, h: f64, out: i32): void {
  const triangle: i32 = TRIANGLE_REALS + TRIANGLE_SIZE * element;
  triangleStrain(element, tick);
  const previous: i32 = triangle + TRIANGLE_PREVIOUS;
  const tau: f64 = realAt(triangle + TRIANGLE_DAMPING);
  const xx: f64 = strainXX * h + tau * (strainXX - realAt(previous));
  const yy: f64 = strainYY * h + tau * (strainYY - realAt(previous + 1));
  const xy: f64 = strainXY * h + tau * (strainXY - realAt(previous + 2));
  putReal(previous, strainXX);
  putReal(previous + 1, strainYY);
  putReal(previous + 2, strainXY);

  const mu: f64 = 2 * realAt(triangle + TRIANGLE_MU);
  const pressure: f64 = realAt(triangle + TRIANGLE_LAMBDA) * (xx + yy);
  const sxx: f64 = pressure + mu * xx;
  const syy: f64 = pressure + mu * yy;
  const sxy: f64 = mu * xy;
  const inverse: i32 = triangle + TRIANGLE_INVERSE;
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
export function triangleEnergy(element: i32, tick: f64): f64 {
  const triangle: i32 = TRIANGLE_REALS + TRIANGLE_SIZE * element;
  triangleStrain(element, tick);
  const trace: f64 = strainXX + strainYY;
  const squares: f64 = strainXX * strainXX + strainYY * strainYY + 2 * strainXY * strainXY;
  return 0.5 * realAt(triangle + TRIANGLE_LAMBDA) * trace * trace + realAt(triangle + TRIANGLE_MU) * squares;
}

/** Makes the strain at a tick the previous one: where a run begins. */
export function trianglePrime(element: i32, tick: f64): void {
  const previous: i32 = TRIANGLE_REALS + TRIANGLE_SIZE * element + TRIANGLE_PREVIOUS;
  triangleStrain(element, tick);
  putReal(previous, strainXX);
  putReal(previous + 1, strainYY);
  putReal(previous + 2, strainXY);
}
