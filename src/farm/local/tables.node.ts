// What a journal says as tables, by the number of the run: rows.csv and rows.parquet, and the runs that were set aside.

import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvHeader, csvLine } from '../csv.ts';
import type { Row } from '../row.ts';
import type { Sweep } from '../sweep.ts';
import { JOURNAL } from './journal.node.ts';
import { ParquetTable } from './parquet.node.ts';
import { rowsInOrder } from './rows-in-order.node.ts';
import { SetAside } from './set-aside.node.ts';

const TABLE = 'rows.csv';
const PARQUET = 'rows.parquet';

/** Bytes of CSV that are written at once. */
const WRITTEN_AT_ONCE = 1 << 16;

/** @param most  runs that there can be */
export function writeTables(folder: string, sweep: Sweep, most: number): void {
  const [table, parquet] = [join(folder, TABLE), join(folder, PARQUET)];
  const parts = [`${table}.part`, `${parquet}.part`];
  const csv = new CsvTable(parts[0], sweep);
  const aside = new SetAside(folder, sweep);
  try {
    const columns = new ParquetTable(parts[1], sweep);
    for (const row of rowsInOrder([join(folder, JOURNAL)], most)) {
      csv.add(row);
      columns.add(row);
      aside.add(row);
    }
    csv.end();
    columns.end();
    // each is there whole, or as it was before
    renameSync(parts[0], table);
    renameSync(parts[1], parquet);
  } finally {
    csv.close();
    for (const part of parts) rmSync(part, { force: true });
  }
  aside.end();
}

class CsvTable {
  private readonly sweep: Sweep;
  private readonly file: number;
  private text: string;

  constructor(path: string, sweep: Sweep) {
    this.sweep = sweep;
    this.file = openSync(path, 'w');
    this.text = csvHeader(sweep);
  }

  add(row: Row): void {
    this.text += csvLine(this.sweep, row);
    if (this.text.length >= WRITTEN_AT_ONCE) this.end();
  }

  end(): void {
    writeFileSync(this.file, this.text);
    this.text = '';
  }

  close(): void {
    closeSync(this.file);
  }
}
