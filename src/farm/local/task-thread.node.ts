// One thread of a pool, as the pool sees it: a task goes in; a row, or how the thread died, comes out.

import { unpackError } from '../../sim/index.ts';
import type { Row, Task } from '../row.ts';
import { AskedThread, type AskedThreadOptions } from './asked-thread.node.ts';
import type { TaskAnswer, TaskRequest, ThreadStart } from './thread-messages.ts';

export type Outcome = { readonly row: Row } | { readonly stopped: true } | { readonly died: string };

export interface ThreadOptions extends AskedThreadOptions {
  readonly start: ThreadStart;
}

export class TaskThread {
  private readonly thread: AskedThread<TaskRequest, TaskAnswer>;
  /** Whose sweep it has. */
  private sweep = '';

  constructor(options: ThreadOptions) {
    this.thread = new AskedThread(options);
  }

  /** @throws what is no fault of the run: a full disk, a fault of our own */
  async run(packed: Uint8Array, task: Task): Promise<Outcome> {
    const isKnown = this.sweep === task.sweep;
    this.sweep = '';
    const outcome = await this.thread.ask({ task, packed: isKnown ? undefined : packed });
    if ('died' in outcome) return outcome;
    this.sweep = task.sweep;
    const { answer } = outcome;
    if ('error' in answer) throw unpackError(answer.error);
    return answer;
  }

  /** Ends it; the next task starts another. */
  async end(): Promise<void> {
    this.sweep = '';
    await this.thread.end();
  }
}
