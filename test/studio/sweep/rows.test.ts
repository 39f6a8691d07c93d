// Rows as columns: filtered, ordered, grouped, and put on axes.

import { expect, test } from 'vitest';
import { axisOf, placeOn, ticksOf } from '../../../studio/src/sweep/axis.ts';
import { csvOf } from '../../../studio/src/sweep/csv.ts';
import { filterRows, readFilter, sortRows } from '../../../studio/src/sweep/filter.ts';
import { groupsOf } from '../../../studio/src/sweep/groups.ts';
import { type NumberColumn, RowTable, textAt } from '../../../studio/src/sweep/row-table.ts';
import { sweepRow } from './rows.ts';

function tableOf(...rows: Parameters<RowTable['add']>[0][]): RowTable {
  const table = new RowTable();
  for (const row of rows) table.add(row);
  return table;
}

const ten = () => tableOf(...Array.from({ length: 10 }, (_, run) => sweepRow(run)));
const shown = (filters: Record<string, string>) => [...filterRows(ten(), new Map(Object.entries(filters)))];

test('columns are those of rows.csv, and a run counts once', () => {
  const table = tableOf(sweepRow(1), sweepRow(0), { ...sweepRow(1), measures: { slip: 99 } });
  expect(table.count).toBe(2);
  expect(table.columns.map(({ name }) => name).join()).toBe(
    'run,mu,slip,seed,ended,what,simulatedSeconds,wallSeconds,version,hash,recording',
  );
  expect(textAt(table.column('slip')!, 0)).toBe('7');
});

test('a column that comes late has no values before, and a name is of one group', () => {
  const table = tableOf(sweepRow(0), { ...sweepRow(1), measures: { late: 5, mu: 3 }, values: { run: 8 } });
  expect([0, 1].map((row) => textAt(table.column('late')!, row))).toEqual(['', '5']);
  expect(textAt(table.column('run')!, 1)).toBe('1');
  expect(textAt(table.column('mu')!, 1)).toBe('');
});

test('numbers are told by six digits, whole ones by all', () => {
  const table = tableOf({ ...sweepRow(0), seed: 1935033073, values: { mu: 1 / 3 } });
  expect(textAt(table.column('seed')!, 0)).toBe('1935033073');
  expect(textAt(table.column('mu')!, 0)).toBe('0.333333');
});

test.each<[Record<string, string>, number[]]>([
  [{}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [{ mu: '>0.5' }, [6, 7, 8, 9]],
  [{ mu: '>= 0.5 <0.7' }, [5, 6]],
  [{ mu: '>=0.5, <0.7' }, [5, 6]],
  [{ mu: '=0.3' }, [3]],
  [{ mu: '0.3' }, [3]],
  [{ slip: '!=0' }, [1, 2, 4, 5, 6, 8, 9]],
  [{ ended: 'FAIL' }, [3, 7]],
  [{ ended: 'fail', mu: '<0.5' }, [3]],
  // half a comparison, as while it is typed
  [{ mu: '>' }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [{ nothing: 'x' }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
])('filter %o', (filters, rows) => expect(shown(filters)).toEqual(rows));

test('what is no comparison is told', () => {
  const mu = ten().column('mu')!;
  for (const text of ['>', '>x', '>1 and', '<>3', '!3']) expect(readFilter(mu, text)).toBeUndefined();
});

test('order: what has no value comes last both ways, equal rows stay', () => {
  const table = ten();
  const all = filterRows(table, new Map());
  const slips = (isDown: boolean) =>
    [...sortRows(all, table.column('slip')!, isDown)].map((row) => textAt(table.column('slip')!, row));
  expect(slips(false)).toEqual(['0', '2', '3', '4', '5', '6', '7', '8', '', '']);
  expect(slips(true)).toEqual(['8', '7', '6', '5', '4', '3', '2', '0', '', '']);
  expect([...sortRows(all, table.column('ended')!, true)]).toEqual([3, 7, 0, 1, 2, 4, 5, 6, 8, 9]);
});

test('a group a value where there are few, and as many rows each where there are many', () => {
  const some = tableOf(...Array.from({ length: 9 }, (_, i) => sweepRow(i, { values: { mu: (i % 3) / 2 } })));
  const groups = groupsOf(some.column('mu')!, filterRows(some, new Map()));
  expect(groups.map(({ title, rows }) => `${title}: ${rows.join(' ')}`)).toEqual([
    'mu 0: 0 3 6',
    'mu 0.5: 1 4 7',
    'mu 1: 2 5 8',
  ]);
  const many = tableOf(...Array.from({ length: 120 }, (_, i) => sweepRow(i)));
  const parts = groupsOf(many.column('mu')!, filterRows(many, new Map()));
  expect(parts.map(({ rows }) => rows.length)).toEqual(Array(12).fill(10));
  expect(parts[1].title).toBe('mu 1 to 1.9');
});

test('axes span what is shown; a logarithm has no place for what is not above zero', () => {
  const table = tableOf(...[0, 1, 10, 1000].map((mu, run) => sweepRow(run, { values: { mu } })));
  const mu = table.column('mu') as NumberColumn;
  const rows = filterRows(table, new Map());
  const linear = axisOf(mu, rows, false);
  expect(placeOn(linear, 0)).toBeCloseTo(1 - placeOn(linear, 1000), 12);
  expect(ticksOf(linear, 300, 60)).toEqual([0, 500, 1000]);
  const log = axisOf(mu, rows, true);
  expect(placeOn(log, 0)).toBeNaN();
  expect(placeOn(log, 10) - placeOn(log, 1)).toBeCloseTo((placeOn(log, 1000) - placeOn(log, 10)) / 2, 12);
  expect(ticksOf(log, 300, 60)).toEqual([1, 10, 100, 1000]);
  expect(axisOf(mu, new Uint32Array(0), false)).toMatchObject({ from: 0, to: 1 });
});

test('CSV has every digit, and quotes what must be', () => {
  const table = tableOf(sweepRow(0, { values: { mu: 1 / 3 }, what: 'a "b", c' }));
  const [, line] = csvOf(table, filterRows(table, new Map())).split('\r\n');
  expect(line).toContain('0,0.3333333333333333,0,7,done,"a ""b"", c"');
});

test.each([[[-1e308, 1e308]], [[5e-324, 1e308]], [[1, 1 + 4e-16]], [[0, 0]], [[-3, -2]]])(
  'axes of %o have few ticks and an end',
  (values) => {
    const table = tableOf(...values.map((mu, run) => sweepRow(run, { values: { mu } })));
    for (const isLog of [false, true]) {
      const axis = axisOf(table.column('mu') as NumberColumn, filterRows(table, new Map()), isLog);
      expect(ticksOf(axis, 300, 60).length).toBeLessThan(20);
    }
  },
);
