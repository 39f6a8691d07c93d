// What a worker needs of whoever simulates.

import type { Row, Task } from '../row.ts';

export interface Runner {
  /**
   * The row of a task, made off the event loop of the worker, which must renew its locks meanwhile.
   * Throws where the run took its thread with it.
   * @param packed  the sweep: the same bytes for the same hash
   */
  run(packed: Uint8Array, task: Task): Promise<Row>;
  /** Gives up what runs: its promises are rejected. */
  close(): Promise<void>;
}
