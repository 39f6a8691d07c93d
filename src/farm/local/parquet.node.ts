// Rows as Parquet, a group of rows at a time.

import { fileWriter, ParquetWriter } from 'hyparquet-writer';
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

function columnsOf(sweep: Sweep): ParquetColumn[] {
  const number = (name: string, of: ParquetColumn['of']): ParquetColumn => ({ name, type: 'DOUBLE', of });
  const text = (name: string, of: ParquetColumn['of']): ParquetColumn => ({ name, type: 'STRING', of });
  return [
    { name: 'run', type: 'INT64', of: ({ run }) => BigInt(run) },
    ...sweep.parameters.map(({ name }) => number(name, ({ values }) => values[name])),
    ...sweep.measures.map(({ name }) => number(name, ({ measures }) => measures[name])),
    { name: 'seed', type: 'INT64', of: ({ seed }) => BigInt(seed) },
    text('ended', ({ ended }) => ended),
    text('what', ({ what }) => what),
    number('simulatedSeconds', ({ simulatedSeconds }) => simulatedSeconds),
    number('wallSeconds', ({ wallSeconds }) => wallSeconds),
    text('version', ({ version }) => version),
    text('hash', ({ hash }) => hash),
    text('recording', ({ recording }) => recording),
  ];
}

function elementOf({ name, type }: ParquetColumn) {
  const repetition = { name, repetition_type: 'OPTIONAL' as const };
  return type === 'STRING'
    ? { ...repetition, type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const }
    : { ...repetition, type };
}
