// Workers that take one task after another; all are gone when the last is done, or when they are no longer wanted.

import type { Answer, Task } from './messages.ts';

const MOST_WORKERS = 6;

/** @param told  hears each answer as it comes */
export function workOn(
  tasks: readonly Task[],
  told: (answer: Answer) => void,
): { readonly done: Promise<void>; stop(): void } {
  const workers: Worker[] = [];
  const count = Math.min(tasks.length, MOST_WORKERS, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
  let next = 0;
  let settle = () => {};
  const stop = () => {
    for (const worker of workers) worker.terminate();
    settle();
  };
  const work = () =>
    new Promise<void>((resolve) => {
      const worker = new Worker(new URL('./past.worker.ts', import.meta.url), { type: 'module' });
      workers.push(worker);
      const give = () => {
        if (next < tasks.length) worker.postMessage(tasks[next++]);
        else {
          worker.terminate();
          resolve();
        }
      };
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        told(data);
        give();
      };
      worker.onerror = ({ message }) => {
        told({
          kind: 'failed',
          what: message || 'the search could not be started; reload the page',
          faults: [],
        });
        worker.terminate();
        resolve();
      };
      give();
    });
  const all = Promise.all(Array.from({ length: count }, work)).then(() => {});
  const stopped = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { done: Promise.race([all, stopped]), stop };
}
