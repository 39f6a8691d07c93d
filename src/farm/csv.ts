// Rows as CSV (RFC 4180), one line a run: its number, the parameters, the measures, and how it went.

import type { Row } from './row.ts';
import type { Sweep } from './sweep.ts';

type Cell = string | number | null;
/** Names that parameters and measures may not have. */
export const ROW_COLUMNS: readonly string[] = [
  'run',
  'seed',
  'ended',
  'what',
  'simulatedSeconds',
  'wallSeconds',
  'version',
  'hash',
  'recording',
];

type Columns = readonly { readonly name: string; readonly of: (row: Row) => Cell }[];

/** What tables of rows have, each with its name; sweeps may not use these names themselves (interpret.ts). */
export function columnsOfRows({ parameters, measures }: Pick<Sweep, 'parameters' | 'measures'>): Columns {
  return [
    { name: 'run', of: ({ run }) => run },
    ...parameters.map(({ name }) => ({ name, of: ({ values }: Row) => own(values, name) })),
    ...measures.map(({ name }) => ({ name, of: (row: Row) => own(row.measures, name) })),
    { name: 'seed', of: ({ seed }) => seed },
    { name: 'ended', of: ({ ended }) => ended },
    { name: 'what', of: ({ what }) => what },
    { name: 'simulatedSeconds', of: ({ simulatedSeconds }) => simulatedSeconds },
    { name: 'wallSeconds', of: ({ wallSeconds }) => wallSeconds },
    { name: 'version', of: ({ version }) => version },
    { name: 'hash', of: ({ hash }) => hash },
    { name: 'recording', of: ({ recording }) => recording },
  ];
}

/** The names of the columns, with a line end. */
export function csvHeader(sweep: Sweep): string {
  return line(columnsOfRows(sweep).map(({ name }) => name));
}

/** A row as a line, with its line end. */
export function csvLine(sweep: Sweep, row: Row): string {
  return line(columnsOfRows(sweep).map(({ of }) => of(row)));
}

function own(from: Readonly<Record<string, number | null>>, name: string): number | null {
  return Object.hasOwn(from, name) ? from[name] : null;
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
