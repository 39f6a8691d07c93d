// Which charts there are, and what is in them.

import { signal } from '@preact/signals';
import type { Column } from '../../../src/record/index.ts';
import { Counter } from '../model/count.ts';
import { quantityById } from './quantities.ts';

export interface Chart {
  readonly id: number;
  readonly title: string;
  readonly unit: string;
  /** Names of columns of the report; or one quantity of bodies. */
  readonly columns: readonly string[];
  readonly quantity?: string;
  readonly bodies: readonly number[];
  readonly isLog: boolean;
}

export interface ColumnGroup {
  readonly title: string;
  readonly unit: string;
  readonly doc: string;
  readonly columns: readonly string[];
}

export const charts = signal<readonly Chart[]>([]);
const ids = new Counter();

/** Columns that belong in one chart: energies together, components of a vector together, all others alone. */
export function groupColumns(columns: readonly Column[]): ColumnGroup[] {
  const groups = new Map<string, Column[]>();
  for (const column of columns) {
    const stem = /^(.+)[XYZ]$/.exec(column.name)?.[1];
    const key = column.unit === 'J' ? 'energy' : (stem ?? column.name);
    const group = groups.get(key);
    if (group) group.push(column);
    else groups.set(key, [column]);
  }
  return [...groups].map(([key, members]) => ({
    title: words(key),
    unit: members[0].unit,
    doc: members.map(({ doc }) => doc).join('; '),
    columns: members.map(({ name }) => name),
  }));
}

/** The charts to begin with: what a film is judged by. */
export function firstCharts(columns: readonly Column[]): Chart[] {
  const groups = groupColumns(columns);
  const wanted = ['smallestGap', 'energy', 'momentum', 'iterations'].flatMap((name) =>
    groups.filter((group) => group.columns[0] === name || group.title === words(name)),
  );
  const shown = wanted.length > 0 ? wanted : groups.slice(0, 3);
  return [...new Set(shown)].map(chartOfGroup);
}

export function chartOfGroup({ title, unit, columns }: ColumnGroup): Chart {
  return { id: ids.next(), title, unit, columns, bodies: [], isLog: columns[0] === 'smallestGap' };
}

export function chartOfBodies(quantity: string, bodies: readonly number[]): Chart | undefined {
  const found = quantityById(quantity);
  if (found === undefined) return undefined;
  const { title, unit } = found;
  return { id: ids.next(), title, unit, columns: [], quantity, bodies, isLog: false };
}

export function changeChart(id: number, change: Partial<Chart>): void {
  charts.value = charts.value.map((chart) => (chart.id === id ? { ...chart, ...change } : chart));
}

export function removeChart(id: number): void {
  charts.value = charts.value.filter((chart) => chart.id !== id);
}

/** "smallestGap" as people write it: "Smallest gap". */
export function words(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
