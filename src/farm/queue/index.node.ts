// carom/farm/queue: sweeps on many machines, over BullMQ on Redis or Valkey.

export {
  type Delivery,
  type QueueOptions,
  type QueueSweep,
  type RowSink,
  sweepByQueue,
} from './sweep-by-queue.node.ts';
export { takeRuns, type TakeOptions, type Taking } from './take-runs.node.ts';
export type { Runner } from './runner.ts';
export { onQueue } from './on-queue.node.ts';
export { poolRunner } from './pool-runner.ts';
