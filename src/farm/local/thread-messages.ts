// What a pool and its threads tell each other.

import type { PackedError } from '../../sim/index.ts';
import type { Row, Task } from '../row.ts';

/** For the whole life of a thread. */
export interface ThreadStart {
  /** One number, not 0 once everything shall stop. */
  readonly stop: SharedArrayBuffer;
  /** Where recordings are kept; nowhere where it is absent. */
  readonly folder: string | undefined;
  readonly limits: RunLimits;
  /** How many threads share the memory of the process. */
  readonly threads: number;
}

/** Of one run, instead of those of its sweep. */
export interface RunLimits {
  /** [s] */
  readonly wallSeconds?: number;
  readonly memoryBytes?: number;
}

export interface TaskRequest {
  readonly task: Task;
  /** The sweep, where the last task of this thread was of another. */
  readonly packed: Uint8Array | undefined;
}

export type TaskAnswer = { readonly row: Row } | { readonly stopped: true } | { readonly error: PackedError };
