// Pictures of runs: modes over time (Figures 8, 15, 17), contacts before and after reduction (14), steps by length (16), and
// the slab at rest (7).

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barChart, lineChart } from './chart.ts';
import { type Rest, RESTS_FROM } from './modal-rest.ts';
import type { Measured } from './modal-run.ts';

/** Upper ends of the bars [s]; no step is longer than the last. */
const LENGTHS = [2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1.0001e-3];

export function drawRun(folder: string, name: string, measured: Measured): void {
  const { reports, events, slice, at } = measured;
  const x = reports.map((_, i) => (i + 1) * slice);
  const line = (column: string, title: string) => ({
    name: title,
    x,
    y: reports.map((report) => report[at(column)]),
  });
  const write = writer(folder, name);
  write('modes', lineChart(`${name}: simulated modes`, 'time [s]', [line('modes', 'modes')]));
  write(
    'contacts',
    lineChart(`${name}: contacts, and those that push`, 'time [s]', [
      line('contacts', 'found'),
      line('active', 'push'),
    ]),
  );
  const counts = LENGTHS.map(() => 0);
  reports.forEach((report, i) => {
    const step = report[at('shortestStep')];
    if (step > 0) counts[LENGTHS.findIndex((length) => step <= length)] += events[i];
  });
  const labels = LENGTHS.map((length) => `${Math.round(1e6 * length)}`);
  const title = `${name}: events, by the shortest step in their millisecond`;
  write('steps', barChart(title, 'step up to [µs]', labels, counts));
}

/** What the feet carry at rest, and what is heard. */
export function drawRest(folder: string, rules: readonly (readonly [string, Rest])[]): void {
  for (const [rule, { times, feet, samples, rateHz }] of rules) {
    const write = writer(folder, `slab-${rule}`);
    const shown = times
      .map((_, i) => i)
      .filter((i) => times[i] >= RESTS_FROM && times[i] < RESTS_FROM + 0.005);
    const x = shown.map((i) => 1000 * times[i]);
    const lines = [
      { name: 'left feet', x, y: shown.map((i) => feet[0][i] + feet[1][i]) },
      { name: 'right feet', x, y: shown.map((i) => feet[2][i] + feet[3][i]) },
    ];
    write(
      'forces',
      lineChart(`slab at rest, contacts by ${rule}: what its feet carry [N]`, 'time [ms]', lines),
    );
    const first = Math.round(RESTS_FROM * rateHz);
    const heard = Array.from(samples.subarray(first, first + 1000));
    const wave = {
      name: 'pressure',
      x: heard.map((_, i) => (1000 * (first + i)) / rateHz),
      y: heard.map((p) => 1000 * p),
    };
    write('wave', lineChart(`slab at rest, contacts by ${rule}: what is heard [mPa]`, 'time [ms]', [wave]));
  }
}

function writer(folder: string, name: string): (kind: string, svg: string) => void {
  mkdirSync(folder, { recursive: true });
  return (kind, svg) => writeFileSync(join(folder, `modal-${name}-${kind}.svg`), svg);
}
