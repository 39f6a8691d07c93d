// The verdict on the film that is shown: asked for by a button, judged in a worker.

import { effect, signal } from '@preact/signals';
import { Complaint, complain } from '../model/complaints.ts';
import { type Film, film } from '../model/film.ts';
import type { FromJudge, ToldVerdict } from './verify.worker.ts';

/** Of a film as long as it was when it was judged. */
interface Judged {
  readonly film: Film;
  readonly frames: number;
  readonly worker: Worker;
}

export type Judgement =
  | { readonly state: 'none' }
  | (Judged & { readonly state: 'judging'; readonly fraction: number })
  | (Judged & { readonly state: 'judged'; readonly told: ToldVerdict });

export const judgement = signal<Judgement>({ state: 'none' });

export function judge(): void {
  const shown = film.value;
  const source = shown?.source?.();
  if (shown === undefined || source === undefined) return;
  stopJudging();
  const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' });
  const judged = { film: shown, frames: shown.frameCount.value, worker };
  judgement.value = { ...judged, state: 'judging', fraction: 0 };
  worker.onmessage = ({ data }: MessageEvent<FromJudge>) => {
    if (data.kind === 'progress') judgement.value = { ...judged, state: 'judging', fraction: data.fraction };
    else if (data.kind === 'verdict') {
      judgement.value = { ...judged, state: 'judged', told: data };
      worker.terminate();
    } else {
      stopJudging();
      complain(new Complaint(`This recording cannot be verified: ${data.what}`, 'Run it again'));
    }
  };
  worker.onerror = ({ message }) => {
    stopJudging();
    complain(new Error(message));
  };
  worker.postMessage(source);
}

export function stopJudging(): void {
  const now = judgement.peek();
  if (now.state !== 'none') now.worker.terminate();
  judgement.value = { state: 'none' };
}

/** A verdict is of what was judged: other frames have none. */
export function watchJudge(): () => void {
  return effect(() => {
    const shown = film.value;
    const frames = shown?.frameCount.value ?? 0;
    const now = judgement.peek();
    if (now.state !== 'none' && (shown !== now.film || frames !== now.frames)) stopJudging();
  });
}
