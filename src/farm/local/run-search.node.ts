// A search over a sweep, from its first run to what it finds, with rows as any sweep has them. It asks for the same runs
// in the same order whenever it is begun: what the journal has already is answered from there, so that it goes on where it
// was ended.

import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FaultError } from '../../scene/fault/index.ts';
import { Stopped } from '../../sim/index.ts';
import type { Goal } from '../goal.ts';
import type { Row, Task } from '../row.ts';
import { isRowOf } from '../same-task.ts';
import { type AskRows, find, type Finding, mostRuns } from '../search/index.ts';
import type { PackedSweep } from './folder.node.ts';
import { JOURNAL } from './journal.node.ts';
import {
  type KeptSweep,
  keepRows,
  type Runner,
  type RunnerHooks,
  type Standing,
  type SweepHooks,
} from './keep-rows.node.ts';
import { readRows } from './read-rows.node.ts';

/** What a search found, for machines, beside its rows. */
const FOUND = 'found.json';

export interface Searched {
  readonly standing: Standing;
  /** Undefined where it was stopped before. */
  readonly finding: Finding | undefined;
}

/** @param goal  of the sweep */
export async function runSearch(
  job: KeptSweep,
  goal: Goal,
  runner: Runner,
  hooks: SweepHooks,
): Promise<Searched> {
  const { sweep, folder } = job;
  const most = mostRuns(sweep.sweep, goal);
  const all = { runs: most, isAtMost: true, of: () => Array(most).keys() };
  let finding: Finding | undefined;
  const standing = await keepRows(job, most, all, hooks, async (journal, told) => {
    const known = new Map<number, Row>();
    if (journal.counted.size > 0)
      for (const { row } of readRows(join(folder, JOURNAL))) if (row !== undefined) known.set(row.run, row);
    try {
      finding = await find(sweep.sweep, sweep.hash, goal, askOf(sweep, known, runner, told));
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  });
  if (finding !== undefined) {
    const path = join(folder, FOUND);
    writeFileSync(`${path}.part`, `${JSON.stringify({ goal, ...finding }, undefined, 2)}\n`);
    renameSync(`${path}.part`, path);
  }
  return { standing, finding };
}

/** @param known  rows that need not be made; each is asked for once */
function askOf(sweep: PackedSweep, known: Map<number, Row>, runner: Runner, hooks: RunnerHooks): AskRows {
  return async (tasks) => {
    const missing = tasks.filter(({ run }) => !known.has(run));
    const row = (made: Row) => {
      known.set(made.run, made);
      hooks.row(made);
    };
    if (missing.length > 0) await runner(sweep, missing, { ...hooks, row });
    return tasks.map((task) => {
      const made = known.get(task.run);
      if (made === undefined) throw new Stopped();
      if (!isRowOf(made, task)) throw otherWay(task);
      known.delete(task.run);
      return made;
    });
  };
}

function otherWay({ run }: Task): FaultError {
  return new FaultError('this search cannot be gone on with:', [
    {
      what: 'the row that is there is of another run than the search asks for: it was begun by another version',
      where: `run ${run}`,
      remedy: 'begin it anew in another folder with --out',
    },
  ]);
}
