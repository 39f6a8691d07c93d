// The clock of what is shown.

import { computed, signal } from '@preact/signals';
import { film } from './film.ts';

/** [s] */
export const time = signal(0);
export const playing = signal(false);
export const loop = signal(true);
/** Seconds of the film for a second of the clock; negative plays backwards. */
export const speed = signal(1);

/** Whether frames are still being made: playing then waits at the end for the next one. */
export const growing = signal(false);

export const duration = computed(() => {
  const count = film.value?.frameCount.value ?? 0;
  return count > 0 ? (film.value?.time(count - 1) ?? 0) : 0;
});

/** The frame at or before the present time. */
export const frameIndex = computed(() => {
  const shown = film.value;
  if (shown === undefined || shown.frameCount.value === 0) return 0;
  let low = 0;
  let high = shown.frameCount.value - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (shown.time(middle) <= time.value + 1e-9) low = middle;
    else high = middle - 1;
  }
  return low;
});

export function seek(to: number): void {
  time.value = Math.min(duration.value, Math.max(0, to));
}

/** To the next frame, or the one before. */
export function step(frames: number): void {
  const shown = film.value;
  if (shown === undefined || shown.frameCount.value === 0) return;
  playing.value = false;
  const index = Math.min(shown.frameCount.value - 1, Math.max(0, frameIndex.value + frames));
  time.value = shown.time(index);
}

/** Moves the clock on by a moment of the wall's. @param elapsed [s] */
export function tick(elapsed: number): void {
  const end = duration.value;
  if (!playing.value || !(end > 0)) return;
  const next = time.value + speed.value * elapsed;
  if (next >= 0 && next <= end) time.value = next;
  else if (growing.value && next > end) time.value = end;
  else if (loop.value) time.value = next - Math.floor(next / end) * end;
  else {
    time.value = Math.min(end, Math.max(0, next));
    playing.value = false;
  }
}
