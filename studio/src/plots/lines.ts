// The lines of a chart as numbers: times and values, and what each is called.

import type { Scene } from '../../../src/scene/index.ts';
import { type Chart, words } from './charts.ts';
import { indicesToDraw } from './downsample.ts';
import { quantityById } from './quantities.ts';
import type { ReportTable } from './report-table.ts';
import type { Sampler } from './sampler.ts';

export interface Line {
  readonly id: string;
  readonly name: string;
  readonly values: Float64Array;
}

export interface Lines {
  /** [s] */
  readonly times: Float64Array;
  readonly lines: readonly Line[];
}

export function reportLines({ columns }: Chart, table: ReportTable): Lines {
  const lines = columns.flatMap((name) => {
    const values = table.column(name);
    return values ? [{ id: name, name: words(name), values }] : [];
  });
  return { times: table.times.subarray(0, table.count), lines };
}

export function bodyLines({ bodies, quantity = '' }: Chart, sampler: Sampler, scene: Scene): Lines {
  const times = Float64Array.from({ length: sampler.count }, (_, i) => sampler.time(i));
  const found = quantityById(quantity);
  const lines = bodies.flatMap((body) => {
    const item = scene.bodies[body];
    if (item === undefined || found === undefined) return [];
    const values = new Float64Array(sampler.count);
    for (let i = 0; i < values.length; i++)
      values[i] = found.of(sampler.data, sampler.at(i, body), item, scene);
    return [{ id: String(body), name: item.name, values }];
  });
  return { times, lines };
}

/** What is drawn: few enough points, and on a logarithmic scale only what has a logarithm. */
export function drawnLines({ times, lines }: Lines, isLog: boolean): (number | null)[][] {
  const chosen = indicesToDraw(
    times.length,
    lines.map(({ values }) => values),
  );
  const drawn = lines.map(({ values }) =>
    Array.from(chosen, (i) => (Number.isFinite(values[i]) && !(isLog && values[i] <= 0) ? values[i] : null)),
  );
  return [Array.from(chosen, (i) => times[i]), ...drawn];
}

/** The value at or before a time, or undefined where there is none. */
export function valueAt({ times }: Lines, { values }: Line, time: number): number | undefined {
  let low = 0;
  let high = times.length - 1;
  if (high < 0 || times[0] > time + 1e-9) return undefined;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time + 1e-9) low = middle;
    else high = middle - 1;
  }
  return values[low];
}

/** A table for spreadsheets: time, then one column a line; names are quoted as RFC 4180 says. */
export function linesToCsv({ times, lines }: Lines, unit: string): string {
  const head = ['time [s]', ...lines.map(({ name }) => (unit === '' ? name : `${name} [${unit}]`))];
  const rows = [head.map(quoted).join(',')];
  for (let i = 0; i < times.length; i++)
    rows.push([times[i], ...lines.map(({ values }) => values[i])].join(','));
  return `${rows.join('\r\n')}\r\n`;
}

function quoted(text: string): string {
  // A spreadsheet would take a name that begins so for a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}
