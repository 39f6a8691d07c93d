// One contact with the exact Coulomb cone, solved to rounding without iterating over the cone.
//
//   u = A r + b   (A 3×3, normal first)
//
//   parts    r = 0                     where b_n ≥ 0
//   sticks   u = 0                     where that r is inside the cone
//   slides   u_n = 0, u_t = −α r_t, |r_t| = μ r_n   for an α > 0
//
// Sliding: with the normal eliminated, S = A_tt − A_tn A_nt/A_nn and c = b_t − A_tn b_n/A_nn,
//
//   r_t(α) = −(S + α I)⁻¹ c,   r_n(α) = −(b_n + A_nt r_t)/A_nn,   g(α) = |r_t| − μ r_n = 0
//
// g is positive at α = 0 (it does not stick) and negative as α → ∞ (r_t → 0, r_n → −b_n/A_nn > 0): a root is bracketed
// and found by Newton's method kept inside the bracket. It is the quartic of the literature, without its coefficients'
// cancellation. Allocates nothing.
//
// Bonnefon and Daviet 2011, "Quartic formulation of Coulomb 3D frictional contact".

/** What the contact does. */
export const PARTS = 0;
export const STICKS = 1;
export const SLIDES = 2;

/**
 * Writes r at r[rAt…] and returns what the contact does. A row-major at a[aAt…], b at b[bAt…].
 * Where A_nn ≤ 0 nothing can be solved: r = 0.
 */
export function solveContact(
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
  mu: number,
  r: Float64Array,
  rAt: number,
): number {
  const nn = a[aAt];
  const bn = b[bAt];
  if (bn >= 0 || !(nn > 0)) {
    r[rAt] = 0;
    r[rAt + 1] = 0;
    r[rAt + 2] = 0;
    return PARTS;
  }
  const nx = a[aAt + 1];
  const ny = a[aAt + 2];
  const xn = a[aAt + 3] / nn;
  const yn = a[aAt + 6] / nn;
  if (mu === 0) {
    r[rAt] = -bn / nn;
    r[rAt + 1] = 0;
    r[rAt + 2] = 0;
    return SLIDES;
  }
  const xx = a[aAt + 4] - xn * nx;
  const xy = a[aAt + 5] - xn * ny;
  const yx = a[aAt + 7] - yn * nx;
  const yy = a[aAt + 8] - yn * ny;
  const cx = b[bAt + 1] - xn * bn;
  const cy = b[bAt + 2] - yn * bn;

  const size = Math.abs(a[aAt + 4]) + Math.abs(a[aAt + 8]);
  const determinant = xx * yy - xy * yx;
  const regular = determinant > 1e-11 * size * size;
  let x = 0;
  let y = 0;
  if (regular) {
    x = (xy * cy - yy * cx) / determinant;
    y = (yx * cx - xx * cy) / determinant;
  } else if (xx + yy > 1e-14 * size) {
    // S has one direction v, that of its larger column: the shortest r_t with S r_t = −c, c along v but for rounding
    const vx = xx >= yy ? xx : xy;
    const vy = xx >= yy ? yx : yy;
    const along = -(vx * cx + vy * cy) / ((xx + yy) * (vx * vx + vy * vy));
    x = along * vx;
    y = along * vy;
  }
  let n = -(bn + nx * x + ny * y) / nn;
  if (n >= 0 && x * x + y * y <= mu * mu * n * n) {
    r[rAt] = n;
    r[rAt + 1] = x;
    r[rAt + 2] = y;
    return STICKS;
  }

  // α in [low, high], g(low) > 0 > g(high); where S is singular (S + α I)⁻¹ is rounding below the first low
  let low = regular ? 0 : 1e-9 * size;
  let high = Infinity;
  let alpha = 0.5 * size + 1e-300;
  for (let iteration = 0; iteration < 100; iteration++) {
    const sx = xx + alpha;
    const sy = yy + alpha;
    const d = sx * sy - xy * yx;
    x = (xy * cy - sy * cx) / d;
    y = (yx * cx - sx * cy) / d;
    n = -(bn + nx * x + ny * y) / nn;
    const t = Math.sqrt(x * x + y * y);
    const g = t - mu * n;
    if (Math.abs(g) <= 2e-16 * (t + Math.abs(mu * n))) break;
    if (g > 0) low = alpha;
    else high = alpha;
    // r_t' = −(S + αI)⁻¹ r_t,  g' = r_t·r_t'/|r_t| + μ (A_nt r_t')/A_nn
    const dx = (xy * y - sy * x) / d;
    const dy = (yx * x - sx * y) / d;
    const slope = (x * dx + y * dy) / (t || 1) + (mu * (nx * dx + ny * dy)) / nn;
    let next = alpha - g / slope;
    if (!(next > low && next < high)) next = high === Infinity ? 4 * alpha : between(low, high);
    if (next === alpha) break;
    alpha = next;
  }
  // exactly on the cone
  const t = Math.sqrt(x * x + y * y);
  const normal = Math.max(0, n);
  const shrink = t > 0 ? (mu * normal) / t : 0;
  r[rAt] = normal;
  r[rAt + 1] = x * shrink;
  r[rAt + 2] = y * shrink;
  return SLIDES;
}

/** The middle of a bracket, by its logarithm where it spans many. */
function between(low: number, high: number): number {
  return low > 0 && high > 100 * low ? Math.sqrt(low) * Math.sqrt(high) : 0.5 * (low + high);
}
