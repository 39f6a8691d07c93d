// A force that rises and falls once: that of two elastic bodies that meet, and its mean over each sample.
//
// Hertz: the approach δ in units of its largest obeys δ¨ = −(5/4) δ^1.5, begins with the speed 1, and the force is δ^1.5. What of
// the impulse has passed by is (1 − δ˙)/2. With y = t^2.5 the approach is t Σ b_k y^k; the series converges fast up to the middle,
// and the second half mirrors the first. The force begins as t^1.5, so that above the cutoff at some 1/τ what a blow excites falls by
// 15 dB an octave and a blow of twice the speed is 9 dB louder there, 6 dB below.

const TERMS = 24;
/** From touch to the middle, where δ˙ = 0: ∫ dx/√(1 − x^2.5) from 0 to 1. */
const MIDDLE = 1.4716375921623523;

/** −½ b_k (1 + 2.5 k): the impulse by powers of y. */
const series = hertzSeries();

function hertzSeries(): Float64Array {
  const b = new Float64Array(TERMS + 1);
  // of δ^1.5 / t^1.5
  const c = new Float64Array(TERMS + 1);
  const passed = new Float64Array(TERMS + 1);
  b[0] = 1;
  c[0] = 1;
  for (let k = 1; k <= TERMS; k++) {
    b[k] = (-1.25 * c[k - 1]) / ((1 + 2.5 * k) * 2.5 * k);
    for (let i = 1; i <= k; i++) c[k] += ((2.5 * i - k) * b[i] * c[k - i]) / k;
    passed[k] = -0.5 * b[k] * (1 + 2.5 * k);
  }
  return passed;
}

/** The part of the impulse that has passed by at u, 0 … 1. */
export function pulsePassed(u: number): number {
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  if (u > 0.5) return 1 - pulsePassed(1 - u);
  const t = 2 * MIDDLE * u;
  const y = t * t * Math.sqrt(t);
  let sum = 0;
  for (let k = TERMS; k > 0; k--) sum = y * (sum + series[k]);
  return sum;
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
