// One contact on its own: u = W f + q, 0 ≤ u_n ⊥ f_n ≥ 0, f_t against u_t in the disc |f_t| ≤ μ f_n. Exact to rounding.
//
// Where q_n ≥ 0 nothing is needed. Else f_n follows from u_n = 0, which leaves (S + s I) f_t = −r in the plane, with
// S = W_tt − W_tn W_nt / W_nn, r = q_t − W_tn q_n / W_nn and s = |u_t| / |f_t| ≥ 0. The contact sticks where s = 0 keeps f in
// the cone; else it slides with the root s of μ f_n(s) / |f_t(s)| = 1: below 1 at s = 0, above any bound far out, and
// linear in s where S is a multiple of the identity, so that Newton's method (kept in its bracket) needs a few steps.

/** Speeds whose squares would be lost among the smallest numbers [m/s]. */
const nothing = 1e-60;

/** @param local  W_nn, W_1n, W_2n, σ₁, σ₂ at `at`: tangents are the principal axes of S */
export function solveInDisc(
  local: Float64Array,
  at: number,
  friction: number,
  pulls: boolean,
  qn: number,
  q1: number,
  q2: number,
  out: Float64Array,
): void {
  const nn = local[at];
  out[0] = out[1] = out[2] = 0;
  if (!(nn > 0)) return;
  const alone = -qn / nn;
  if (!(qn < -nothing)) {
    if (pulls) out[0] = alone;
    return;
  }
  out[0] = alone;
  if (!(friction > 0)) return;
  const a1 = local[at + 1] / nn;
  const a2 = local[at + 2] / nn;
  const s1 = local[at + 3];
  const s2 = local[at + 4];
  // a tangent along which nothing can give way needs no friction
  const r1 = s1 > 1e-14 * nn ? q1 - a1 * qn : 0;
  const r2 = s2 > 1e-14 * nn ? q2 - a2 * qn : 0;
  const size = Math.sqrt(r1 * r1 + r2 * r2);
  if (!(size > nothing)) return;

  let f1 = r1 === 0 ? 0 : -r1 / s1;
  let f2 = r2 === 0 ? 0 : -r2 / s2;
  let fn = alone - a1 * f1 - a2 * f2;
  let ft = Math.sqrt(f1 * f1 + f2 * f2);
  if (ft <= friction * fn) {
    out[0] = fn;
    out[1] = f1;
    out[2] = f2;
    return;
  }

  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let s = (size / friction + a1 * r1 + a2 * r2) / alone - (s1 * r1 * r1 + s2 * r2 * r2) / (size * size);
  if (!(s > 0)) s = 1e-3 * (s1 + s2);
  let isDone = false;
  for (let iteration = 0; iteration < 100; iteration++) {
    f1 = r1 === 0 ? 0 : -r1 / (s1 + s);
    f2 = r2 === 0 ? 0 : -r2 / (s2 + s);
    fn = alone - a1 * f1 - a2 * f2;
    ft = Math.sqrt(f1 * f1 + f2 * f2);
    if (isDone) break;
    const excess = (friction * fn) / ft - 1;
    if (excess === 0) break;
    if (excess < 0) low = s;
    else high = s;
    const d1 = r1 === 0 ? 0 : -f1 / (s1 + s);
    const d2 = r2 === 0 ? 0 : -f2 / (s2 + s);
    const slope = (friction * (-(a1 * d1 + a2 * d2) - (fn * (f1 * d1 + f2 * d2)) / (ft * ft))) / ft;
    let next = s - excess / slope;
    const isInside = next > low && next < high;
    if (!isInside) next = high < Number.POSITIVE_INFINITY ? 0.5 * (low + high) : 2 * s;
    // the error after this step is about the square of the step
    isDone = Math.abs(next - s) <= (isInside ? 1e-8 : 2e-16) * s;
    s = next;
  }
  // A normal speed that is nothing beside the slip: friction that small does not matter, a pull would.
  if (!(fn > 0)) return;
  out[0] = fn;
  // exactly on the cone
  const scale = (friction * fn) / ft;
  out[1] = scale * f1;
  out[2] = scale * f2;
}

/**
 * The same with |f_1| ≤ μ f_n and |f_2| ≤ μ₂ f_n, by a few sweeps from what stands in `f`.
 * @param local  W_nn, W_1n, W_2n, W_11, W_22, W_12
 */
export function relaxInRectangle(
  local: Float64Array,
  at: number,
  friction: number,
  secondFriction: number,
  pulls: boolean,
  q: Float64Array,
  f: Float64Array,
): void {
  const nn = local[at];
  if (!(nn > 0)) {
    f.fill(0, 0, 3);
    return;
  }
  const n1 = local[at + 1];
  const n2 = local[at + 2];
  const w11 = local[at + 3];
  const w22 = local[at + 4];
  const w12 = local[at + 5];
  for (let sweep = 0; sweep < 4; sweep++) {
    const fn = -(q[0] + n1 * f[1] + n2 * f[2]) / nn;
    f[0] = pulls || fn > 0 ? fn : 0;
    const bound = friction * Math.max(0, f[0]);
    f[1] = w11 > 1e-14 * nn ? clamp(-(q[1] + n1 * f[0] + w12 * f[2]) / w11, bound) : 0;
    const second = secondFriction * Math.max(0, f[0]);
    f[2] = w22 > 1e-14 * nn ? clamp(-(q[2] + n2 * f[0] + w12 * f[1]) / w22, second) : 0;
  }
}

function clamp(value: number, bound: number): number {
  return Math.min(bound, Math.max(-bound, value));
}
