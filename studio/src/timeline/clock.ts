// Moves the clock of what is shown while it plays; nothing runs while it stands.

import { effect } from '@preact/signals';
import { playing, tick } from '../model/playback.ts';

/** A page that was hidden does not jump ahead when it comes back [s]. */
const LONGEST = 0.1;

/** Returns how to stop it. */
export function startClock(): () => void {
  let asked = 0;
  let before = 0;
  const beat = (now: number) => {
    asked = requestAnimationFrame(beat);
    const elapsed = Math.min(LONGEST, (now - before) / 1000);
    before = now;
    tick(elapsed);
  };
  const stop = effect(() => {
    if (playing.value && asked === 0) {
      before = performance.now();
      asked = requestAnimationFrame(beat);
    } else if (!playing.value && asked !== 0) {
      cancelAnimationFrame(asked);
      asked = 0;
    }
  });
  return () => {
    stop();
    cancelAnimationFrame(asked);
  };
}
