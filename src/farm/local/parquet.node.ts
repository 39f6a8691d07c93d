// Rows as Parquet, a group of rows at a time.

import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { columnsOfRows } from '../csv.ts';
import type { Row } from '../row.ts';
import type { Sweep } from '../sweep.ts';

/** The same columns as rows.csv has, with their kinds. */
interface ParquetColumn {
  readonly name: string;
  readonly type: 'DOUBLE' | 'INT64' | 'STRING';
  readonly of: (row: Row) => number | bigint | string | null | undefined;
}

const ROWS_A_GROUP = 10_000;

export class ParquetTable {
  private readonly columns: readonly ParquetColumn[];
  private readonly writer: ParquetWriter;
  private group: Row[] = [];

  constructor(path: string, sweep: Sweep) {
    this.columns = columnsOf(sweep);
    const root = { name: 'root', num_children: this.columns.length };
    const schema = [root, ...this.columns.map(elementOf)];
    this.writer = new ParquetWriter({ writer: fileWriter(path), schema });
  }

  add(row: Row): void {
    this.group.push(row);
    if (this.group.length === ROWS_A_GROUP) this.writeGroup();
  }

  end(): void {
    if (this.group.length > 0) this.writeGroup();
    void this.writer.finish();
  }

  /** At once: a writer into a file gives no promises. */
  private writeGroup(): void {
    const { group } = this;
    const columnData = this.columns.map(({ name, of }) => ({
      name,
      data: group.map((row) => of(row) ?? null),
    }));
    void this.writer.write({ columnData, rowGroupSize: ROWS_A_GROUP });
    this.group = [];
  }
}

const WHOLE: readonly string[] = ['run', 'seed'];
const TEXT: readonly string[] = ['ended', 'what', 'version', 'hash', 'recording'];

function columnsOf(sweep: Sweep): ParquetColumn[] {
  return columnsOfRows(sweep).map(({ name, of }) => {
    if (WHOLE.includes(name)) return { name, type: 'INT64', of: (row) => BigInt(of(row) as number) };
    return { name, type: TEXT.includes(name) ? 'STRING' : 'DOUBLE', of };
  });
}

function elementOf({ name, type }: ParquetColumn) {
  const repetition = { name, repetition_type: 'OPTIONAL' as const };
  return type === 'STRING'
    ? { ...repetition, type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const }
    : { ...repetition, type };
}
