// Threads that run tasks, of one sweep or of several. A thread that dies is replaced and its task tried again; what takes
// three threads with it is set aside, with the reason.

import { availableParallelism, freemem } from 'node:os';
import { version } from '../../sim/index.ts';
import { type Row, setAside, type Task } from '../row.ts';
import { TaskThread } from './task-thread.node.ts';
import type { RunLimits } from './thread-messages.ts';

export interface PoolOptions {
  /** The module of a thread, which calls `serveTasks`. */
  readonly thread: URL;
  readonly threads: number;
  /** Of a run. */
  readonly limits: Required<RunLimits>;
  /** Where recordings are kept. */
  readonly folder?: string;
}

const TRIES = 3;
/** A run ends itself at its limit; one that does not hear it is ended after this much more [s]. */
const GRACE_SECONDS = 10;

/** What a run is taken to need where nobody said [bytes]. */
const USUAL_MEMORY = 512 * 1024 * 1024;

/** As many threads as there are cores, but no more than have room in memory. */
export function threadsFor(memoryBytes: number): number {
  const each = Number.isFinite(memoryBytes) ? memoryBytes : USUAL_MEMORY;
  return Math.max(1, Math.min(availableParallelism(), Math.floor(freemem() / each)));
}

export class ThreadPool {
  private readonly options: PoolOptions;
  private readonly stopCell = new SharedArrayBuffer(4);
  private readonly idle: TaskThread[];
  private readonly all: readonly TaskThread[];
  private readonly waiting: ((thread: TaskThread) => void)[] = [];

  constructor(options: PoolOptions) {
    this.options = options;
    const { thread, threads, limits, folder } = options;
    const start = { stop: this.stopCell, folder, limits, threads };
    const { memoryBytes, wallSeconds } = limits;
    const patienceMs = 1000 * (wallSeconds + GRACE_SECONDS);
    const make = () => new TaskThread({ thread, start, memoryBytes, patienceMs });
    this.all = Array.from({ length: threads }, make);
    this.idle = [...this.all].reverse();
  }

  /**
   * Runs a task as soon as a thread is free.
   * @returns undefined where the pool was stopped meanwhile
   * @throws what is no fault of the run: a full disk, a fault of our own
   */
  async run(packed: Uint8Array, task: Task): Promise<Row | undefined> {
    const thread =
      this.idle.pop() ?? (await new Promise<TaskThread>((resolve) => this.waiting.push(resolve)));
    try {
      let why = '';
      for (let tries = 0; tries < TRIES && !this.isStopped(); tries++) {
        const outcome = await thread.run(packed, task);
        if ('row' in outcome) return outcome.row;
        if ('died' in outcome) why = outcome.died;
      }
      return this.isStopped() ? undefined : setAside(task, `its thread died ${TRIES} times: ${why}`, version);
    } finally {
      await this.refresh(thread);
      const next = this.waiting.shift();
      if (next) next(thread);
      else this.idle.push(thread);
    }
  }

  /** Asks all runs to end at their next safe moment, and begins no other. */
  stop(): void {
    Atomics.store(new Int32Array(this.stopCell), 0, 1);
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((thread) => thread.end()));
  }

  private isStopped(): boolean {
    return Atomics.load(new Int32Array(this.stopCell), 0) !== 0;
  }

  /** What earlier runs left in memory must not count as the next one's. */
  private async refresh(thread: TaskThread): Promise<void> {
    const { threads, limits } = this.options;
    if (process.memoryUsage.rss() > (threads * limits.memoryBytes) / 2) await thread.end();
  }
}
