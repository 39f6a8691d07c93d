// Rows by the value of one column, for small multiples: a group a value where there are few, and else as many rows each.

import { sayNumber } from '../view/say.ts';
import { sortRows } from './filter.ts';
import { type Column, numberAt, textAt } from './row-table.ts';

export interface Group {
  readonly title: string;
  readonly rows: Uint32Array;
}

const MOST = 24;
/** Where there are more values than plots. */
const PARTS = 12;

export function groupsOf(column: Column, rows: Uint32Array): readonly Group[] {
  const byValue = new Map<string, number[]>();
  const sorted = sortRows(rows, column, false);
  for (const row of sorted) {
    const text = column.kind === 'number' ? String(numberAt(column, row)) : textAt(column, row);
    const known = byValue.get(text);
    if (known) known.push(row);
    else byValue.set(text, [row]);
  }
  if (byValue.size <= MOST)
    return [...byValue.values()].map((some) => ({
      title: `${column.name} ${textAt(column, some[0]) || '–'}`,
      rows: Uint32Array.from(some),
    }));
  if (column.kind === 'text')
    return [...byValue.values()].slice(0, MOST).map((some) => ({
      title: textAt(column, some[0]) || '–',
      rows: Uint32Array.from(some),
    }));
  const known = sorted.filter((row) => !Number.isNaN(numberAt(column, row)));
  return Array.from({ length: PARTS }, (_, part) => {
    const some = known.slice((part * known.length) / PARTS, ((part + 1) * known.length) / PARTS);
    const [first, last] = [some[0], some[some.length - 1]].map((row) => sayNumber(numberAt(column, row), 3));
    return { title: `${column.name} ${first} to ${last}`, rows: some };
  });
}
