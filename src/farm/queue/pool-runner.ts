// The threads of this machine, for a worker.

import type { Row, Task } from '../row.ts';
import type { Runner } from './runner.ts';

/** What of `ThreadPool` a worker needs. */
interface Pool {
  run(packed: Uint8Array, task: Task): Promise<Row | undefined>;
  stop(): void;
  close(): Promise<void>;
}

export function poolRunner(pool: Pool): Runner {
  return {
    async run(packed, task) {
      const row = await pool.run(packed, task);
      if (row === undefined) throw new Error('the worker was told to stop');
      return row;
    },
    close() {
      pool.stop();
      return pool.close();
    },
  };
}
