// The sweep that is watched, and what of it one looks at.

import { batch, computed, signal } from '@preact/signals';
import type { Progress } from '../../../src/farm/watch/index.ts';
import { filterRows, sortRows } from './filter.ts';
import { RowTable } from './row-table.ts';

export interface Watched {
  /** Of its folder, below the one that is served; '' where that is it. */
  readonly path: string;
  readonly table: RowTable;
  readonly progress?: Progress;
  /** How old what it says of itself is [s]. */
  readonly age: number;
  /** Lines that were no rows. */
  readonly damaged: number;
  /** Whether rows are left out, because there are too many for a page. */
  readonly isCut: boolean;
  /** Whether it was asked for at all, and whether everything that was there then is here. */
  readonly state: 'asking' | 'reading' | 'read' | 'missing';
}

export interface Choices {
  readonly x?: string;
  readonly y?: string;
  readonly color?: string;
  readonly split?: string;
  readonly isLogX: boolean;
  readonly isLogY: boolean;
}

const fresh = (path: string): Watched => ({
  path,
  table: new RowTable(),
  age: 0,
  damaged: 0,
  isCut: false,
  state: 'asking',
});

/** A new object whenever something has come. */
export const watched = signal<Watched>(fresh(''));
const choices = signal<Choices>({ isLogX: false, isLogY: false });
/** By the name of the column. */
export const filters = signal<ReadonlyMap<string, string>>(new Map());
export const order = signal({ column: 'run', isDown: false });
/** A row of the table. */
export const chosen = signal<number | undefined>(undefined);
/** A row that is pointed at. */
export const pointed = signal<number | undefined>(undefined);

/** The rows that pass the filters. */
export const shown = computed(() => filterRows(watched.value.table, filters.value));
export const ordered = computed(() => {
  const { table } = watched.value;
  const column = table.column(order.value.column);
  return column === undefined ? shown.value : sortRows(shown.value, column, order.value.isDown);
});

/** How many rows ended how. */
export const tally = computed(() => {
  const { table } = watched.value;
  const counts = new Map<string, number>();
  for (let row = 0; row < table.count; row++) {
    const ended = table.text('ended', row);
    counts.set(ended, (counts.get(ended) ?? 0) + 1);
  }
  return counts;
});

/** Which columns are drawn unless somebody chose: the first parameter across, the first measure up, the second for colour. */
export const drawn = computed(() => {
  const { table } = watched.value;
  const { x, y, color, ...rest } = choices.value;
  const named = (of: string) => table.columns.filter((column) => column.of === of).map(({ name }) => name);
  const [parameters, measures] = [named('parameter'), named('measure')];
  return {
    ...rest,
    x: x ?? parameters[0] ?? 'run',
    y: y ?? measures[0] ?? 'wallSeconds',
    color: color ?? parameters[1] ?? '',
  };
});

/** Begins with a sweep. @param isAnew  the same one from its first row, looked at as before */
export function watch(path: string, isAnew: boolean): void {
  batch(() => {
    watched.value = fresh(path);
    chosen.value = undefined;
    pointed.value = undefined;
    if (isAnew) return;
    choices.value = { isLogX: false, isLogY: false };
    filters.value = new Map();
    order.value = { column: 'run', isDown: false };
  });
}

export function choose(change: Partial<Choices>): void {
  choices.value = { ...choices.value, ...change };
}

export function setFilter(column: string, text: string): void {
  const next = new Map(filters.value);
  if (text === '') next.delete(column);
  else next.set(column, text);
  filters.value = next;
}

/** By its other end where it is ordered by this column already. */
export function orderBy(column: string): void {
  const { value } = order;
  order.value = { column, isDown: value.column === column && !value.isDown };
}
