// A force that rises and falls once: the shape of an impact, and its mean over each sample.
//
//   f(t) = J/L · 140 u³ (1 − u)³,  u = (t − t₀)/L,      ∫ up to u = 35u⁴ − 84u⁵ + 70u⁶ − 20u⁷
//
// C², area exactly J. Its length L is 1.18 times the duration of the Hertz contact it stands for (sin^1.5), so that
// both have the same variance and so the same spectrum up to where it has fallen off.

/** The length of the pulse over the duration of the contact that it stands for. */
export const LENGTH_OF_HERTZ = 1.18;

/** The part of the impulse that has passed by at u, 0 … 1. */
export function pulsePassed(u: number): number {
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  const u2 = u * u;
  return u2 * u2 * (35 + u * (-84 + u * (70 - 20 * u)));
}

/**
 * Writes changes of the mean force from sample to sample for a unit impulse: means over [t, t + h] where t = (first + n) h.
 * @param start   t₀ [s]
 * @param length  L [s]
 * @returns the largest of them
 */
export function writePulse(
  out: Float64Array,
  at: number,
  count: number,
  first: number,
  h: number,
  start: number,
  length: number,
): number {
  const rate = 1 / h;
  let passed = pulsePassed(((first - 1) * h - start) / length);
  let upTo = pulsePassed((first * h - start) / length);
  let mean = (upTo - passed) * rate;
  let largest = 0;
  for (let n = 0; n < count; n++) {
    passed = upTo;
    upTo = pulsePassed(((first + n + 1) * h - start) / length);
    const next = (upTo - passed) * rate;
    out[at + n] = next - mean;
    largest = Math.max(largest, Math.abs(next - mean));
    mean = next;
  }
  return largest;
}
