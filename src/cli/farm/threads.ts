// The threads that run sweeps here: how many, and within which limits.

import { type PoolOptions, type RunLimits, ThreadPool, threadsFor } from '../../farm/index.node.ts';
import type { Sweep } from '../../farm/index.ts';

/** A thread cannot load TypeScript by itself: from source it starts through boot.mjs, built it is a file. */
export const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./boot.mjs', import.meta.url)
  : new URL('./thread.js', import.meta.url);

export interface ThreadFlags {
  readonly jobs?: number;
  readonly maxWall?: number;
  readonly maxMemory?: number;
}

export function poolOptions({ limits }: Sweep, flags: ThreadFlags, folder: string): PoolOptions {
  const own: Required<RunLimits> = {
    wallSeconds: flags.maxWall ?? limits.wallSeconds,
    memoryBytes: flags.maxMemory ?? limits.memoryBytes,
  };
  return { thread: THREAD, threads: flags.jobs || threadsFor(own.memoryBytes), limits: own, folder };
}

export const makePool = (options: PoolOptions): ThreadPool => new ThreadPool(options);
