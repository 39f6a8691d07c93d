// Looking into the engine: what it knows about contacts at the moment that is shown. A worker runs small scenes again as far
// as that moment, so nothing has to be recorded for it.

import { computed, effect, signal } from '@preact/signals';
import type { SeenContacts, SeenPair } from '../../../../src/engines/async/index.ts';
import { loggedInputs } from '../../../../src/live/logged-inputs.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import { complain, Complaint } from '../../model/complaints.ts';
import { type Film, film } from '../../model/film.ts';
import { growing, time } from '../../model/playback.ts';
import { run } from '../../run/session.ts';
import type { FromLooker, ToLooker } from './look-messages.ts';

/** Larger scenes would be computed for minutes before anything is seen. */
const MOST_VERTICES = 3000;

export const isLooking = signal(false);
export const seen = signal<SeenContacts | undefined>(undefined);
/** How far the worker has got on its way to the moment shown [s]. */
export const going = signal<number | undefined>(undefined);
/** Of the nearest pairs, the one that is drawn large. */
export const chosenRank = signal(0);
export const chosenPair = computed<SeenPair | undefined>(
  () => seen.value?.nearest[chosenRank.value] ?? seen.value?.nearest[0],
);

/** Why it cannot be looked into, or undefined. */
export const whyNot = computed(() => {
  const shown = film.value;
  if (shown === undefined) return 'Run the scene first.';
  if (shown.engine !== 'async') return 'Only the engine async has layers and slabs.';
  if (verticesOf(shown.scene) > MOST_VERTICES)
    return `This scene is too large for it: more than ${MOST_VERTICES} vertices.`;
  if (growing.value && run.value.state !== 'paused')
    return 'It is drawn when the run has ended or is paused.';
  return undefined;
});

function verticesOf({ meshes, bodies, deformables }: Scene): number {
  return [...bodies, ...deformables].reduce((sum, { mesh }) => sum + meshes[mesh].positions.length / 3, 0);
}

/** Follows the clock while somebody looks; call what it returns to stop. */
export function watchContacts(): () => void {
  let worker: Worker | undefined;
  let opened: { readonly film: Film; readonly frames: number } | undefined;
  const close = () => {
    worker?.terminate();
    worker = undefined;
    opened = undefined;
    seen.value = undefined;
    going.value = undefined;
  };
  const tell = (message: ToLooker) => worker?.postMessage(message);
  const open = async (shown: Film, frames: number) => {
    close();
    const mine = new Worker(new URL('./look.worker.ts', import.meta.url), { type: 'module' });
    worker = mine;
    opened = { film: shown, frames };
    mine.onmessage = ({ data }: MessageEvent<FromLooker>) => {
      if (worker !== mine) return;
      if (data.kind === 'seen') {
        seen.value = data.seen;
        going.value = undefined;
      } else if (data.kind === 'going') going.value = data.time;
      else {
        complain(new Complaint(data.what, 'Look at an earlier moment'));
        going.value = undefined;
      }
    };
    mine.onerror = ({ message }) =>
      complain(new Complaint(message || 'Contacts could not be looked into', 'Reload the page'));
    const inputs = await loggedInputs(await shown.recording());
    if (worker !== mine) return;
    tell({ kind: 'open', scene: shown.scene, inputs });
    tell({ kind: 'look', time: time.peek() });
  };
  const stop = effect(() => {
    const shown = film.value;
    const now = time.value;
    const frames = shown?.frameCount.value ?? 0;
    if (!isLooking.value || whyNot.value !== undefined || shown === undefined) {
      if (worker !== undefined) close();
      return;
    }
    if (opened?.film !== shown || opened.frames !== frames) open(shown, frames).catch(complain);
    else tell({ kind: 'look', time: now });
  });
  return () => {
    stop();
    close();
  };
}
