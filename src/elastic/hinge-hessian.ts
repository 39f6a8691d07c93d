// The second derivative of a hinge's energy. Portable.
//
//   ∂²V = k ∂θ ∂θᵀ + k (θ - θ₀) ∂²θ
//
// ∂²θ column by column, from the derivatives of what ∂θ is made of (hinge.ts): with g₂ = ‖e‖ u_a, g₃ = ‖e‖ u_b, u = n/‖n‖²,
//   d‖e‖ = e·de/‖e‖,  du = (dn - 2 u (n·dn))/‖n‖²,  ds = (dp·e + p·de - 2 s e·de)/‖e‖²,  dg₁ = -(ds g₂ + s dg₂ + dt g₃ + t dg₃)
// With `projected` the second part, which has no sign, is left out: what remains is positive semidefinite.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';
import {
  ex,
  ey,
  ez,
  HINGE_BEND_STIFFNESS,
  HINGE_REST_ANGLE,
  hingeAngle,
  hingeForce,
  nax,
  nay,
  naz,
  nbx,
  nby,
  nbz,
  px2,
  px3,
  py2,
  py3,
  pz2,
  pz3,
} from './hinge.ts';

/**
 * [N/m], twelve rows of twelve reals to `out`.
 * @param x      places of the four vertices, twelve reals
 * @param near   an angle that θ is known to be near
 * @param slope  room for twelve reals: ∂θ/∂x is left there [rad/m]
 */
export function hingeHessian(x: i32, hinge: i32, near: f64, projected: boolean, slope: i32, out: i32): void {
  const stiffness: f64 = realAt(hinge + HINGE_BEND_STIFFNESS);
  const bent: f64 = hingeAngle(x, near) - realAt(hinge + HINGE_REST_ANGLE);
  hingeForce(-1, slope);
  for (let i: i32 = 0; i < 12; i++)
    for (let j: i32 = 0; j < 12; j++)
      putReal(out + 12 * i + j, stiffness * realAt(slope + i) * realAt(slope + j));
  if (projected) return;
  for (let column: i32 = 0; column < 12; column++) addColumn(column, stiffness * bent, slope, out);
}

/** factor ∂²θ alone, twelve rows of twelve reals to `out`. @param slope  as above */
export function hingeAngleHessian(x: i32, factor: f64, slope: i32, out: i32): void {
  hingeAngle(x, 0);
  hingeForce(-1, slope);
  for (let i: i32 = 0; i < 144; i++) putReal(out + i, 0);
  for (let column: i32 = 0; column < 12; column++) addColumn(column, factor, slope, out);
}

/** Adds factor × column `column` of ∂²θ. */
function addColumn(column: i32, factor: f64, slope: i32, out: i32): void {
  const v: i32 = column < 3 ? 0 : column < 6 ? 1 : column < 9 ? 2 : 3;
  const k: i32 = column - 3 * v;
  const ee: f64 = ex * ex + ey * ey + ez * ez;
  const aa: f64 = nax * nax + nay * nay + naz * naz;
  const bb: f64 = nbx * nbx + nby * nby + nbz * nbz;
  if (!(ee > 0 && aa > 0 && bb > 0)) return;
  const length: f64 = Math.sqrt(ee);
  const x1: f64 = k === 0 ? 1 : 0;
  const y1: f64 = k === 1 ? 1 : 0;
  const z1: f64 = k === 2 ? 1 : 0;
  // how edge and corners, seen from x₀, move: by this times the axis
  const e: f64 = v === 1 ? 1 : v === 0 ? -1 : 0;
  const p: f64 = v === 2 ? 1 : v === 0 ? -1 : 0;
  const q: f64 = v === 3 ? 1 : v === 0 ? -1 : 0;
  const eAlong: f64 = k === 0 ? ex : k === 1 ? ey : ez;
  const pAlong: f64 = k === 0 ? px2 : k === 1 ? py2 : pz2;
  const qAlong: f64 = k === 0 ? px3 : k === 1 ? py3 : pz3;
  const stretch: f64 = (e * eAlong) / length;
  // d(e × p₂) = de × p₂ + e × dp₂, d(p₃ × e) = dp₃ × e + p₃ × de
  const dax: f64 = e * (y1 * pz2 - z1 * py2) + p * (ey * z1 - ez * y1);
  const day: f64 = e * (z1 * px2 - x1 * pz2) + p * (ez * x1 - ex * z1);
  const daz: f64 = e * (x1 * py2 - y1 * px2) + p * (ex * y1 - ey * x1);
  const dbx: f64 = q * (y1 * ez - z1 * ey) + e * (py3 * z1 - pz3 * y1);
  const dby: f64 = q * (z1 * ex - x1 * ez) + e * (pz3 * x1 - px3 * z1);
  const dbz: f64 = q * (x1 * ey - y1 * ex) + e * (px3 * y1 - py3 * x1);
  const turnA: f64 = (2 * (nax * dax + nay * day + naz * daz)) / aa;
  const turnB: f64 = (2 * (nbx * dbx + nby * dby + nbz * dbz)) / bb;
  const s: f64 = (px2 * ex + py2 * ey + pz2 * ez) / ee;
  const t: f64 = (px3 * ex + py3 * ey + pz3 * ez) / ee;
  const ds: f64 = (p * eAlong + e * pAlong - 2 * s * e * eAlong) / ee;
  const dt: f64 = (q * eAlong + e * qAlong - 2 * t * e * eAlong) / ee;
  for (let row: i32 = 0; row < 3; row++) {
    const na: f64 = row === 0 ? nax : row === 1 ? nay : naz;
    const nb: f64 = row === 0 ? nbx : row === 1 ? nby : nbz;
    const da: f64 = row === 0 ? dax : row === 1 ? day : daz;
    const db: f64 = row === 0 ? dbx : row === 1 ? dby : dbz;
    const g2: f64 = (stretch * na + length * (da - turnA * na)) / aa;
    const g3: f64 = (stretch * nb + length * (db - turnB * nb)) / bb;
    const g1: f64 = -(ds * realAt(slope + 6 + row) + s * g2 + dt * realAt(slope + 9 + row) + t * g3);
    add(out + 12 * row + column, -factor * (g1 + g2 + g3));
    add(out + 12 * (row + 3) + column, factor * g1);
    add(out + 12 * (row + 6) + column, factor * g2);
    add(out + 12 * (row + 9) + column, factor * g3);
  }
}

function add(at: i32, value: f64): void {
  putReal(at, realAt(at) + value);
}
