// The rows of a sweep as columns: a hundred thousand rows are as many numbers a column, not as many objects.

import { ROW_COLUMNS, type Row } from '../../../src/farm/watch/index.ts';

export interface NumberColumn {
  readonly kind: 'number';
  readonly name: string;
  readonly of: 'parameter' | 'measure' | 'row';
  /** At least as long as there are rows; NaN where a row has no value. */
  numbers: Float64Array;
}

interface TextColumn {
  readonly kind: 'text';
  readonly name: string;
  readonly of: 'row';
  readonly texts: string[];
}

export type Column = NumberColumn | TextColumn;

const NUMBERS = ['run', 'seed', 'simulatedSeconds', 'wallSeconds'] as const;
const TEXTS = ['ended', 'what', 'version', 'hash', 'recording'] as const;

export class RowTable {
  count = 0;
  private readonly byName = new Map<string, Column>();
  private readonly runs = new Set<number>();

  constructor() {
    for (const name of NUMBERS) this.addNumbers(name, 'row');
    for (const name of TEXTS) this.byName.set(name, { kind: 'text', name, of: 'row', texts: [] });
  }

  /** The number of the run, parameters, measures, and how it went; as tables of rows have them. */
  get columns(): readonly Column[] {
    const all = [...this.byName.values()];
    const of = (group: Column['of']) => all.filter((column) => column.of === group);
    const fixed = ROW_COLUMNS.flatMap((name) => this.byName.get(name) ?? []);
    return [fixed[0], ...of('parameter'), ...of('measure'), ...fixed.slice(1)];
  }

  column(name: string): Column | undefined {
    return this.byName.get(name);
  }

  numbers(name: string | undefined): NumberColumn | undefined {
    const found = this.byName.get(name ?? '');
    return found?.kind === 'number' ? found : undefined;
  }

  text(name: (typeof TEXTS)[number], row: number): string {
    return (this.byName.get(name) as TextColumn).texts[row] ?? '';
  }

  /** Names that rows will have. */
  expect(parameters: readonly string[], measures: readonly string[]): void {
    for (const name of parameters) this.addNumbers(name, 'parameter');
    for (const name of measures) this.addNumbers(name, 'measure');
  }

  /** A run that has its row already keeps it, as in the journal. */
  add(row: Row): void {
    if (this.runs.has(row.run)) return;
    this.runs.add(row.run);
    const at = this.count++;
    for (const name of NUMBERS) this.set(name, 'row', at, row[name]);
    for (const [name, value] of Object.entries(row.values)) this.set(name, 'parameter', at, value);
    for (const [name, value] of Object.entries(row.measures)) this.set(name, 'measure', at, value);
    for (const name of TEXTS) (this.byName.get(name) as TextColumn).texts.push(row[name] ?? '');
  }

  private set(name: string, of: NumberColumn['of'], at: number, value: number | null): void {
    if (value === null) return;
    const column = this.addNumbers(name, of);
    if (column === undefined) return;
    if (at >= column.numbers.length) {
      const grown = new Float64Array(2 * at + 64).fill(Number.NaN);
      grown.set(column.numbers);
      column.numbers = grown;
    }
    column.numbers[at] = value;
  }

  /** Undefined where another group has the name: no sweep of ours does that. */
  private addNumbers(name: string, of: NumberColumn['of']): NumberColumn | undefined {
    const known = this.byName.get(name);
    if (known !== undefined) return known.kind === 'number' && known.of === of ? known : undefined;
    const made: NumberColumn = { kind: 'number', name, of, numbers: new Float64Array(0) };
    this.byName.set(name, made);
    return made;
  }
}

/** The number of a row; NaN where it has none. */
export function numberAt({ numbers }: NumberColumn, row: number): number {
  return row < numbers.length ? numbers[row] : Number.NaN;
}

/** What stands in a cell. */
export function textAt(column: Column, row: number): string {
  if (column.kind === 'text') return column.texts[row] ?? '';
  const value = numberAt(column, row);
  if (Number.isNaN(value)) return '';
  if (Math.abs(value) < 1e-4 && value !== 0) return value.toExponential(4).replace(/\.?0+e/, 'e');
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}
