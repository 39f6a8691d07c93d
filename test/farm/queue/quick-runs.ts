// Runs that take next to no time, so that thousands of them can be lost and found again: the queue knows nothing of what
// is simulated.

import { createHash } from 'node:crypto';
import type { QueueSweep, RowSink } from '../../../src/farm/queue/index.node.ts';
import type { Runner } from '../../../src/farm/queue/runner.ts';
import type { Row, Task } from '../../../src/farm/row.ts';

const version = '0.0.0-test';

/** The same on every worker. */
export function rowOf({ run, values, seed }: Task): Row {
  return {
    run,
    values,
    seed,
    measures: { twice: 2 * values['x'] },
    ended: 'done',
    what: '',
    simulatedSeconds: 1,
    wallSeconds: 0,
    version,
    hash: createHash('sha256').update(`${run} ${values['x']} ${seed}`).digest('hex'),
    recording: null,
  };
}

export function quickSweep(queue: string, count: number, name = 'quick'): QueueSweep {
  const packed = Buffer.from(`${name} of ${count}`);
  const hash = createHash('sha256').update(packed).digest('hex');
  const taskAt = (run: number): Task => ({ sweep: hash, run, values: { x: run / 8 }, seed: 7 * run });
  return { queue, packed, hash, count, taskAt, version };
}

/** @param before  what happens while it runs */
export function quickRunner(before: (task: Task) => unknown = () => undefined): Runner {
  return {
    async run(_, task) {
      await before(task);
      return rowOf(task);
    },
    close: async () => undefined,
  };
}

/** A journal in memory that takes no row twice. */
export class Rows implements RowSink {
  readonly rows = new Map<number, Row>();
  private readonly added: (count: number) => void;

  constructor(added: (count: number) => void = () => undefined) {
    this.added = added;
  }

  isDone(run: number): boolean {
    return this.rows.has(run);
  }

  add(row: Row): void {
    if (this.rows.has(row.run)) throw new Error(`run ${row.run} is counted twice`);
    this.rows.set(row.run, row);
    this.added(this.rows.size);
  }

  /** In the order of the runs. */
  get sorted(): readonly Row[] {
    return [...this.rows.values()].sort((a, b) => a.run - b.run);
  }
}

/** What a sweep without faults gives. */
export function allRows({ count, taskAt }: QueueSweep): readonly Row[] {
  return Array.from({ length: count }, (_, run) => rowOf(taskAt(run)));
}
