// Where a scale has its ticks: 1, 2 or 5 times a power of ten apart, and single frames where there is room.

/** The least of 1, 2, 5 times a power of ten that is at least this. */
export function niceStep(atLeast: number): number {
  if (!(atLeast > 0) || !Number.isFinite(atLeast)) return 1;
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const found = [1, 2, 5, 10].find((step) => step * power >= atLeast * (1 - 1e-9));
  return (found ?? 10) * power;
}

/** Times of ticks with numbers [s], about `room` pixels apart at least. */
export function tickTimes(from: number, until: number, width: number, room: number): number[] {
  if (!(until > from) || !(width > 0)) return [];
  const step = niceStep(((until - from) * room) / width);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(until / step + 1e-9);
  // Multiplied, not added up: 0.1 + 0.2 would be written 0.30000000000000004.
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** How many frames apart single frames are ticked: 1, 2, 5, 10 … so that they lie `room` pixels apart. */
export function frameStep(frames: number, width: number, room: number): number {
  return frames <= 1 || !(width > 0) ? 1 : Math.max(1, niceStep((frames * room) / width));
}

/** A time for people [s]: as many digits as the step between ticks needs. */
export function tickText(time: number, step: number): string {
  const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
  return time.toFixed(digits);
}
