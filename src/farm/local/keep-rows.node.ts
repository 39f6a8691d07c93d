// Rows into the folder of a sweep, whoever makes them. What is there is not made again, a row that comes twice counts once,
// and whatever ends it, the folder can be gone on with.

import type { Row, Task } from '../row.ts';
import { type PackedSweep, prepareFolder } from './folder.node.ts';
import { Journal, type Tally } from './journal.node.ts';
import { writeProgress } from './progress-file.node.ts';
import { writeTables } from './tables.node.ts';

/** Makes rows of tasks, in any order; ends early where it is told to stop. */
export type Runner = (sweep: PackedSweep, tasks: Iterable<Task>, hooks: RunnerHooks) => Promise<void>;

export interface RunnerHooks {
  stopped(): boolean;
  /** A run has begun somewhere. */
  began(): void;
  /** A run has its row. */
  row(row: Row): void;
}

export interface KeptSweep {
  readonly sweep: PackedSweep;
  /** The text of the sweep file. */
  readonly given: string;
  readonly folder: string;
  readonly resume: boolean;
}

/** How far a sweep is. */
export interface Standing {
  /** Of this shard. */
  readonly runs: number;
  /** There may be fewer: it is a search. */
  readonly isAtMost?: boolean;
  /** With rows that were there before. */
  readonly counted: number;
  readonly running: number;
  readonly tally: Readonly<Tally>;
  /** Lines of the journal that were no rows. */
  readonly damaged: number;
}

export interface SweepHooks {
  stopped(): boolean;
  told(standing: Standing): void;
}

/** Which runs are to be counted, where that is not all of them. */
export interface Counts {
  readonly runs: number;
  readonly isAtMost?: boolean;
  of(): Iterable<number>;
}

/**
 * Opens the folder, has rows made, and writes the tables of what came.
 * @param most  runs that there can be
 */
export async function keepRows(
  { sweep, folder, given, resume }: KeptSweep,
  most: number,
  counts: Counts,
  hooks: SweepHooks,
  make: (journal: Journal, hooks: RunnerHooks) => Promise<void>,
): Promise<Standing> {
  prepareFolder(folder, sweep, given, resume);
  const journal = await Journal.open(folder, most);
  const before = journal.counted.size;
  let counted = 0;
  for (const run of counts.of()) if (journal.counted.has(run)) counted++;
  let running = 0;
  const standing = () => ({
    runs: counts.runs,
    isAtMost: counts.isAtMost ?? false,
    counted: counted + journal.counted.size - before,
    running,
    tally: journal.tally,
    damaged: journal.damaged,
  });
  const change = (by: number) => {
    running = Math.max(0, running + by);
    hooks.told(standing());
  };
  const endProgress = writeProgress(folder, sweep.sweep, standing);
  try {
    await make(journal, {
      stopped: hooks.stopped,
      began: () => change(1),
      row(row) {
        journal.append(row);
        change(-1);
      },
    });
    // while nobody else may write the journal
    writeTables(folder, sweep.sweep, most);
  } finally {
    endProgress();
    journal.close();
  }
  return { ...standing(), running: 0 };
}
