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

/** Three columns for the x, y and z of a vector. */
export function vectorColumns<Name extends string>(
  name: Name,
  unit: string,
  doc: string,
): readonly [Named<`${Name}X`>, Named<`${Name}Y`>, Named<`${Name}Z`>] {
  return [
    { name: `${name}X`, unit, doc },
    { name: `${name}Y`, unit, doc },
    { name: `${name}Z`, unit, doc },
  ];
}
