// A run on a thread of its own: a step may take minutes, and the main thread must still hear signals and show
// that time passes. The two talk through a few shared numbers, messages about the start, and one at the end.

import { Worker } from 'node:worker_threads';
import { type PackedError, unpackError } from '../../sim/index.ts';
import type { Job, Simulated } from './simulate.node.ts';

/** Cells of the shared array. */
export const cells = { stop: 0, frames: 1, count: 4 } as const;

export interface ThreadStart {
  readonly job: Job;
  readonly shared: SharedArrayBuffer;
}

/** What a simulation does before its first frame. */
interface Starting {
  readonly fraction: number;
  readonly doing: string;
}

export type ThreadAnswer = Simulated | Starting | { readonly error: PackedError };

export interface RunningThread {
  /** Frames so far. */
  frames(): number;
  /** What it last said about its start; nothing where it is quick. */
  starting(): Starting | undefined;
  /** Asks it to end at the next safe moment. */
  stop(): void;
  readonly finished: Promise<Simulated>;
}

/** A thread cannot load TypeScript by itself: from source it starts through boot.mjs, built it is a file. */
const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./boot.mjs', import.meta.url)
  : new URL('./thread.js', import.meta.url);

export function startThread(job: Job): RunningThread {
  const shared = new SharedArrayBuffer(4 * cells.count);
  const numbers = new Int32Array(shared);
  const start: ThreadStart = { job, shared };
  const worker = new Worker(THREAD, { workerData: start });
  let starting: Starting | undefined;
  const finished = new Promise<Simulated>((resolve, reject) => {
    worker.on('message', (answer: ThreadAnswer) => {
      if ('doing' in answer) starting = answer;
      else if ('error' in answer) reject(unpackError(answer.error));
      else resolve(answer);
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread of the run ended with ${code}`)));
  });
  return {
    frames: () => Atomics.load(numbers, cells.frames),
    starting: () => starting,
    stop: () => Atomics.store(numbers, cells.stop, 1),
    finished,
  };
}
