// Shards of a sweep to one folder: every run once, in the order of their numbers.

import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FaultError } from '../../scene/fault/index.ts';
import { countTasks } from '../points.ts';
import { GIVEN, openFolder, otherSweep, prepareFolder } from './folder.node.ts';
import { Journal, JOURNAL, type Tally } from './journal.node.ts';
import { writeProgress } from './progress-file.node.ts';
import { rowsInOrder } from './rows-in-order.node.ts';
import { writeTables } from './tables.node.ts';

export interface Merged {
  readonly name: string;
  readonly runs: number;
  readonly counted: number;
  readonly tally: Tally;
}

/**
 * @param folders  of shards; where several have a row of the same run, the first counts
 * @throws FaultError where they are of different sweeps
 */
export async function mergeSweeps(folders: readonly string[], out: string): Promise<Merged> {
  if (folders.some((folder) => resolve(folder) === resolve(out))) throw intoItself(out);
  const opened = folders.map((folder) => ({ folder, sweep: openFolder(folder) }));
  const [{ folder: first, sweep }] = opened;
  const other = opened.find((one) => one.sweep.hash !== sweep.hash);
  if (other) throw otherSweep(other.folder);
  if (sweep.sweep.search !== undefined) throw noParts(first);
  prepareFolder(out, sweep, readFileSync(join(first, GIVEN), 'utf8'), false);
  const runs = countTasks(sweep.sweep);
  const journal = await Journal.open(out, runs);
  try {
    // a part may have ended before its first row
    const journals = folders.map((folder) => join(folder, JOURNAL)).filter((file) => existsSync(file));
    for (const row of rowsInOrder(journals, runs)) {
      if (row.recording !== null) copyRecording(row.recording, folders, out);
      journal.append(row);
    }
    writeTables(out, sweep.sweep, runs);
    writeProgress(out, sweep.sweep, () => ({ runs, counted: journal.counted.size, running: 0 }))();
  } finally {
    journal.close();
  }
  return { name: sweep.sweep.name, runs, counted: journal.counted.size, tally: journal.tally };
}

/** Only what we write ourselves: a row that a stranger wrote names no other file. */
const RECORDING = /^runs\/\d{6,16}\.carom$/;

function copyRecording(path: string, folders: readonly string[], out: string): void {
  if (!RECORDING.test(path)) return;
  const from = folders.map((folder) => join(folder, path)).find((file) => existsSync(file));
  if (from === undefined) return;
  mkdirSync(join(out, 'runs'), { recursive: true });
  copyFileSync(from, join(out, path));
}

function intoItself(out: string): FaultError {
  return new FaultError('this cannot be merged:', [
    { what: 'a shard cannot become the whole', where: '--out', value: out, remedy: 'give another folder' },
  ]);
}

function noParts(folder: string): FaultError {
  return new FaultError('this cannot be merged:', [
    { what: 'a search has no parts', where: folder, remedy: 'name folders of carom sweep --shard' },
  ]);
}
