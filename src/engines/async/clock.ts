// Ticks and seconds, and the ladder of steps.
//
// Steps of elements are rounded down to h = 2ᵏ (8 + j) ticks, j = 0 … 7, at most an eighth shorter, so that
// many elements share a step: one event serves them all.

/** 2³⁹ ticks a second. */
export const TICKS_PER_SECOND = 549755813888;

/** The last tick at or before a time [s]. */
export function tickAt(seconds: number): number {
  return Math.floor(seconds * TICKS_PER_SECOND);
}

export function secondsAt(tick: number): number {
  return tick / TICKS_PER_SECOND;
}

/** The longest step of the ladder that is not longer than this [ticks]; 0 below one tick. */
export function ladderStep(ticks: number): number {
  if (!(ticks >= 8)) return Math.max(0, Math.floor(ticks));
  let unit = 1;
  while (16 * unit <= ticks) unit *= 2;
  return unit * Math.floor(ticks / unit);
}
