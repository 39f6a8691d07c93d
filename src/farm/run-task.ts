// One run of a sweep, from its task to its row.

import type { ByteSink } from '../record/index.ts';
import type { Expectation } from '../sim/index.ts';
import type { Row, Task } from './row.ts';
import type { Sweep } from './sweep.ts';

/** Where the recording of a run goes. */
export interface Keeping {
  readonly sink: ByteSink;
  /** In the folder of the sweep, as the row says it: "runs/000123.carom". */
  readonly path: string;
  /** The recording is whole: it stays, or (`keepOf: "failed"`, and it did not) it goes. */
  end(stays: boolean): void;
}

/** What the surroundings of a run do for it. */
export interface RunHooks {
  /** Asked often, also inside long steps; true gives the run up: `Stopped` is thrown, and there is no row. */
  stopped(): boolean;
  /** Asked where the sweep keeps recordings. */
  keepInto?(run: number): Keeping | undefined;
  /** What an example expects; where absent such measures are null. */
  expectationsOf?(example: string): Promise<readonly Expectation[]>;
  /** What the run's process or thread uses [bytes], where it can be known. */
  memoryBytes?(): number;
}

/**
 * Runs a task. Whatever the scene does is in the row: a scene that cannot be used, a step that fails, a limit.
 * @throws Stopped where it was told to stop
 */
export async function runTask(sweep: Sweep, task: Task, hooks: RunHooks): Promise<Row> {
  throw new Error(`not yet: ${sweep.name} ${task.run} ${String(hooks)}`);
}
