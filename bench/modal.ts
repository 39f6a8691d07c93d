// npm run bench modal [scene…] [--seconds 0.5] [--compare …] [--hear] [--keep folder] [--pictures folder] [--save]
//
//   slab, mug, fork, ruler, table, rigid-table …: processor time per simulated second and per contact problem, contacts
//   before and after reduction, friction culled, how each problem was solved
//   --compare [modes] [friction] [culling] [fine] [strict]: the same with all modes all the time, with friction on all contacts,
//   without culling; these three unless said; with all modes in half steps, and with modes kept until they have a hundredth of
//   the usual energy. Where modes differ: how far apart the motions are, if the scene has a blow
//   --hear: the run is rendered and held to what its example says; what spreading of impulses costs; with --compare modes,
//   how the sounds differ by third-octave bands
//   --keep folder: recordings, for carom sound
//   rest: the slab at rest, contacts found by position and by velocity (Figure 7)
//
// Bars: ruler 2 s in 288 s; table 2.2 s in an hour; adaptive 2.6× faster on the table, 6.8× on the marble run; contacts
// reduced fivefold. Time is that of the process, so that others on the machine matter less.

import { appendFileSync, mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as cart from '../examples/modal/bumpy-cart.ts';
import * as slab from '../examples/modal/curved-slab.ts';
import * as fork from '../examples/modal/fork-rigid.ts';
import * as rigidTable from '../examples/modal/laid-table-rigid.ts';
import * as table from '../examples/modal/laid-table.ts';
import * as feeder from '../examples/modal/marble-feeder.ts';
import * as marbles from '../examples/modal/marble-run.ts';
import * as mug from '../examples/modal/mug-rigid.ts';
import { dishNames } from '../examples/modal/parts/laid-table.ts';
import * as ruler from '../examples/modal/ruler-twang.ts';
import type { Hearing, SoundExpectation } from '../examples/sound/parts/heard.ts';
import { type FileSink, fileSink, openRecordingFile } from '../src/record/index.node.ts';
import { MemorySink } from '../src/record/index.ts';
import type { SceneFile } from '../src/scene/index.ts';
import { solveMethods } from '../src/engines/modal/solve/problem.ts';
import { compareRuns, compareSounds, soundLines, type Subject } from './lib/modal-compare.ts';
import { drawRest, drawRun } from './lib/modal-draw.ts';
import { type Listened, listenTo, listenToBytes, spreadingSeconds, unheard } from './lib/modal-listen.ts';
import { measureRest } from './lib/modal-rest.ts';
import { columnMost, columnSum, measureModal, type Measured, reduction } from './lib/modal-run.ts';

export const benchmarks = [benchmarkModal];

interface Subjected {
  readonly scene: SceneFile;
  readonly hearing?: Hearing;
  readonly sounds?: readonly SoundExpectation[];
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scenes: Readonly<Record<string, Subjected>> = {
  slab,
  mug,
  fork,
  ruler,
  table,
  'rigid-table': rigidTable,
  feeder,
  marbles,
  cart,
};
/** Run unless others are named. */
const usual = ['slab', 'mug', 'fork', 'ruler'];
/** Simulated before runs that are compared [s]. */
const WARM_UP = 0.2;
/** The weight falls by 0.1 m. */
const subjects: Readonly<Record<string, Subject>> = { table: { blow: 0.142, jumping: dishNames } };

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
  if (args.includes('rest')) await compareRest(say, folder);
  const run = { hear: args.includes('--hear'), keep: after('--keep') };
  for (const name of names.length > 0 || args.includes('rest') ? names : usual) {
    const duration = Math.min(seconds, scenes[name].scene.duration ?? 1);
    say(head);
    // the first of several would else pay for compiling
    if (args.includes('--compare')) measureModal(scenes[name].scene, Math.min(duration, WARM_UP));
    const whole = await runScene(name, duration, {}, run);
    tell(say, name, whole);
    if (folder !== undefined) drawRun(folder, name, whole.measured);
    if (!args.includes('--compare')) continue;
    const asked = variants.filter(({ key }) => args.includes(key));
    for (const { key, title, options } of asked.length > 0 ? asked : variants.slice(0, 3)) {
      const hear = run.hear && key === 'modes';
      const other = await runScene(name, duration, options, { ...run, hear }, `-${key}`);
      say(head);
      tell(say, `${name}, ${title}`, other);
      say(`${name}, ${title}: ${(other.measured.seconds / whole.measured.seconds).toFixed(2)} times as long`);
      if (key !== 'friction' && key !== 'culling') compare(say, name, duration, whole, other);
    }
  }
  if (args.includes('--save')) {
    mkdirSync(join(root, 'bench/results'), { recursive: true });
    appendFileSync(join(root, 'bench/results/modal.md'), `${lines.join('\n')}\n`);
  }
}

/** What the speed-ups of the paper are against. */
const variants: readonly { key: string; title: string; options: SceneFile['options'] }[] = [
  { key: 'modes', title: 'all modes all the time', options: { adaptive: false } },
  { key: 'friction', title: 'friction on all contacts', options: { scheme: 'printed' } },
  { key: 'culling', title: 'no culling', options: { cullSpeed: 0, cullImpulse: 0 } },
  { key: 'fine', title: 'all modes in half steps', options: { adaptive: false, stepsPerPeriod: 13 } },
  { key: 'strict', title: 'modes kept longer', options: { lower: 1e-9 } },
];

interface Ran {
  readonly measured: Measured;
  readonly listened?: Listened;
  readonly sounds: readonly SoundExpectation[];
}

async function runScene(
  name: string,
  duration: number,
  options: SceneFile['options'],
  { hear, keep }: { readonly hear: boolean; readonly keep: string | undefined },
  ending = '',
): Promise<Ran> {
  const { scene, hearing, sounds = [] } = scenes[name];
  const path = keep === undefined ? undefined : join(keep, `${name}${ending}.carom`);
  if (keep !== undefined) mkdirSync(keep, { recursive: true });
  const file: FileSink | undefined = path === undefined ? undefined : fileSink(path);
  const memory = new MemorySink();
  const sink = file ?? (hear ? memory : undefined);
  const measured = measureModal(scene, duration, { options, ...(sink && { sink }), progress: sayProgress() });
  file?.close();
  if (!hear || !hearing) return { measured, sounds };
  if (path === undefined) return { measured, sounds, listened: await listenToBytes(memory, hearing) };
  const recording = await openRecordingFile(path);
  try {
    return { measured, sounds, listened: await listenTo(recording, hearing) };
  } finally {
    await recording.close();
  }
}

/** To the terminal, every half minute: long runs are not to be taken for dead ones. */
function sayProgress(): (time: number, spent: number) => void {
  let said = performance.now();
  return (time, spent) => {
    if (performance.now() - said < 30_000) return;
    said = performance.now();
    console.error(`  ${time.toFixed(3)} s simulated in ${spent.toFixed(0)} s`);
  };
}

const head = [
  '| scene | simulated s | s | s a simulated second | problems | ms a problem | most contacts | reduction | culled | worst residual | unsolved |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
].join('\n');

function tell(say: (line: string) => void, title: string, { measured, listened, sounds }: Ran): void {
  const { seconds, duration } = measured;
  const problems = columnSum(measured, 'problems');
  const cells = [
    title,
    duration.toFixed(2),
    seconds.toFixed(1),
    (seconds / duration).toFixed(1),
    problems,
    problems > 0 ? ((1000 * seconds) / problems).toFixed(2) : '–',
    columnMost(measured, 'contacts'),
    reduction(measured).toFixed(1),
    problems > 0 ? `${((100 * columnSum(measured, 'culled')) / problems).toFixed(0)}%` : '–',
    columnMost(measured, 'residual').toExponential(1),
    columnSum(measured, 'by failed'),
  ];
  say(`| ${cells.join(' | ')} |`);
  const solved = solveMethods
    .map((method) => [method, columnSum(measured, `by ${method}`)] as const)
    .filter(([, count]) => count > 0);
  say(`solved: ${solved.map(([method, count]) => `${count} ${method}`).join(', ')}`);
  if (!listened) return;
  const spreading = spreadingSeconds(listened);
  say(
    `spreading impulses: ${spreading.toFixed(2)} s, ${((100 * spreading) / seconds).toFixed(1)}% of the run`,
  );
  const missing = unheard(listened.heard, sounds);
  say(`heard as its example says: ${sounds.length - missing.length} of ${sounds.length}`);
  for (const says of missing) say(`  not heard: ${says}`);
}

function compare(say: (line: string) => void, name: string, duration: number, whole: Ran, other: Ran): void {
  const subject = subjects[name];
  if (!subject || duration < subject.blow + 0.06) return;
  for (const line of compareRuns(whole.measured, other.measured, subject)) say(line);
  if (!whole.listened || !other.listened) return;
  const differ = (title: string, from: number, to: number): void => {
    const [a, b] = [whole, other].map(({ listened }) => listened!.heard);
    for (const line of soundLines(title, compareSounds(a, b, from, to))) say(line);
  };
  differ('whole', 0, Infinity);
  differ('50 ms from the blow on', subject.blow - 0.006, subject.blow + 0.055);
}

/** Figure 7. */
async function compareRest(say: (line: string) => void, folder: string | undefined): Promise<void> {
  const byPosition = await measureRest('position');
  const byVelocity = await measureRest('velocity');
  say(
    '| slab at rest, contacts by | forces change, of its weight | sound, dB of full scale | problems | modes raised |',
  );
  say('|---|---|---|---|---|');
  for (const [rule, { change, decibelsFullScale, measured }] of [
    ['position', byPosition],
    ['velocity', byVelocity],
  ] as const) {
    const cells = [rule, change.toExponential(1), decibelsFullScale.toFixed(0)];
    say(`| ${[...cells, columnSum(measured, 'problems'), columnSum(measured, 'raised')].join(' | ')} |`);
  }
  if (folder !== undefined) drawRest(folder, byPosition, byVelocity);
}
