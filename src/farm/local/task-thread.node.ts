// One thread of a pool, as the pool sees it: a task goes in; a row, or how the thread died, comes out.

import { Worker } from 'node:worker_threads';
import { type PackedError, unpackError } from '../../sim/index.ts';
import type { Row, Task } from '../row.ts';
import type { TaskAnswer, TaskRequest, ThreadStart } from './thread-messages.ts';

const MEGABYTE = 1024 * 1024;
/** What timers take at most: 2³¹ - 1. */
const LONGEST_TIMER_MS = 2_147_483_647;

export type Outcome = { readonly row: Row } | { readonly stopped: true } | { readonly died: string };

export interface ThreadOptions {
  /** The module that calls `serveTasks`. */
  readonly thread: URL;
  readonly start: ThreadStart;
  readonly memoryBytes: number;
  /** After this long without an answer a thread is ended [ms]. */
  readonly patienceMs: number;
}

/** What a thread needs before it runs anything, its code among it [MB]. */
const LEAST_HEAP_MB = 96;

export class TaskThread {
  private readonly options: ThreadOptions;
  private worker: Promise<Worker> | undefined;
  private sweep = '';

  constructor(options: ThreadOptions) {
    this.options = options;
  }

  /** @throws what is no fault of the run: a full disk, a fault of our own */
  async run(packed: Uint8Array, task: Task): Promise<Outcome> {
    let worker: Worker;
    try {
      this.worker ??= startWorker(this.options);
      worker = await this.worker;
    } catch (error) {
      this.forget();
      throw error;
    }
    const isKnown = this.sweep === task.sweep;
    this.sweep = task.sweep;
    const outcome = await ask(
      worker,
      { task, packed: isKnown ? undefined : packed },
      this.options.patienceMs,
    );
    if ('error' in outcome) throw unpackError(outcome.error);
    if ('died' in outcome) this.forget();
    return outcome;
  }

  /** Ends it; the next task starts another. */
  async end(): Promise<void> {
    const worker = this.worker;
    this.forget();
    await (await worker)?.terminate();
  }

  private forget(): void {
    this.worker = undefined;
    this.sweep = '';
  }
}

function startWorker({ thread, start, memoryBytes }: ThreadOptions): Promise<Worker> {
  const heap = Math.max(LEAST_HEAP_MB, Math.ceil(memoryBytes / MEGABYTE));
  const resourceLimits = Number.isFinite(memoryBytes) ? { maxOldGenerationSizeMb: heap } : {};
  const worker = new Worker(thread, { workerData: start, resourceLimits });
  return new Promise((resolve, reject) => {
    const ended = (code: number) => reject(new Error(`a thread ended with ${code} before its first run`));
    worker.once('error', reject);
    worker.once('exit', ended);
    worker.once('message', () => {
      // one by one: a worker that loses all its listeners at once hears nothing any more
      worker.off('error', reject);
      worker.off('exit', ended);
      resolve(worker);
    });
  });
}

function ask(
  worker: Worker,
  request: TaskRequest,
  patienceMs: number,
): Promise<Outcome | { readonly error: PackedError }> {
  return new Promise((resolve) => {
    let died = '';
    const answer = (outcome: Outcome | { readonly error: PackedError }) => {
      clearTimeout(timer);
      worker.off('message', message);
      worker.off('exit', exit);
      resolve(outcome);
    };
    const message = (said: TaskAnswer) => {
      if ('ready' in said) return;
      worker.off('error', failed);
      answer(said);
    };
    const failed = (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      died = isMemory ? 'it took more memory than it may' : error.message.slice(0, 300);
    };
    const exit = (code: number) => answer({ died: died || `it ended with ${code}` });
    const giveUp = async () => {
      died = `it gave no answer for ${Math.round(patienceMs / 1000)} s`;
      await worker.terminate();
    };
    const isMeasured = Number.isFinite(patienceMs);
    const timer = isMeasured
      ? setTimeout(() => void giveUp(), Math.min(patienceMs, LONGEST_TIMER_MS))
      : undefined;
    worker.on('message', message);
    worker.on('error', failed);
    worker.on('exit', exit);
    worker.postMessage(request);
  });
}
