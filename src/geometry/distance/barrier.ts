// The clamped log barrier of incremental potential contact, and its derivatives.
//
//   b(s) = -(s - ŝ)² ln(s / ŝ)   for 0 < s < ŝ,   and 0 beyond
//
// s is a *squared* distance [m²] and ŝ the squared activation distance: this avoids a square root
// per contact. b is C² at s = ŝ, so Newton's method sees no jump when a contact comes into range.
// At s ≤ 0 the barrier is infinite: a line search that looks there turns back.
//
// Li et al. 2020, "Incremental Potential Contact", with d² in place of d.
// Derivatives are checked against finite differences in test/geometry/distance/barrier.test.ts.

import { log } from '../../num/elementary/index.ts';

/** b(s) [m⁴]. */
export function barrier(s: number, sHat: number): number {
  if (s >= sHat) return 0;
  if (s <= 0) return Number.POSITIVE_INFINITY;
  const d = s - sHat;
  return -d * d * log(s / sHat);
}

/** b'(s) = (ŝ - s) (2 ln(s/ŝ) - ŝ/s + 1) [m²], never positive. */
export function barrierFirstDerivative(s: number, sHat: number): number {
  if (s >= sHat) return 0;
  const u = s / sHat;
  return (sHat - s) * (2 * log(u) - (1 - u) / u);
}

/** b''(s) = (ŝ/s)² + 2 ŝ/s - 3 - 2 ln(s/ŝ), never negative. */
export function barrierSecondDerivative(s: number, sHat: number): number {
  if (s >= sHat) return 0;
  const u = s / sHat;
  // (1/u² + 2/u - 3) factored, so that it vanishes without cancellation as u → 1
  return ((1 - u) * (1 + 3 * u)) / (u * u) - 2 * log(u);
}
