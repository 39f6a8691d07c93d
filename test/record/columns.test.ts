import { expect, test } from 'vitest';
import { columnAt, columnTable, layoutOf, vectorColumns } from '../../src/record/columns.ts';

const columns = columnTable({
  energy: ['J', 'of all'],
  ...vectorColumns('momentum', 'kg m/s', 'linear'),
  contacts: ['', 'of the last step'],
});

test('a table becomes columns in its order', () => {
  expect(columns.map(({ name }) => name)).toEqual([
    'energy',
    'momentumX',
    'momentumY',
    'momentumZ',
    'contacts',
  ]);
  expect(columns[1]).toEqual({ name: 'momentumX', unit: 'kg m/s', doc: 'linear' });
});

test('a layout says where each column stands, and a vector takes three places one after another', () => {
  expect(layoutOf(columns)).toEqual({ energy: 0, momentumX: 1, momentumY: 2, momentumZ: 3, contacts: 4 });
});

test('a column is found by its name, and -1 says that there is none', () => {
  expect(columnAt(columns, 'momentumZ')).toBe(3);
  expect(columnAt(columns, 'smallestGap')).toBe(-1);
});
