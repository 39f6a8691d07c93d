// The pool over web workers. Without cross-origin isolation memory cannot be sent to a worker,
// so there is one thread then, with the same bits.

import { isShared, loadKernels } from '../num/kernels/index.ts';
import type { PoolOptions, WorkerStart, WorkPool } from './pool.ts';
import { forkJoin, kernelsOn, makeControl, oneThread } from './pool.ts';

/** Ready when it resolves. Await it: a page that blocks at once never sees its workers start. */
export async function createWebPool(options: PoolOptions): Promise<WorkPool> {
  const { arena, module } = options;
  await loadKernels();
  const workers = Math.max(0, Math.floor(options.threads) - 1);
  if (workers === 0 || !isShared(arena.memory) || !globalThis.crossOriginIsolated) return oneThread(options);
  const start: WorkerStart = { memory: arena.memory, module, control: makeControl() };
  await Promise.all(Array.from({ length: workers }, () => startWorker(start)));
  return forkJoin(kernelsOn({ memory: arena.memory, module }), start.control, workers);
}

function startWorker(start: WorkerStart): Promise<void> {
  return new Promise((resolve, reject) => {
    // Bundlers look for exactly this expression.
    const worker = new Worker(new URL('./worker.web.ts', import.meta.url), { type: 'module' });
    worker.onmessage = () => resolve();
    worker.onerror = (event) => reject(new Error(`a worker did not start: ${event.message}`));
    worker.postMessage(start);
  });
}
