// Ticks and seconds, and the ladder of steps.
//
// Steps of elements are rounded down to h = 2ᵏ (8 + j) ticks, j = 0 … 7, at most an eighth shorter, so that
// many elements share a step: one event serves them all.

//
// Steps of one sheet are nested: of one j, so that they are powers of two of each other. Where springs that swing alike tick at 1 and √2 of a step, each finds
// the others' kicks at ever other moments of its swing, and energy strays by an order of the step; ticking together they are leapfrog,
// whose energy strays by the step's square.

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

/** The same with one j alone. */
function nestedStep(ticks: number, j: number): number {
  if (!(ticks >= 16)) return ladderStep(ticks);
  let unit = 1;
  while (2 * unit * (8 + j) <= ticks) unit *= 2;
  return unit * (8 + j);
}

/** How the steps of a sheet are nested: by the j that leaves the fewest ticks. @param longest  what each of its elements may step [ticks] */
export function nestingOf(longest: readonly number[]): (ticks: number) => number {
  let best = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (let j = 0; j < 8; j++) {
    let rate = 0;
    for (const ticks of longest) rate += 1 / nestedStep(ticks, j);
    if (rate < fewest) {
      fewest = rate;
      best = j;
    }
  }
  return (ticks) => nestedStep(ticks, best);
}
