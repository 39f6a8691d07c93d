import { expect, test } from 'vitest';
import { columnAt, layoutOf, vectorColumns } from '../../src/record/columns.ts';

const columns = [
  { name: 'energy', unit: 'J', doc: 'of all' },
  ...vectorColumns('momentum', 'kg m/s', 'linear'),
  { name: 'contacts', unit: '', doc: 'of the last step' },
] as const;

test('a layout says where each column stands, and a vector takes three places one after another', () => {
  expect(layoutOf(columns)).toEqual({ energy: 0, momentumX: 1, momentumY: 2, momentumZ: 3, contacts: 4 });
});

test('a column is found by its name, and -1 says that there is none', () => {
  expect(columnAt(columns, 'momentumZ')).toBe(3);
  expect(columnAt(columns, 'smallestGap')).toBe(-1);
});
