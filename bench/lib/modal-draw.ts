// Pictures of runs: modes over time (Figures 8, 15, 17), contacts before and after reduction (14), steps by length (16), and
// the slab at rest (7).

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barChart, type Line, lineChart } from './chart.ts';
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
  // contacts of an event are those of all its problems; so are those that push
  const push = reports.map((report) =>
    report[at('reduction')] > 0 ? report[at('contacts')] / report[at('reduction')] : 0,
  );
  write(
    'contacts',
    lineChart(`${name}: contacts, and those that push`, 'time [s]', [
      line('contacts', 'found'),
      { name: 'push', x, y: push },
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

/** What the feet carry at rest, and what is heard, both for some milliseconds. */
export function drawRest(folder: string, byPosition: Rest, byVelocity: Rest): void {
  const write = writer(folder, 'slab');
  const carried = ({ times, feet }: Rest, name: string, a: number, b: number): Line => {
    const shown = times
      .map((_, i) => i)
      .filter((i) => times[i] >= RESTS_FROM && times[i] < RESTS_FROM + 0.004);
    return {
      name,
      x: shown.map((i) => 1000 * (times[i] - RESTS_FROM)),
      y: shown.map((i) => feet[a][i] + feet[b][i]),
    };
  };
  const forces = [
    carried(byVelocity, 'by velocity: left feet', 0, 1),
    carried(byVelocity, 'right feet', 2, 3),
    carried(byPosition, 'by position: left, right', 0, 1),
  ];
  write('forces', lineChart('slab at rest: what its feet carry [N]', 'time [ms]', forces));
  const heard = ({ samples, rateHz }: Rest, name: string): Line => {
    const first = Math.round(RESTS_FROM * rateHz);
    const part = Array.from(samples.subarray(first, first + 400));
    return { name, x: part.map((_, i) => (1000 * i) / rateHz), y: part.map((pressure) => 1000 * pressure) };
  };
  const waves = [heard(byVelocity, 'by velocity'), heard(byPosition, 'by position')];
  write('waves', lineChart('slab at rest: what is heard [mPa]', 'time [ms]', waves));
}

function writer(folder: string, name: string): (kind: string, svg: string) => void {
  mkdirSync(folder, { recursive: true });
  return (kind, svg) => writeFileSync(join(folder, `modal-${name}-${kind}.svg`), svg);
}
