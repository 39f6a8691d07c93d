// The inertial part of the incremental potential: each body is drawn to where it would go on its own.
//
//   E = w [ ½ m |q − q̃|² + ½ tr((R − Q̃) J (R − Q̃)ᵀ) ],   J = ½ diag(−Ix+Iy+Iz, Ix−Iy+Iz, Ix+Iy−Iz)
//
// Ferguson et al. 2021, eqs. (8)–(10), as differences from the target (the printed form cancels). The trace term
// is −tr(R J Q̃ᵀ) and a constant; with R = exp([ω])R₀ and A = R₀ J Q̃ᵀ its gradient at ω = 0 is
// −(A₂₃−A₃₂, A₃₁−A₁₃, A₁₂−A₂₁) and its Hessian tr(A) I − ½(A + Aᵀ). Q̃ need not be a rotation: the
// augmented Lagrangian of scripted bodies moves the target, and w is its penalty (1 for free bodies).

import type { Model } from '../model.ts';
import type { Placed } from './poses.ts';
import type { Targets } from './targets.ts';

/** ½(I₁ + I₂ + I₃) − Iₖ: second moments of mass along the principal axes [kg m²], never negative. */
export function secondMoments(inertia: Float64Array): Float64Array {
  const moments = new Float64Array(inertia.length);
  for (let i = 0; i < inertia.length; i += 3) {
    const half = 0.5 * (inertia[i] + inertia[i + 1] + inertia[i + 2]);
    for (let k = 0; k < 3; k++) moments[i + k] = Math.max(0, half - inertia[i + k]);
  }
  return moments;
}

/** What of the bodies and of where they are drawn the potential needs. */
type Bodies = Pick<Model, 'mass' | 'secondMoments'>;
type Aims = Pick<Targets, 'q' | 'r' | 'weight'>;

/** Energy of body i at the given poses. */
export function inertiaEnergy(
  { mass, secondMoments: j }: Bodies,
  targets: Aims,
  i: number,
  poses: Placed,
): number {
  const { q, r } = poses;
  const p = 3 * i;
  const m = 9 * i;
  const dx = q[p] - targets.q[p];
  const dy = q[p + 1] - targets.q[p + 1];
  const dz = q[p + 2] - targets.q[p + 2];
  let turning = 0;
  for (let k = 0; k < 3; k++) {
    const ex = r[m + k] - targets.r[m + k];
    const ey = r[m + 3 + k] - targets.r[m + 3 + k];
    const ez = r[m + 6 + k] - targets.r[m + 6 + k];
    turning += j[p + k] * (ex * ex + ey * ey + ez * ez);
  }
  return 0.5 * targets.weight[i] * (mass[i] * (dx * dx + dy * dy + dz * dz) + turning);
}

const a = new Float64Array(9);

/** A = R J Q̃ᵀ of body i. */
function writeA(j: Float64Array, i: number, r: Float64Array, targetR: Float64Array): void {
  const p = 3 * i;
  const m = 9 * i;
  for (let row = 0; row < 3; row++) {
    const r0 = r[m + 3 * row] * j[p];
    const r1 = r[m + 3 * row + 1] * j[p + 1];
    const r2 = r[m + 3 * row + 2] * j[p + 2];
    for (let column = 0; column < 3; column++) {
      const t = m + 3 * column;
      a[3 * row + column] = r0 * targetR[t] + r1 * targetR[t + 1] + r2 * targetR[t + 2];
    }
  }
}

/** gradient[at…at+5] += ∂E/∂(u, ω) of body i. */
export function addInertiaGradient(
  bodies: Bodies,
  targets: Aims,
  i: number,
  poses: Placed,
  gradient: Float64Array,
  at: number,
): void {
  const p = 3 * i;
  const weight = targets.weight[i];
  const mass = bodies.mass[i];
  for (let k = 0; k < 3; k++) gradient[at + k] += weight * mass * (poses.q[p + k] - targets.q[p + k]);
  writeA(bodies.secondMoments, i, poses.r, targets.r);
  gradient[at + 3] -= weight * (a[5] - a[7]);
  gradient[at + 4] -= weight * (a[6] - a[2]);
  gradient[at + 5] -= weight * (a[1] - a[3]);
}

/** The upper triangle of the 6×6 block h += ∂²E of body i. */
export function addInertiaHessian(
  bodies: Bodies,
  targets: Aims,
  i: number,
  poses: Placed,
  h: Float64Array,
): void {
  const weight = targets.weight[i];
  for (let k = 0; k < 3; k++) h[7 * k] += weight * bodies.mass[i];
  writeA(bodies.secondMoments, i, poses.r, targets.r);
  const trace = a[0] + a[4] + a[8];
  for (let row = 0; row < 3; row++) {
    for (let column = row; column < 3; column++) {
      const symmetric = 0.5 * (a[3 * row + column] + a[3 * column + row]);
      h[6 * (3 + row) + 3 + column] += weight * ((row === column ? trace : 0) - symmetric);
    }
  }
}
