// Damping of a solid on its Green strain, against an earlier one: a turn of the whole is not damped. Portable.
//
//   D = ½ λ tr²Δ + μ Δ:Δ,   Δ = E − Eᵗ,   E = ½ (FᵀF − 1),   P = F S,   S = λ trΔ 1 + 2 μ Δ
//
// with λ and μ of the material times τ/h. The second derivative is that of a membrane (membrane-hessian.ts), in three dimensions.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';
import { eigenOfThree } from './eigen-of-three.ts';
import { POINT_F, POINT_H, POINT_P, POINT_SCRATCH } from './solid-point.ts';

/** E at the F at `at`: xx, yy, zz, yz, zx, xy. */
export function greenStrain(at: i32, out: i32): void {
  const f: i32 = at + POINT_F;
  for (let k: i32 = 0; k < 6; k++) {
    const i: i32 = k < 3 ? k : k === 5 ? 0 : k - 2;
    const j: i32 = k < 3 ? k : k === 3 ? 2 : k === 4 ? 0 : 1;
    let sum: f64 = k < 3 ? -1 : 0;
    for (let r: i32 = 0; r < 9; r += 3) sum += realAt(f + r + i) * realAt(f + r + j);
    putReal(out + k, 0.5 * sum);
  }
}

/** D at the F at `at` [J/m³]. @param before  Eᵗ, six reals */
export function strainDampingEnergy(lambda: f64, mu: f64, before: i32, at: i32): f64 {
  const strain: i32 = at + POINT_SCRATCH;
  greenStrain(at, strain);
  let trace: f64 = 0;
  let squares: f64 = 0;
  for (let k: i32 = 0; k < 6; k++) {
    const change: f64 = realAt(strain + k) - realAt(before + k);
    if (k < 3) trace += change;
    squares += (k < 3 ? 1 : 2) * change * change;
  }
  return 0.5 * lambda * trace * trace + mu * squares;
}

/** S to nine reals. */
function putStress(lambda: f64, mu: f64, before: i32, at: i32, out: i32): void {
  const strain: i32 = at + POINT_SCRATCH;
  greenStrain(at, strain);
  for (let k: i32 = 0; k < 6; k++) putReal(strain + k, realAt(strain + k) - realAt(before + k));
  const pressure: f64 = lambda * (realAt(strain) + realAt(strain + 1) + realAt(strain + 2));
  for (let k: i32 = 0; k < 3; k++) putReal(out + 4 * k, pressure + 2 * mu * realAt(strain + k));
  putBoth(out, 1, 2, 2 * mu * realAt(strain + 3));
  putBoth(out, 2, 0, 2 * mu * realAt(strain + 4));
  putBoth(out, 0, 1, 2 * mu * realAt(strain + 5));
}

function putBoth(out: i32, i: i32, j: i32, value: f64): void {
  putReal(out + 3 * i + j, value);
  putReal(out + 3 * j + i, value);
}

/** Adds F S to the stress at `at`. */
export function addStrainDampingStress(lambda: f64, mu: f64, before: i32, at: i32): void {
  const s: i32 = at + POINT_SCRATCH + 6;
  putStress(lambda, mu, before, at, s);
  for (let i: i32 = 0; i < 3; i++)
    for (let j: i32 = 0; j < 3; j++) {
      const f: i32 = at + POINT_F + 3 * i;
      const to: i32 = at + POINT_P + 3 * i + j;
      putReal(
        to,
        realAt(to) +
          realAt(f) * realAt(s + j) +
          realAt(f + 1) * realAt(s + 3 + j) +
          realAt(f + 2) * realAt(s + 6 + j),
      );
    }
}

/** Adds to ∂P/∂F at `at`. @param projected  without what is negative of S */
export function addStrainDampingHessian(
  lambda: f64,
  mu: f64,
  before: i32,
  projected: boolean,
  at: i32,
): void {
  const s: i32 = at + POINT_SCRATCH + 6;
  putStress(lambda, mu, before, at, s);
  if (projected) takePositive(s, s + 9, s + 18);
  const f: i32 = at + POINT_F;
  // F moves at k, l: dP = dF S + F dS, dE_jl = dE_lj = ½ F_kj but for j = l, F_kl
  for (let k: i32 = 0; k < 3; k++)
    for (let l: i32 = 0; l < 3; l++)
      for (let i: i32 = 0; i < 3; i++)
        for (let j: i32 = 0; j < 3; j++) {
          let value: f64 = i === k ? realAt(s + 3 * l + j) : 0;
          value += lambda * realAt(f + 3 * k + l) * realAt(f + 3 * i + j);
          value += mu * realAt(f + 3 * i + l) * realAt(f + 3 * k + j);
          if (j === l)
            for (let m: i32 = 0; m < 3; m++) value += mu * realAt(f + 3 * i + m) * realAt(f + 3 * k + m);
          const to: i32 = at + POINT_H + 9 * (3 * i + j) + 3 * k + l;
          putReal(to, realAt(to) + value);
        }
}

/** S without its negative eigenvalues. @param copy  room for nine reals, as is `turned` */
function takePositive(s: i32, copy: i32, turned: i32): void {
  for (let k: i32 = 0; k < 9; k++) putReal(copy + k, realAt(s + k));
  eigenOfThree(copy, turned);
  for (let e: i32 = 0; e < 3; e++) {
    const value: f64 = realAt(copy + 4 * e);
    if (value >= 0) continue;
    for (let i: i32 = 0; i < 3; i++)
      for (let j: i32 = 0; j < 3; j++)
        putReal(
          s + 3 * i + j,
          realAt(s + 3 * i + j) - value * realAt(turned + 3 * i + e) * realAt(turned + 3 * j + e),
        );
  }
}
