// The ladder of a pair's layers: what layer l is like.
//
//   r(l) = r₁ lᵃ,   η(l) = η₁ l⁻ᵇ,   h(l) ≤ c / √(r(l) W);   the layer's clock ticks at k h, k ≥ 1
//
// h is rounded down to 2ᵏ (64 + j) ticks, j = 0 … 63, so that layers of nearly the same step tick together
// (clocks.ts). A ladder as coarse as that of elements would make the clocks of one pair's layers tick together too
// often: their errors add up, and a bounce through thirty layers came back 2% slower instead of 0.8%.

import { type i32, type f64, realAt } from '../../../../num/kernels/machine.ts';
import {
  LADDER_MOST,
  PAIR_ETA,
  LADDER,
  LADDER_SIZE,
  LADDER_ETA,
  PAIR_STEP,
  LADDER_STEP,
  pairRealsAt,
} from '../layout/contact.ts';
import { EXACT_STEPS } from '../layout/control.ts';

/** Thickness η(l) [m] of a pair's layer; 0 beyond the ladder. */
export function eta(pair: i32, l: i32): f64 {
  if (l > LADDER_MOST) return 0;
  return realAt(pairRealsAt(pair) + PAIR_ETA) * realAt(LADDER + LADDER_SIZE * l + LADDER_ETA);
}

/** Step h(l) [ticks] of a pair's layer; 0 below the resolution of time or beyond the ladder. */
export function stepOf(pair: i32, l: i32): f64 {
  if (l > LADDER_MOST) return 0;
  const h: f64 = Math.floor(
    realAt(pairRealsAt(pair) + PAIR_STEP) * realAt(LADDER + LADDER_SIZE * l + LADDER_STEP),
  );
  return EXACT_STEPS !== 0 ? h : stepDown(h);
}

/** The longest step of the ladder that is not longer than this. */
function stepDown(h: f64): f64 {
  let unit: f64 = 1;
  while (128 * unit <= h) unit *= 2;
  return Math.floor(h / unit) * unit;
}
