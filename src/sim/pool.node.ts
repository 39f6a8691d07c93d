// The pool over Node's worker threads.

import { Worker } from 'node:worker_threads';
import type { PoolOptions, WorkerStart, WorkPool } from './pool.ts';
import { forkJoin, kernelsOn, makeControl, oneThread } from './pool.ts';
import { isShared } from '../num/kernels/index.ts';

/** A worker thread cannot load TypeScript by itself: from source it starts through boot.mjs, built it is a file. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('./boot.mjs', import.meta.url)
  : new URL('./worker.node.js', import.meta.url);

/** Ready when it resolves: every thread has its kernels and listens. */
export async function createNodePool(options: PoolOptions): Promise<WorkPool> {
  const { arena, module } = options;
  const workers = Math.max(0, Math.floor(options.threads) - 1);
  if (workers === 0 || !isShared(arena.memory)) return oneThread(options);
  const start: WorkerStart = { memory: arena.memory, module, control: makeControl() };
  await Promise.all(Array.from({ length: workers }, () => startWorker(start)));
  return forkJoin(kernelsOn({ memory: arena.memory, module }), start.control, workers);
}

function startWorker(start: WorkerStart): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: start });
    worker.once('message', () => {
      // An idle pool must not keep the process alive.
      worker.unref();
      resolve();
    });
    worker.once('error', reject);
  });
}
