// When things begin to touch in what is shown, found frame by frame while it is looked at.

import { effect, type Signal, signal } from '@preact/signals';
import { ContactEvents } from '../../../src/sim/index.ts';
import { type Film, film } from '../model/film.ts';

/** Things that began to touch in a frame, and what pushed them apart there [N s]. */
export interface Touch {
  readonly frame: number;
  readonly impulse: number;
}

/** Frames between two looks of whoever shows them. */
const TOLD_TOGETHER = 64;

export const touches: Signal<readonly Touch[]> = signal([]);

/** Follows the film that is shown; returns what ends it. Contacts behind an address are not fetched for this alone. */
export function followTouches(): () => void {
  let current: symbol | undefined;
  const gather = async (shown: Film, own: symbol): Promise<void> => {
    const events = new ContactEvents();
    const found: Touch[] = [];
    for (let frame = 0; current === own; frame++) {
      if (frame >= shown.frameCount.peek() || frame % TOLD_TOGETHER === 0) {
        if (found.length > touches.peek().length) touches.value = [...found];
        if (!(await reaches(shown, frame, () => current !== own))) return;
      }
      const contacts = await shown.contacts(frame).catch(() => undefined);
      if (contacts === undefined) return;
      for (const { kind, normalImpulse } of events.take({ frame: { time: shown.time(frame) }, contacts }))
        if (kind === 'begin') found.push({ frame, impulse: normalImpulse });
    }
  };
  const stop = effect(() => {
    const shown = film.value;
    current = Symbol('film');
    touches.value = [];
    if (shown !== undefined && typeof shown.source?.() !== 'string') void gather(shown, current);
  });
  return () => {
    current = undefined;
    stop();
  };
}

/** Waits until a frame is there; false where it is no longer asked for. */
function reaches(shown: Film, frame: number, isOver: () => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (shown.frameCount.value <= frame && !isOver()) return;
      // Not before the page has had its turn.
      setTimeout(() => {
        stop();
        resolve(!isOver());
      });
    });
  });
}
