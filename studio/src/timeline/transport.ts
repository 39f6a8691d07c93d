// Play, stop, step, turn round: what the buttons and keys of the timeline do.

import { film } from '../model/film.ts';
import { duration, frameIndex, growing, loop, playing, seek, speed, step, time } from '../model/playback.ts';
import { shortcut } from '../model/shortcuts.ts';

/** Seconds of the film for a second of the clock. */
export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4] as const;

function togglePlay(): void {
  if (!playing.value && !growing.value && !loop.value) {
    // From the end there is nowhere to go but round.
    if (speed.value > 0 && time.value >= duration.value) time.value = 0;
    else if (speed.value < 0 && time.value <= 0) time.value = duration.value;
  }
  playing.value = !playing.value;
}

/** Plays in this direction, or stops where it does so already. */
export function play(direction: 1 | -1): void {
  const isSame = Math.sign(speed.value) === direction;
  speed.value = direction * Math.abs(speed.value);
  if (playing.value && !isSame) return;
  togglePlay();
}

function reverse(): void {
  speed.value = -speed.value;
}

export function setSpeed(size: number): void {
  speed.value = Math.sign(speed.value) * size;
}

function faster(by: 1 | -1): void {
  const size = Math.abs(speed.value);
  const nearest = SPEEDS.reduce((best, one) => (Math.abs(one - size) < Math.abs(best - size) ? one : best));
  const next = SPEEDS[SPEEDS.indexOf(nearest) + by];
  if (next !== undefined) setSpeed(next);
}

export function toStart(): void {
  playing.value = false;
  seek(0);
}

export function toEnd(): void {
  playing.value = false;
  seek(duration.value);
}

/** To a frame by its number. */
export function toFrame(index: number): void {
  step(index - frameIndex.value);
}

/** To the frame nearest to a time [s], or to the very time. */
export function scrubTo(to: number, isExact: boolean): void {
  const shown = film.value;
  seek(to);
  if (isExact || shown === undefined || shown.frameCount.value === 0) return;
  const index = frameIndex.value;
  const next = Math.min(index + 1, shown.frameCount.value - 1);
  const isNext = Math.abs(shown.time(next) - time.value) < Math.abs(shown.time(index) - time.value);
  time.value = shown.time(isNext ? next : index);
}

export function addTimelineKeys(): () => void {
  const group = 'Timeline';
  const taken = [
    shortcut('Space', 'Play or pause', togglePlay, group),
    shortcut('ArrowLeft', 'One frame back', () => step(-1), group),
    shortcut('ArrowRight', 'One frame on', () => step(1), group),
    shortcut('Shift+ArrowLeft', 'Ten frames back', () => step(-10), group),
    shortcut('Shift+ArrowRight', 'Ten frames on', () => step(10), group),
    shortcut(',', 'One frame back', () => step(-1), group),
    shortcut('.', 'One frame on', () => step(1), group),
    shortcut('Home', 'To the start', toStart, group),
    shortcut('End', 'To the end', toEnd, group),
    shortcut(
      'L',
      'Play in a loop, or once',
      () => {
        loop.value = !loop.value;
      },
      group,
    ),
    shortcut('R', 'Play backwards, or forwards again', reverse, group),
    shortcut('-', 'Slower', () => faster(-1), group),
    shortcut('+', 'Faster', () => faster(1), group),
  ];
  return () => {
    for (const away of taken) away();
  };
}
