// Which rows are shown: for each column a word that its text holds, or comparisons that all hold of its number.
//
//   failed        the text holds it          >0.2 <=0.5     between
//   =3  !=3       equal, and not             (nothing)      every row

import { type Column, numberAt, type RowTable, textAt } from './row-table.ts';

type Test = (row: number) => boolean;

const COMPARISON = /^(<=|>=|!=|<|>|=)\s*(\S+)$/;

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
  // what has no value is neither equal nor not
  '!=': (a, b) => a !== b && !Number.isNaN(a),
};

/** Undefined where the text is half a comparison, as while it is typed. */
export function readFilter(column: Column, text: string): Test | undefined {
  const trimmed = text.trim();
  if (column.kind === 'text' || !/^[<>=!]/.test(trimmed)) {
    const wanted = trimmed.toLowerCase();
    return (row) => textAt(column, row).toLowerCase().includes(wanted);
  }
  const tests: Test[] = [];
  for (const part of trimmed.replace(/([<>=!])\s+/g, '$1').split(/[\s,]+/)) {
    const [, sign, digits] = COMPARISON.exec(part) ?? [];
    const bound = digits === undefined ? Number.NaN : Number(digits);
    if (Number.isNaN(bound)) return undefined;
    tests.push((row) => COMPARE[sign](numberAt(column, row), bound));
  }
  return (row) => tests.every((test) => test(row));
}

/** The rows that pass all filters, in the order in which they came. */
export function filterRows(table: RowTable, filters: ReadonlyMap<string, string>): Uint32Array {
  const tests: Test[] = [];
  for (const [name, text] of filters) {
    const column = text.trim() === '' ? undefined : table.column(name);
    const test = column && readFilter(column, text);
    if (test) tests.push(test);
  }
  const shown = new Uint32Array(table.count);
  let count = 0;
  for (let row = 0; row < table.count; row++) if (tests.every((test) => test(row))) shown[count++] = row;
  return shown.subarray(0, count);
}

/** What has no value comes last, whichever way is up; rows that are equal stay as they were. */
export function sortRows(rows: Uint32Array, column: Column, isDown: boolean): Uint32Array {
  const sign = isDown ? -1 : 1;
  if (column.kind === 'number') {
    const { numbers } = column;
    return rows.slice().sort((a, b) => {
      const [x, y] = [numbers[a] ?? Number.NaN, numbers[b] ?? Number.NaN];
      if (x === y) return a - b;
      if (Number.isNaN(x)) return Number.isNaN(y) ? a - b : 1;
      return Number.isNaN(y) ? -1 : sign * (x - y);
    });
  }
  const { texts } = column;
  return rows.slice().sort((a, b) => {
    if (texts[a] === texts[b]) return a - b;
    if (texts[a] === '') return 1;
    if (texts[b] === '') return -1;
    return texts[a] < texts[b] ? -sign : sign;
  });
}
