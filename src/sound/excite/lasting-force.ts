// A smooth force through the averages of steps: what pushes while bodies stay in touch.
//
// Step k gives an average force a_k (here: its part in every a_k is linear, so all of it is done once for all modes).
// Where two steps meet the force and its slope are those of the parabola through the averages,
//
//   V = (a₋ h₊ + a₊ h₋)/(h₋ + h₊),   D = 2 (a₊ − a₋)/(h₋ + h₊),   and its curvature 0
//
// and inside a step it is the quintic through these, plus a bump 140 u³(1−u)³ that makes the integral over the step
// exactly its impulse. So the force is C² and has no train of pulses at the step rate. Where nothing touches in the
// neighbouring step V = D = 0; before the first time and after the last of the recording it goes on as it is (V = a,
// D = 0).

/** How a step meets its neighbours. */
export interface Knot {
  /** Of the step before and the one behind: V = before.a × a₋ + …, D likewise; [1], [1/s]. */
  readonly value: readonly [number, number];
  readonly slope: readonly [number, number];
}

export const NOTHING: Knot = { value: [0, 0], slope: [0, 0] };
export const GOES_ON_BEFORE: Knot = { value: [0, 1], slope: [0, 0] };
export const GOES_ON_BEHIND: Knot = { value: [1, 0], slope: [0, 0] };

export function knotBetween(before: number, behind: number): Knot {
  const sum = before + behind;
  return { value: [behind / sum, before / sum], slope: [-2 / sum, 2 / sum] };
}

/** ∫₀ᵘ of the quintic's basis: value and slope at 0, value and slope at 1. */
function passed(u: number, out: Float64Array): void {
  const u2 = u * u;
  const u3 = u2 * u;
  const u4 = u3 * u;
  // H00 = 1 − 10u³ + 15u⁴ − 6u⁵, H10 = u − 6u³ + 8u⁴ − 3u⁵, H01 = 1 − H00, H11 = −4u³ + 7u⁴ − 3u⁵
  out[0] = u + u4 * (-2.5 + u * (3 - u));
  out[1] = 0.5 * u2 + u4 * (-1.5 + u * (1.6 - 0.5 * u));
  out[2] = u - out[0];
  out[3] = u4 * (-1 + u * (1.4 - 0.5 * u));
  out[4] = u4 * (35 + u * (-84 + u * (70 - 20 * u)));
}

const basis = new Float64Array(5);

/**
 * Writes ∫ of the force from the step's start to u of its length, for unit averages of the step before, itself and
 * the one behind: three numbers [s].
 */
export function lastingPassed(u: number, h: number, first: Knot, last: Knot, out: Float64Array): void {
  passed(Math.min(1, Math.max(0, u)), basis);
  for (let which = 0; which < 3; which++) {
    // value and slope at both ends due to the average of neighbour `which`
    const v0 = which === 0 ? first.value[0] : which === 1 ? first.value[1] : 0;
    const d0 = which === 0 ? first.slope[0] : which === 1 ? first.slope[1] : 0;
    const v1 = which === 1 ? last.value[0] : which === 2 ? last.value[1] : 0;
    const d1 = which === 1 ? last.slope[0] : which === 2 ? last.slope[1] : 0;
    const quintic = 0.5 * (v0 + v1) + 0.1 * h * (d0 - d1);
    const missing = (which === 1 ? 1 : 0) - quintic;
    out[which] =
      h * (v0 * basis[0] + h * d0 * basis[1] + v1 * basis[2] + h * d1 * basis[3] + missing * basis[4]);
  }
}
