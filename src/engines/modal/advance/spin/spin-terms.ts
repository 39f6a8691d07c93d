// The terms that tie vibration to rotation, as sums over modes and pairs of modes (bodies/spin-shape.ts has the symbols).
//
//   ΔI = I(q) − I₀,   s = A(q) q̇
//   centrifugal and Coriolis:   f_n = ½ ωᵀ ∂I/∂q_n ω − 2 ω · Σ_m q̇_m G_mn
//   Euler, impulses:            j_n = −Δω · Σ_m q_m G_mn
//
// From the kinetic energy T = ½ ωᵀ I(q) ω + ω · A(q) q̇ + ½ q̇². As G is antisymmetric, Coriolis forces do no work.
//
// Pairs are many, so they are gone through in one place: `writeFields` sums Σ_m x_m G_mn and Σ_m x_m S_mn for every n, and all
// else follows mode by mode. Checked against finite differences of T in spin.slow.test.ts.

import { sizeOf } from '../../../../modes/index.ts';
import { PAIR, type SpinShape } from '../../bodies/spin-shape.ts';
import type { Turning } from './turn-bending.ts';

/**
 * Writes Σ_m x_m G_mn and Σ_m x_m S_mn of every mode n, nine numbers each; x from `first` on, `out` from 0.
 * @param moving  of the modes the first so many are not 0
 */
export function writeFields(
  { modes, pairs }: SpinShape,
  x: Float64Array,
  first: number,
  moving: number,
  out: Float64Array,
): void {
  out.fill(0, 0, PAIR * modes);
  for (let n = 0; n < modes; n++) {
    let at = PAIR * sizeOf(n);
    const others = Math.min(n, moving);
    const xn = x[first + n];
    let gx = 0;
    let gy = 0;
    let gz = 0;
    let xx = 0;
    let yy = 0;
    let zz = 0;
    let xy = 0;
    let xz = 0;
    let yz = 0;
    for (let m = 0, to = 0; m < others; m++, at += PAIR, to += PAIR) {
      const xm = x[first + m];
      gx += xm * pairs[at];
      gy += xm * pairs[at + 1];
      gz += xm * pairs[at + 2];
      xx += xm * pairs[at + 3];
      yy += xm * pairs[at + 4];
      zz += xm * pairs[at + 5];
      xy += xm * pairs[at + 6];
      xz += xm * pairs[at + 7];
      yz += xm * pairs[at + 8];
      out[to] -= xn * pairs[at];
      out[to + 1] -= xn * pairs[at + 1];
      out[to + 2] -= xn * pairs[at + 2];
      out[to + 3] += xn * pairs[at + 3];
      out[to + 4] += xn * pairs[at + 4];
      out[to + 5] += xn * pairs[at + 5];
      out[to + 6] += xn * pairs[at + 6];
      out[to + 7] += xn * pairs[at + 7];
      out[to + 8] += xn * pairs[at + 8];
    }
    at = PAIR * (sizeOf(n) + n);
    const to = PAIR * n;
    out[to] = gx;
    out[to + 1] = gy;
    out[to + 2] = gz;
    out[to + 3] = xx + xn * pairs[at + 3];
    out[to + 4] = yy + xn * pairs[at + 4];
    out[to + 5] = zz + xn * pairs[at + 5];
    out[to + 6] = xy + xn * pairs[at + 6];
    out[to + 7] = xz + xn * pairs[at + 7];
    out[to + 8] = yz + xn * pairs[at + 8];
  }
}

/** Writes ΔI and s of modes q with their fields and rates u. */
export function writeInertia(
  { modes, first: linear }: SpinShape,
  q: Float64Array,
  fields: Float64Array,
  u: Float64Array,
  first: number,
  { changes, changeAt, inner, innerAt }: Pick<Turning, 'changes' | 'changeAt' | 'inner' | 'innerAt'>,
): void {
  changes.fill(0, changeAt, changeAt + 6);
  inner.fill(0, innerAt, innerAt + 3);
  for (let n = 0; n < modes; n++) {
    const qn = q[first + n];
    const un = u[first + n];
    for (let k = 0; k < 3; k++) {
      inner[innerAt + k] += un * fields[PAIR * n + k];
      changes[changeAt + k] += qn * (linear[6 * n + k] + qn - fields[PAIR * n + 3 + k]);
      changes[changeAt + 3 + k] += qn * (linear[6 * n + 3 + k] - fields[PAIR * n + 6 + k]);
    }
  }
}

/** Writes f [N/√kg] of modes q with their fields, and fields of their rates, at the spin ω (three, body axes). */
export function writeSpinForces(
  { modes, first: linear }: SpinShape,
  q: Float64Array,
  fields: Float64Array,
  rateFields: Float64Array,
  first: number,
  spin: Float64Array,
  out: Float64Array,
): void {
  const x = spin[0];
  const y = spin[1];
  const z = spin[2];
  for (let n = 0; n < modes; n++) {
    const i = 6 * n;
    const f = PAIR * n;
    const gyro = x * rateFields[f] + y * rateFields[f + 1] + z * rateFields[f + 2];
    out[first + n] =
      x * x * (0.5 * linear[i] + q[first + n] - fields[f + 3]) +
      y * y * (0.5 * linear[i + 1] + q[first + n] - fields[f + 4]) +
      z * z * (0.5 * linear[i + 2] + q[first + n] - fields[f + 5]) +
      x * y * (linear[i + 3] - 2 * fields[f + 6]) +
      x * z * (linear[i + 4] - 2 * fields[f + 7]) +
      y * z * (linear[i + 5] - 2 * fields[f + 8]) -
      2 * gyro;
  }
}

/** Writes j [N s/√kg] of modes with these fields for a change of spin (three, body axes). */
export function writeEulerKicks(
  { modes }: SpinShape,
  fields: Float64Array,
  first: number,
  change: Float64Array,
  out: Float64Array,
): void {
  for (let n = 0; n < modes; n++) {
    const f = PAIR * n;
    out[first + n] = -(change[0] * fields[f] + change[1] * fields[f + 1] + change[2] * fields[f + 2]);
  }
}
