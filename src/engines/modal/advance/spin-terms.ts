// The terms that tie vibration to rotation, as sums over modes and pairs of modes (bodies/spin-shape.ts has the symbols).
//
//   ΔI = I(q) − I₀,   s = A(q) q̇
//   centrifugal and Coriolis:   f_n = ½ ωᵀ ∂I/∂q_n ω − 2 ω · Σ_m q̇_m G_mn
//   Euler, impulses:            j_n = −Δω · Σ_m q_m G_mn
//
// From the kinetic energy T = ½ ωᵀ I(q) ω + ω · A(q) q̇ + ½ q̇². As G is antisymmetric, Coriolis forces do no work.
// Checked against finite differences of T in spin.test.ts.

import { PAIR, type SpinShape } from '../bodies/spin-shape.ts';

/** Writes ΔI at change[changeAt…] (six) and s at inner[innerAt…] (three) of modes q and rates u, both from `first` on. */
export function writeInertia(
  { modes, first: linear, pairs }: SpinShape,
  q: Float64Array,
  u: Float64Array,
  first: number,
  change: Float64Array,
  changeAt: number,
  inner: Float64Array,
  innerAt: number,
): void {
  let [xx, yy, zz, xy, xz, yz] = [0, 0, 0, 0, 0, 0];
  let [sx, sy, sz] = [0, 0, 0];
  for (let n = 0, at = 0; n < modes; n++) {
    const qn = q[first + n];
    const un = u[first + n];
    const i = 6 * n;
    const square = qn * qn;
    xx += qn * linear[i] + square;
    yy += qn * linear[i + 1] + square;
    zz += qn * linear[i + 2] + square;
    xy += qn * linear[i + 3];
    xz += qn * linear[i + 4];
    yz += qn * linear[i + 5];
    for (let m = 0; m <= n; m++, at += PAIR) {
      const qm = q[first + m];
      const turn = qm * un - qn * u[first + m];
      sx += turn * pairs[at];
      sy += turn * pairs[at + 1];
      sz += turn * pairs[at + 2];
      const both = (m === n ? 1 : 2) * qm * qn;
      xx -= both * pairs[at + 3];
      yy -= both * pairs[at + 4];
      zz -= both * pairs[at + 5];
      xy -= both * pairs[at + 6];
      xz -= both * pairs[at + 7];
      yz -= both * pairs[at + 8];
    }
  }
  change[changeAt] = xx;
  change[changeAt + 1] = yy;
  change[changeAt + 2] = zz;
  change[changeAt + 3] = xy;
  change[changeAt + 4] = xz;
  change[changeAt + 5] = yz;
  inner[innerAt] = sx;
  inner[innerAt + 1] = sy;
  inner[innerAt + 2] = sz;
}

/** Writes f [N/√kg] of modes q and rates u at the spin ω (three, body axes); all arrays from `first` on. */
export function writeSpinForces(
  { modes, first: linear, pairs }: SpinShape,
  q: Float64Array,
  u: Float64Array,
  first: number,
  spin: Float64Array,
  out: Float64Array,
): void {
  const [x, y, z] = [spin[0], spin[1], spin[2]];
  const [xx, yy, zz, xy, xz, yz] = [x * x, y * y, z * z, 2 * x * y, 2 * x * z, 2 * y * z];
  for (let n = 0, at = 0; n < modes; n++) {
    const i = 6 * n;
    const qn = q[first + n];
    const un = u[first + n];
    let sum =
      0.5 * (xx * linear[i] + yy * linear[i + 1] + zz * linear[i + 2]) +
      0.5 * (xy * linear[i + 3] + xz * linear[i + 4] + yz * linear[i + 5]) +
      (xx + yy + zz) * qn;
    for (let m = 0; m <= n; m++, at += PAIR) {
      const gyro = 2 * (x * pairs[at] + y * pairs[at + 1] + z * pairs[at + 2]);
      const soft =
        xx * pairs[at + 3] +
        yy * pairs[at + 4] +
        zz * pairs[at + 5] +
        xy * pairs[at + 6] +
        xz * pairs[at + 7] +
        yz * pairs[at + 8];
      sum -= gyro * u[first + m] + soft * q[first + m];
      if (m < n) out[first + m] += gyro * un - soft * qn;
    }
    out[first + n] = sum;
  }
}

/** Writes j [N s/√kg] of a change of spin (three, body axes); arrays from `first` on. */
export function writeEulerKicks(
  { modes, pairs }: SpinShape,
  q: Float64Array,
  first: number,
  change: Float64Array,
  out: Float64Array,
): void {
  const [x, y, z] = [change[0], change[1], change[2]];
  for (let n = 0, at = 0; n < modes; n++) {
    out[first + n] = 0;
    for (let m = 0; m < n; m++, at += PAIR) {
      const gyro = x * pairs[at] + y * pairs[at + 1] + z * pairs[at + 2];
      out[first + n] -= gyro * q[first + m];
      out[first + m] += gyro * q[first + n];
    }
    at += PAIR;
  }
}
