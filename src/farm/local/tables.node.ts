// What a journal says as tables, by the number of the run: rows.csv and rows.parquet, and the runs that were set aside.

import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvHeader, csvLine } from '../csv.ts';
import { countTasks } from '../points.ts';
import type { Row } from '../row.ts';
import type { Sweep } from '../sweep.ts';
import { JOURNAL } from './journal.node.ts';
import { writeParquet } from './parquet.node.ts';
import { rowsInOrder } from './rows-in-order.node.ts';

export const TABLE = 'rows.csv';
export const PARQUET = 'rows.parquet';
export const SET_ASIDE = 'set-aside.json';

/** Bytes of CSV that are written at once. */
const WRITTEN_AT_ONCE = 1 << 16;

export function writeTables(folder: string, sweep: Sweep): void {
  const rows = () => rowsInOrder([join(folder, JOURNAL)], countTasks(sweep));
  replaced(join(folder, TABLE), (path) => writeCsv(path, sweep, rows()));
  replaced(join(folder, PARQUET), (path) => writeParquet(path, sweep, rows()));
  const aside: object[] = [];
  for (const { run, values, seed, ended, what } of rows())
    if (ended === 'set aside') aside.push({ run, values, seed, what });
  const path = join(folder, SET_ASIDE);
  if (aside.length > 0) writeFileSync(path, `${JSON.stringify(aside, undefined, 2)}\n`);
  else rmSync(path, { force: true });
}

function writeCsv(path: string, sweep: Sweep, rows: Iterable<Row>): void {
  const file = openSync(path, 'w');
  try {
    let text = csvHeader(sweep);
    for (const row of rows) {
      text += csvLine(sweep, row);
      if (text.length < WRITTEN_AT_ONCE) continue;
      writeFileSync(file, text);
      text = '';
    }
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** A table is there whole, or as it was before. */
function replaced(path: string, write: (path: string) => void): void {
  const part = `${path}.part`;
  try {
    write(part);
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}
