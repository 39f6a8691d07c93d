// npm run bench modal [scene…] [--seconds 0.5] [--compare …] [--pictures folder] [--save]
//
//   ruler, table, marbles, slab …: wall time per simulated second and per contact problem, contacts before and after
//   reduction, what culling of friction saves and spreading of impulses costs, steps by length, modes over time
//   --compare [modes] [friction] [culling]: the same with all modes all the time, with friction on all contacts, without
//   culling; all three unless said
//
// Bars: ruler 2 s in 288 s; table 2.2 s in an hour; adaptive 2.6× faster on the table, 6.8× on the marble run; contacts
// reduced fivefold. Time is that of the process, so that others on the machine matter less.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scene as cart } from '../examples/modal/bumpy-cart.ts';
import { scene as slab } from '../examples/modal/curved-slab.ts';
import { scene as fork } from '../examples/modal/fork-rigid.ts';
import { scene as table } from '../examples/modal/laid-table.ts';
import { scene as marbles } from '../examples/modal/marble-run.ts';
import { scene as mug } from '../examples/modal/mug-rigid.ts';
import { feeder } from '../examples/modal/parts/feeder.ts';
import { scene as ruler } from '../examples/modal/ruler-twang.ts';
import type { SceneFile } from '../src/scene/builder.ts';
import { barChart, lineChart } from './lib/chart.ts';
import { columnMost, columnSum, measureModal, type Measured, reduction } from './lib/modal-run.ts';

export const benchmarks = [benchmarkModal];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scenes: Readonly<Record<string, SceneFile>> = {
  slab,
  mug,
  fork,
  ruler,
  table,
  feeder: feeder('marble-feeder', 0.56, 3), // has never been run to its end
  marbles,
  cart,
};
/** Run unless others are named. */
const usual = ['slab', 'mug', 'fork', 'ruler'];

async function benchmarkModal(args: readonly string[]): Promise<void> {
  const after = (flag: string): string | undefined =>
    args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined;
  const names = Object.keys(scenes).filter((name) => args.includes(name));
  const seconds = Number(after('--seconds') ?? Infinity);
  const folder = after('--pictures');
  const lines: string[] = [];
  const say = (line: string): void => {
    console.log(line);
    lines.push(line);
  };
  say(
    `\n## ${new Date().toISOString().slice(0, 16)}, ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0].toFixed(1)} on ${cpus().length} cores\n`,
  );
  say(
    '| scene | simulated s | s a simulated second | problems | ms a problem | most contacts | reduction | culled | worst residual | unsolved |',
  );
  say('|---|---|---|---|---|---|---|---|---|---|');
  for (const name of names.length > 0 ? names : usual) {
    const duration = Math.min(seconds, scenes[name].duration ?? 1);
    const whole = measureModal(scenes[name], duration);
    say(row(name, whole));
    if (folder !== undefined) draw(folder, name, whole);
    if (!args.includes('--compare')) continue;
    const asked = variants.filter(([key]) => args.includes(key));
    for (const [, title, options] of asked.length > 0 ? asked : variants) {
      const other = measureModal(scenes[name], duration, options);
      say(row(`${name}, ${title}`, other));
      say(`| | | ×${(other.seconds / whole.seconds).toFixed(2)} | | | | | | | |`);
    }
  }
  if (args.includes('--save')) {
    mkdirSync(join(root, 'bench/results'), { recursive: true });
    appendFileSync(join(root, 'bench/results/modal.md'), `${lines.join('\n')}\n`);
  }
}

/** What the speed-ups of the paper are against. */
const variants: readonly (readonly [string, string, SceneFile['options']])[] = [
  ['modes', 'all modes all the time', { adaptive: false }],
  ['friction', 'friction on all contacts', { scheme: 'printed' }],
  ['culling', 'no culling', { cullSpeed: 0, cullImpulse: 0 }],
];

function row(name: string, measured: Measured): string {
  const { seconds, duration } = measured;
  const problems = columnSum(measured, 'problems');
  const cells = [
    name,
    duration.toFixed(2),
    (seconds / duration).toFixed(1),
    problems,
    problems > 0 ? ((1000 * seconds) / problems).toFixed(2) : '–',
    columnMost(measured, 'contacts'),
    reduction(measured).toFixed(1),
    problems > 0 ? `${((100 * columnSum(measured, 'culled')) / problems).toFixed(0)}%` : '–',
    columnMost(measured, 'residual').toExponential(1),
    columnSum(measured, 'by failed'),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Modes over time (Figures 8, 15, 17), contacts before and after reduction (14), steps by length (16). */
function draw(folder: string, name: string, measured: Measured): void {
  const { reports, slice, at } = measured;
  const x = reports.map((_, i) => (i + 1) * slice);
  const line = (column: string, title: string) => ({
    name: title,
    x,
    y: reports.map((report) => report[at(column)]),
  });
  mkdirSync(folder, { recursive: true });
  const write = (kind: string, svg: string): void => writeFileSync(join(folder, `${name}-${kind}.svg`), svg);
  write('modes', lineChart(`${name}: simulated modes`, 'time [s]', [line('mostModes', 'modes')]));
  write(
    'contacts',
    lineChart(`${name}: contacts, and those that push`, 'time [s]', [
      line('contacts', 'found'),
      line('active', 'push'),
    ]),
  );
  const edges = [2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1.0001e-3];
  const counts = edges.map(() => 0);
  for (const report of reports) {
    const step = report[at('shortestStep')];
    if (step > 0)
      counts[
        Math.max(
          0,
          edges.findIndex((edge) => step <= edge),
        )
      ] += slice;
  }
  write(
    'steps',
    barChart(
      `${name}: time spent with a shortest step of up to …`,
      'step [µs]; bars in simulated seconds',
      edges.map((edge) => `${Math.round(1e6 * edge)}`),
      counts,
    ),
  );
}
