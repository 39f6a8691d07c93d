// What of a flexible body's modes its rotation acts on, from the integrals of its mass (modes/inertia.ts).
//
//   inertia   I(q) = I₀ + Σ q_m I¹_m + Σ q_m² − Σ q_m q_n S_mn,   I¹ = 2 tr P − P − Pᵀ,   S = ½ (C + Cᵀ) + K_g
//   momentum  of the modes alone, A(q) q̇ = Σ q_m q̇_n G_mn,        G_mn = ∫ρ U_m × U_n
//
// in body axes; a symmetric 3×3 is written xx yy zz xy xz yz. K_g is how what bends is drawn in, and so how spin stiffens it
// (modes/stiffening.ts).

import { type ModeInertia, sizeOf } from '../../../modes/index.ts';
import type { Body } from '../../../scene/index.ts';

/** Numbers a pair of modes: G, then S. */
export const PAIR = 9;

export interface SpinShape {
  readonly modes: number;
  /** I¹, six a mode [m√kg]. */
  readonly first: Float64Array;
  /** G_mn and S_mn of each pair m ≤ n, at 9 (n (n + 1) / 2 + m). */
  readonly pairs: Float64Array;
  /** Γ = ∫ρ U and Γ′ = ∫ρ x × U, six a mode [√kg, m√kg]: 0 but for rounding where the body is free. */
  readonly participation: Float64Array;
}

/** Whether a body's frame can ever turn: a free body's, or one along a path that does not keep its orientation. */
export function canTurn({ motion, fixed, path, angularVelocity }: Body): boolean {
  if (motion === 'static') return false;
  if (motion === 'dynamic') return !(fixed[3] || fixed[4] || fixed[5]);
  if (path === undefined) return angularVelocity.some((rate) => rate !== 0);
  const [{ orientation }] = path.poses;
  return path.poses.some((pose) => pose.orientation.some((value, k) => value !== orientation[k]));
}

export function makeSpinShape({ totals, moments, pairs, stiffening }: ModeInertia): SpinShape {
  const modes = totals.length / 3;
  const first = new Float64Array(6 * modes);
  const participation = new Float64Array(6 * modes);
  for (let m = 0; m < modes; m++) {
    const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = moments.subarray(9 * m, 9 * m + 9);
    first.set([2 * (yy + zz), 2 * (xx + zz), 2 * (xx + yy), -xy - yx, -xz - zx, -yz - zy], 6 * m);
    participation.set(totals.subarray(3 * m, 3 * m + 3), 6 * m);
    participation.set([yz - zy, zx - xz, xy - yx], 6 * m + 3);
  }
  const out = new Float64Array(PAIR * sizeOf(modes));
  for (let at = 0, from = 0; at < out.length; at += PAIR, from += 6) {
    const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = pairs.subarray(at, at + 9);
    out.set([yz - zy, zx - xz, xy - yx, xx, yy, zz], at);
    out.set([0.5 * (xy + yx), 0.5 * (xz + zx), 0.5 * (yz + zy)], at + 6);
    for (let k = 0; k < 6; k++) out[at + 3 + k] += stiffening[from + k];
  }
  // U × U = 0, whatever rounding says
  for (let m = 0; m < modes; m++) out.fill(0, PAIR * (sizeOf(m) + m), PAIR * (sizeOf(m) + m) + 3);
  return { modes, first, pairs: out, participation };
}
