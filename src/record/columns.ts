// Columns of an engine's report. Rows of numbers are written and read by the columns' names.

import type { Column } from './types.ts';

type Named<Name extends string> = Column & { readonly name: Name };

/** Where each column stands in a row. */
export function layoutOf<Name extends string>(
  columns: readonly Named<Name>[],
): Readonly<Record<Name, number>> {
  return Object.fromEntries(columns.map(({ name }, i) => [name, i])) as Record<Name, number>;
}

/** Where the column of this name stands in a row, -1 where there is none. */
export function columnAt(columns: readonly Column[], name: string): number {
  return columns.findIndex((column) => column.name === name);
}

type Table<Name extends string> = Readonly<Record<Name, readonly [unit: string, doc: string]>>;

/** Columns from a table of their units and what they are, in its order. */
export function columnTable<Name extends string>(table: Table<Name>): readonly Named<Name>[] {
  const names = Object.keys(table) as Name[];
  return names.map((name) => ({ name, unit: table[name][0], doc: table[name][1] }));
}

type Axis = 'X' | 'Y' | 'Z';

/** Three columns of a table, for the x, y and z of a vector. */
export function vectorColumns<Name extends string>(
  name: Name,
  unit: string,
  doc: string,
): Table<`${Name}${Axis}`> {
  const column = [unit, doc] as const;
  return { [`${name}X`]: column, [`${name}Y`]: column, [`${name}Z`]: column } as Table<`${Name}${Axis}`>;
}
