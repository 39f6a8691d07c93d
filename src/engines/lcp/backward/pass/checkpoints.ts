// States of a pass to go back to, where a choice made since then led nowhere.

import type { Log } from './log.ts';
import type { Statistics } from './tally.ts';

type Column = Float64Array | Uint8Array | Int32Array | Uint32Array;

interface Checkpoint {
  readonly tick: number;
  readonly columns: readonly Column[];
  readonly mark: ReturnType<Log['mark']>;
  readonly restTicks: Uint32Array;
  readonly statistics: Statistics;
}

export class Checkpoints {
  private readonly kept: Checkpoint[] = [];
  private readonly columns: readonly Column[];
  private readonly log: Log;

  /** @param columns  everything that steps change, besides the log and the statistics */
  constructor(columns: readonly Column[], log: Log) {
    this.columns = columns;
    this.log = log;
  }

  /** Keeps the state at a tick, once. */
  keep(tick: number, statistics: Statistics): void {
    const last = this.kept[this.kept.length - 1];
    if (last !== undefined && last.tick <= tick) return;
    this.kept.push({
      tick,
      columns: this.columns.map((column) => column.slice()),
      mark: this.log.mark(),
      restTicks: this.log.restTicks.slice(),
      statistics: structuredClone(statistics),
    });
  }

  /** Back to the kept state nearest before (later in time than) a tick: its tick, and what had been counted then. */
  restore(tick: number): { readonly tick: number; readonly statistics: Statistics } {
    const { kept } = this;
    while (kept.length > 1 && kept[kept.length - 1].tick < tick) kept.pop();
    const to = kept[kept.length - 1];
    this.columns.forEach((column, i) => {
      (column as Float64Array).set(to.columns[i]);
    });
    this.log.shortenTo(to.mark);
    this.log.restTicks.set(to.restTicks);
    return { tick: to.tick, statistics: structuredClone(to.statistics) };
  }
}
