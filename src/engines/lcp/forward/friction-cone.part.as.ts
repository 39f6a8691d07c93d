// One contact on its own: see friction-cone.ts, the twin.

const NOTHING: f64 = 1e-60;

/** Impulses of the contact that was solved last, to hand them over at once. */
export let fn: f64 = 0;
export let f1: f64 = 0;
export let f2: f64 = 0;

function give(normal: f64, first: f64, second: f64): void {
  fn = normal;
  f1 = first;
  f2 = second;
}

/** @param local  W_nn, W_1n, W_2n, σ₁, σ₂ */
export function solveInDisc(local: usize, friction: f64, pulls: bool, qn: f64, q1: f64, q2: f64): void {
  const nn = load<f64>(local);
  give(0, 0, 0);
  if (!(nn > 0)) return;
  const alone = -qn / nn;
  if (!(qn < -NOTHING)) {
    if (pulls) fn = alone;
    return;
  }
  fn = alone;
  if (!(friction > 0)) return;
  const a1 = load<f64>(local, 8) / nn;
  const a2 = load<f64>(local, 16) / nn;
  const s1 = load<f64>(local, 24);
  const s2 = load<f64>(local, 32);
  const r1 = s1 > 1e-14 * nn ? q1 - a1 * qn : 0;
  const r2 = s2 > 1e-14 * nn ? q2 - a2 * qn : 0;
  const size = Math.sqrt(r1 * r1 + r2 * r2);
  if (!(size > NOTHING)) return;

  let t1: f64 = r1 === 0 ? 0 : -r1 / s1;
  let t2: f64 = r2 === 0 ? 0 : -r2 / s2;
  let n = alone - a1 * t1 - a2 * t2;
  let t = Math.sqrt(t1 * t1 + t2 * t2);
  if (t <= friction * n) {
    give(n, t1, t2);
    return;
  }

  let low: f64 = 0;
  let high: f64 = Infinity;
  let s = (size / friction + a1 * r1 + a2 * r2) / alone - (s1 * r1 * r1 + s2 * r2 * r2) / (size * size);
  if (!(s > 0)) s = 1e-3 * (s1 + s2);
  let isDone = false;
  for (let iteration = 0; iteration < 100; iteration++) {
    t1 = r1 === 0 ? 0 : -r1 / (s1 + s);
    t2 = r2 === 0 ? 0 : -r2 / (s2 + s);
    n = alone - a1 * t1 - a2 * t2;
    t = Math.sqrt(t1 * t1 + t2 * t2);
    if (isDone) break;
    const excess = (friction * n) / t - 1;
    if (excess === 0) break;
    if (excess < 0) low = s;
    else high = s;
    const d1: f64 = r1 === 0 ? 0 : -t1 / (s1 + s);
    const d2: f64 = r2 === 0 ? 0 : -t2 / (s2 + s);
    const slope = (friction * (-(a1 * d1 + a2 * d2) - (n * (t1 * d1 + t2 * d2)) / (t * t))) / t;
    let next = s - excess / slope;
    const isInside = next > low && next < high;
    if (!isInside) next = high < Infinity ? 0.5 * (low + high) : 2 * s;
    isDone = Math.abs(next - s) <= (isInside ? 1e-8 : 2e-16) * s;
    s = next;
  }
  if (!(n > 0)) return;
  const scale = (friction * n) / t;
  give(n, scale * t1, scale * t2);
}

/** @param local  W_nn, W_1n, W_2n, W_11, W_22, W_12 */
export function relaxInRectangle(
  local: usize,
  friction: f64,
  secondFriction: f64,
  pulls: bool,
  qn: f64,
  q1: f64,
  q2: f64,
  z1: f64,
  z2: f64,
): void {
  const nn = load<f64>(local);
  give(0, 0, 0);
  if (!(nn > 0)) return;
  const n1 = load<f64>(local, 8),
    n2 = load<f64>(local, 16);
  const w11 = load<f64>(local, 24),
    w22 = load<f64>(local, 32),
    w12 = load<f64>(local, 40);
  let n: f64 = 0;
  let t1 = z1;
  let t2 = z2;
  for (let sweep = 0; sweep < 4; sweep++) {
    const wanted = -(qn + n1 * t1 + n2 * t2) / nn;
    n = pulls || wanted > 0 ? wanted : 0;
    const bound = friction * max<f64>(0, n);
    t1 = w11 > 1e-14 * nn ? min(bound, max(-bound, -(q1 + n1 * n + w12 * t2) / w11)) : 0;
    const second = secondFriction * max<f64>(0, n);
    t2 = w22 > 1e-14 * nn ? min(second, max(-second, -(q2 + n2 * n + w12 * t1) / w22)) : 0;
  }
  give(n, t1, t2);
}
