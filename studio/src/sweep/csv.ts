// Rows as they are shown, as CSV (RFC 4180), with every digit.

import { type Column, numberAt, type RowTable } from './row-table.ts';

export function csvOf({ columns }: RowTable, rows: Uint32Array): string {
  const lines = [columns.map(({ name }) => name).join(',')];
  for (const row of rows) lines.push(columns.map((column) => cell(column, row)).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

function cell(column: Column, row: number): string {
  if (column.kind === 'number') {
    const value = numberAt(column, row);
    return Number.isNaN(value) ? '' : String(value);
  }
  const text = column.texts[row] ?? '';
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
