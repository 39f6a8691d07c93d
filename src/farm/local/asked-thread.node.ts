// A thread that is asked one thing after the other: a request goes in; an answer, or how the thread died, comes out. One
// that died is started anew for the next request.

import { Worker } from 'node:worker_threads';

const MEGABYTE = 1024 * 1024;
/** What timers take at most: 2³¹ - 1. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** What a thread needs before it does anything, its code among it [MB]. */
const LEAST_HEAP_MB = 96;

export interface AskedThreadOptions {
  /** Its module, which says that it is ready before it is asked anything. */
  readonly thread: URL;
  /** What it is started with. */
  readonly start: unknown;
  /** Of its heap. */
  readonly memoryBytes: number;
  /** After this long without an answer a thread is ended [ms]. */
  readonly patienceMs: number;
  /** Hears what a thread says on its way; true where that is no answer. */
  readonly heard?: (message: object) => boolean;
}

export type AskedOutcome<Answer> = { readonly answer: Answer } | { readonly died: string };

/** The first that a thread says. */
export interface Ready {
  readonly ready: true;
}

export class AskedThread<Request, Answer extends object> {
  private readonly options: AskedThreadOptions;
  private worker: Promise<Worker> | undefined;

  constructor(options: AskedThreadOptions) {
    this.options = options;
  }

  /** @throws what keeps threads from starting */
  async ask(request: Request): Promise<AskedOutcome<Answer>> {
    let worker: Worker;
    try {
      this.worker ??= startWorker(this.options);
      worker = await this.worker;
    } catch (error) {
      this.worker = undefined;
      throw error;
    }
    const outcome = await this.answerOf(worker, request);
    if ('died' in outcome) this.worker = undefined;
    return outcome;
  }

  /** Ends it; the next request starts another. */
  async end(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await (await worker)?.terminate();
  }

  private answerOf(worker: Worker, request: Request): Promise<AskedOutcome<Answer>> {
    const { patienceMs, heard } = this.options;
    return new Promise((resolve) => {
      let died = '';
      const answer = (outcome: AskedOutcome<Answer>) => {
        clearTimeout(timer);
        worker.off('message', message);
        worker.off('exit', exit);
        resolve(outcome);
      };
      const message = (said: Answer) => {
        if ('ready' in said || heard?.(said)) return;
        worker.off('error', failed);
        answer({ answer: said });
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
}

function startWorker({ thread, start, memoryBytes }: AskedThreadOptions): Promise<Worker> {
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
