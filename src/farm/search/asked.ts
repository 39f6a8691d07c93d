// The rows that a search asks for, counted: whoever it asks runs them as it runs those of a sweep.

import type { Row, Task } from '../row.ts';
import { taskWith } from '../points.ts';
import type { Sweep } from '../sweep.ts';

/** Runs tasks, in any order and on any machine; the rows come in the order of the tasks. */
export type AskRows = (tasks: readonly Task[]) => Promise<readonly Row[]>;

export class Asked {
  private readonly sweep: Sweep;
  private readonly hash: string;
  private readonly ask: AskRows;
  private count = 0;

  /** @param hash  of the packed sweep */
  constructor(sweep: Sweep, hash: string, ask: AskRows) {
    this.sweep = sweep;
    this.hash = hash;
    this.ask = ask;
  }

  /** How many there were. */
  get runs(): number {
    return this.count;
  }

  /** Rows at the points that are given by what is chosen; what is computed follows. */
  async at(points: readonly Readonly<Record<string, number>>[]): Promise<readonly Row[]> {
    const tasks = points.map((values) => taskWith(this.sweep, this.hash, this.count++, values));
    const rows = await this.ask(tasks);
    if (rows.length !== tasks.length || rows.some(({ run }, i) => run !== tasks[i].run))
      throw new Error(`${tasks.length} runs were asked for and ${rows.length} came, or in another order`);
    return rows;
  }
}
