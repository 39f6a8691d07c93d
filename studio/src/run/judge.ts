// The verdict on the film that is shown: asked for by a button, judged in a worker.

import { effect, signal } from '@preact/signals';
import type { Verdict } from '../../../src/verify/index.ts';
import { Complaint, complain } from '../model/complaints.ts';
import { type Film, film } from '../model/film.ts';
import type { FromJudge } from './verify.worker.ts';

export type Judgement =
  | { readonly state: 'none' }
  | { readonly state: 'judging'; readonly fraction: number }
  | { readonly state: 'judged'; readonly verdict: Verdict };

export const judgement = signal<Judgement>({ state: 'none' });

let worker: Worker | undefined;
let judged: { readonly film: Film; readonly frames: number } | undefined;

export function judge(): void {
  const shown = film.value;
  const source = shown?.source?.();
  if (shown === undefined || source === undefined) return;
  stopJudging();
  judgement.value = { state: 'judging', fraction: 0 };
  judged = { film: shown, frames: shown.frameCount.value };
  worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromJudge>) => {
    if (data.kind === 'progress') judgement.value = { state: 'judging', fraction: data.fraction };
    else if (data.kind === 'verdict') {
      judgement.value = { state: 'judged', verdict: data.verdict };
      worker?.terminate();
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
  worker?.terminate();
  worker = undefined;
  judged = undefined;
  judgement.value = { state: 'none' };
}

/** A verdict is of what was judged: other frames have none. */
export function watchJudge(): () => void {
  return effect(() => {
    const shown = film.value;
    const frames = shown?.frameCount.value ?? 0;
    if (judged !== undefined && (shown !== judged.film || frames !== judged.frames)) stopJudging();
  });
}
