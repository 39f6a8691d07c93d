// Sweeps on the threads of this machine, and their folders.

export { AskedThread, type Ready } from './local/asked-thread.node.ts';
export { openFolder, type PackedSweep, unpacked } from './local/folder.node.ts';
export type { Tally } from './local/journal.node.ts';
export { type Merged, mergeSweeps } from './local/merge.node.ts';
export type { Runner, RunnerHooks, Standing } from './local/keep-rows.node.ts';
export { runSearch, type Searched } from './local/run-search.node.ts';
export { onThreads, runSweep, type SweepRun } from './local/run-sweep.node.ts';
export { serveTasks } from './local/serve-tasks.node.ts';
export { readShard, type Shard } from './local/shard.ts';
export { type PoolOptions, ThreadPool, threadsFor } from './local/thread-pool.node.ts';
export type { RunLimits } from './local/thread-messages.ts';
