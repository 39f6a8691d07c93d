// The second derivative of a membrane's energy. Portable.
//
//   ∂²V = ∂E : C : ∂E + S : ∂²E,   dP = dF S + F dS
//
// The first part is never negative. The second is negative where stress S is: with `projected` only its positive part is taken, so
// that the whole is positive semidefinite and a step along it goes down (Teran et al. 2005 have the same for solids).

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';
import {
  f1x,
  f1y,
  f1z,
  f2x,
  f2y,
  f2z,
  MEMBRANE_INVERSE,
  MEMBRANE_LAMBDA,
  MEMBRANE_MU,
  membraneStrain,
  strainXX,
  strainXY,
  strainYY,
} from './membrane.ts';

// stress of the membrane at hand
let sxx: f64 = 0;
let syy: f64 = 0;
let sxy: f64 = 0;

/**
 * [N/m], nine rows of nine reals to `out`.
 * @param x  places of the three corners, nine reals
 * @param restXX  the strain at which there is no stress: along the first axis, the second, shear
 */
export function membraneHessian(
  x: i32,
  membrane: i32,
  projected: boolean,
  out: i32,
  restXX: f64 = 0,
  restYY: f64 = 0,
  restXY: f64 = 0,
): void {
  membraneStrain(x, membrane);
  const lambda: f64 = realAt(membrane + MEMBRANE_LAMBDA);
  const mu: f64 = 2 * realAt(membrane + MEMBRANE_MU);
  const xx: f64 = strainXX - restXX;
  const yy: f64 = strainYY - restYY;
  sxx = lambda * (xx + yy) + mu * xx;
  syy = lambda * (xx + yy) + mu * yy;
  sxy = mu * (strainXY - restXY);
  if (projected) takePositive();
  const b11: f64 = realAt(membrane + MEMBRANE_INVERSE);
  const b12: f64 = realAt(membrane + MEMBRANE_INVERSE + 1);
  const b22: f64 = realAt(membrane + MEMBRANE_INVERSE + 2);
  for (let column: i32 = 0; column < 9; column++) {
    // corner v moves along axis k
    const v: i32 = column < 3 ? 0 : column < 6 ? 1 : 2;
    const k: i32 = column - 3 * v;
    const e1: f64 = v === 1 ? 1 : v === 0 ? -1 : 0;
    const e2: f64 = v === 2 ? 1 : v === 0 ? -1 : 0;
    const df1: f64 = e1 * b11;
    const df2: f64 = e1 * b12 + e2 * b22;
    const f1k: f64 = k === 0 ? f1x : k === 1 ? f1y : f1z;
    const f2k: f64 = k === 0 ? f2x : k === 1 ? f2y : f2z;
    const dxx: f64 = f1k * df1;
    const dyy: f64 = f2k * df2;
    const dxy: f64 = 0.5 * (f1k * df2 + f2k * df1);
    const pressure: f64 = lambda * (dxx + dyy);
    const dsxx: f64 = pressure + mu * dxx;
    const dsyy: f64 = pressure + mu * dyy;
    const dsxy: f64 = mu * dxy;
    for (let row: i32 = 0; row < 3; row++) {
      const f1: f64 = row === 0 ? f1x : row === 1 ? f1y : f1z;
      const f2: f64 = row === 0 ? f2x : row === 1 ? f2y : f2z;
      let p1: f64 = f1 * dsxx + f2 * dsxy;
      let p2: f64 = f1 * dsxy + f2 * dsyy;
      if (row === k) {
        p1 += df1 * sxx + df2 * sxy;
        p2 += df1 * sxy + df2 * syy;
      }
      const g1: f64 = p1 * b11 + p2 * b12;
      const g2: f64 = p2 * b22;
      putReal(out + 9 * row + column, -(g1 + g2));
      putReal(out + 9 * (row + 3) + column, g1);
      putReal(out + 9 * (row + 6) + column, g2);
    }
  }
}

/** S without its negative eigenvalues. */
function takePositive(): void {
  const mean: f64 = 0.5 * (sxx + syy);
  const half: f64 = 0.5 * (sxx - syy);
  const radius: f64 = Math.sqrt(half * half + sxy * sxy);
  if (mean >= radius) return;
  if (mean <= -radius) {
    sxx = 0;
    syy = 0;
    sxy = 0;
    return;
  }
  // the larger eigenvalue times its projector, ½ (1 + (S - mean) / radius)
  const part: f64 = (0.5 * (mean + radius)) / radius;
  sxx = part * (radius + half);
  syy = part * (radius - half);
  sxy = part * sxy;
}
