// One contact on its own: u = W f + q, 0 ≤ u_n ⊥ f_n ≥ 0, f_t against u_t in the disc |f_t| ≤ μ f_n. Exact to rounding.
//
// Where q_n ≥ 0 nothing is needed. Else f_n follows from u_n = 0, which leaves (S + s I) f_t = −r in the plane, with
// S = W_tt − W_tn W_nt / W_nn, r = q_t − W_tn q_n / W_nn and s = |u_t| / |f_t| ≥ 0. The contact sticks where s = 0 keeps f in
// the cone; else it slides with the root s of μ f_n(s) / |f_t(s)| = 1: below 1 at s = 0, above any bound far out, and
// linear in s where S is a multiple of the identity, so that Newton's method (kept in its bracket) needs a few steps.
//
// Portable (num/kernels/machine.ts): f_n is returned, the two entries of f_t are left as second and third result.

import {
  type f64,
  type i32,
  leaveSecond,
  leaveThird,
  putReal,
  realAt,
} from '../../../num/kernels/machine.ts';

/** Speeds whose squares would be lost among the smallest numbers [m/s]. */
const NOTHING = 1e-60;

/** @param local  W_nn, W_1n, W_2n, σ₁, σ₂: tangents are the principal axes of S; then s where it slid last, 0 at first */
export function solveInDisc(local: i32, friction: f64, pulls: boolean, qn: f64, q1: f64, q2: f64): f64 {
  const nn = realAt(local);
  leaveSecond(0);
  leaveThird(0);
  if (!(nn > 0)) return 0;
  const alone = -qn / nn;
  if (!(qn < -NOTHING)) return pulls ? alone : 0;
  if (!(friction > 0)) return alone;
  const a1 = realAt(local + 1) / nn;
  const a2 = realAt(local + 2) / nn;
  const s1 = realAt(local + 3);
  const s2 = realAt(local + 4);
  // a tangent along which nothing can give way needs no friction
  const r1: f64 = s1 > 1e-14 * nn ? q1 - a1 * qn : 0;
  const r2: f64 = s2 > 1e-14 * nn ? q2 - a2 * qn : 0;
  const size = Math.sqrt(r1 * r1 + r2 * r2);
  if (!(size > NOTHING)) return alone;

  let f1: f64 = r1 === 0 ? 0 : -r1 / s1;
  let f2: f64 = r2 === 0 ? 0 : -r2 / s2;
  let fn = alone - a1 * f1 - a2 * f2;
  let ft = Math.sqrt(f1 * f1 + f2 * f2);
  if (ft <= friction * fn) {
    leaveSecond(f1);
    leaveThird(f2);
    return fn;
  }

  let low: f64 = 0;
  let high: f64 = Infinity;
  // the root of the last sweep, or that of an S that is a multiple of the identity
  let s = realAt(local + 5);
  if (!(s > 0))
    s = (size / friction + a1 * r1 + a2 * r2) / alone - (s1 * r1 * r1 + s2 * r2 * r2) / (size * size);
  if (!(s > 0)) s = 1e-3 * (s1 + s2);
  let isDone = false;
  for (let iteration = 0; iteration < 100; iteration++) {
    const i1: f64 = 1 / (s1 + s);
    const i2: f64 = 1 / (s2 + s);
    f1 = -r1 * i1;
    f2 = -r2 * i2;
    fn = alone - a1 * f1 - a2 * f2;
    ft = Math.sqrt(f1 * f1 + f2 * f2);
    if (isDone) break;
    const inverse: f64 = 1 / ft;
    const excess = friction * fn * inverse - 1;
    if (excess === 0) break;
    if (excess < 0) low = s;
    else high = s;
    const d1 = -f1 * i1;
    const d2 = -f2 * i2;
    const turn = fn * ((f1 * d1 + f2 * d2) * inverse * inverse);
    let next = s - excess / (friction * inverse * (-(a1 * d1 + a2 * d2) - turn));
    const isInside = next > low && next < high;
    if (!isInside) next = high < Infinity ? 0.5 * (low + high) : 2 * s;
    // the error after this step is about the square of the step
    isDone = Math.abs(next - s) <= (isInside ? 1e-8 : 2e-16) * s;
    s = next;
  }
  putReal(local + 5, s);
  // A normal speed that is nothing beside the slip: friction that small does not matter, a pull would.
  if (!(fn > 0)) return alone;
  // exactly on the cone
  const scale = (friction * fn) / ft;
  leaveSecond(scale * f1);
  leaveThird(scale * f2);
  return fn;
}

/**
 * The same with |f_1| ≤ μ f_n and |f_2| ≤ μ₂ f_n, by a few sweeps.
 * @param local  W_nn, W_1n, W_2n, W_11, W_22, W_12
 * @param z      the impulses to begin with
 */
export function relaxInRectangle(
  local: i32,
  friction: f64,
  secondFriction: f64,
  pulls: boolean,
  qn: f64,
  q1: f64,
  q2: f64,
  z: i32,
): f64 {
  const nn = realAt(local);
  leaveSecond(0);
  leaveThird(0);
  if (!(nn > 0)) return 0;
  const n1 = realAt(local + 1);
  const n2 = realAt(local + 2);
  const w11 = realAt(local + 3);
  const w22 = realAt(local + 4);
  const w12 = realAt(local + 5);
  let fn: f64 = 0;
  let f1 = realAt(z + 1);
  let f2 = realAt(z + 2);
  for (let sweep = 0; sweep < 4; sweep++) {
    const wanted = -(qn + n1 * f1 + n2 * f2) / nn;
    fn = pulls || wanted > 0 ? wanted : 0;
    const carried = Math.max(0, fn);
    f1 = w11 > 1e-14 * nn ? clamp(-(q1 + n1 * fn + w12 * f2) / w11, friction * carried) : 0;
    f2 = w22 > 1e-14 * nn ? clamp(-(q2 + n2 * fn + w12 * f1) / w22, secondFriction * carried) : 0;
  }
  leaveSecond(f1);
  leaveThird(f2);
  return fn;
}

function clamp(value: f64, bound: f64): f64 {
  return Math.min(bound, Math.max(-bound, value));
}
