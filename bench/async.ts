// Events a second of the asynchronous engine, what shares of its time go where, and what its settings give.
//
//   npm run bench async [forces|growth|large|detection|knot|vagueness|profile] [--vertices 10000] [--seconds 0.3] [--force 0.02] [--save]
//
// Time is that of the process, user and system, so that others on the machine matter less. Force events are kicks of
// elements and pushing layers: they follow from the motion alone, so rates of different settings compare.

import { appendFileSync, mkdirSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reefKnot } from '../examples/async/parts/reef-knot.ts';
import { scene as nails } from '../examples/async/bed-of-nails.ts';
import { scene as bowline } from '../examples/async/bowline.ts';
import { scene as particles } from '../examples/async/particles-05.ts';
import { scene as reef } from '../examples/async/reef-knot.ts';
import { scene as compactor } from '../examples/async/trash-compactor.ts';
import { asynchronous } from '../src/engines/async/engine.ts';
import type { AsyncOptions } from '../src/engines/async/options.ts';
import { createArena } from '../src/num/kernels/index.ts';
import { type StepSink, columnAt } from '../src/record/index.ts';
import { box, cloth, resolveScene, type SceneFile } from '../src/scene/index.ts';
import { defaultsOf, oneThread, type Simulation } from '../src/sim/index.ts';

export const benchmarks = [benchmarkAsync];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const sink: StepSink = {
  wants: { path: false, contacts: false },
  knot: () => {},
  turn: () => {},
  stray: () => {},
  contact: () => {},
};

type Say = (line: string) => void;

async function benchmarkAsync(args: readonly string[]): Promise<void> {
  const after = (flag: string, otherwise: number): number =>
    args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : otherwise;
  const filter = args[0]?.startsWith('--') ? '' : (args[0] ?? '');
  const lines: string[] = [];
  const say: Say = (line) => {
    console.log(line);
    lines.push(line);
  };
  say(
    `\n## ${new Date().toISOString().slice(0, 16)}, ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0].toFixed(1)} on ${cpus().length} cores\n`,
  );
  if ('forces'.includes(filter)) forces(say);
  if ('growth'.includes(filter)) growth(say);
  if ('large'.includes(filter)) large(say);
  if ('detection'.includes(filter)) detection(say);
  if ('knot'.includes(filter))
    knot(after('--vertices', 10000), after('--seconds', 0.3), after('--force', 0.02), say);
  if ('vagueness'.includes(filter)) vagueness(say);
  if ('profile'.includes(filter)) await profile(say);
  if (args.includes('--save')) {
    mkdirSync(join(root, 'bench/results'), { recursive: true });
    appendFileSync(join(root, 'bench/results/async.md'), `${lines.join('\n')}\n`);
  }
}

function start(file: SceneFile, given: Partial<AsyncOptions> = {}): Simulation & Profiled {
  const { scene } = resolveScene(file);
  const options = { ...defaultsOf(asynchronous), ...(scene.options as object), ...given };
  const arena = createArena();
  const context = { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {} };
  return asynchronous.start(scene, options, context) as Simulation & Profiled;
}

interface Profiled {
  profile(): Readonly<Record<string, number>>;
}

interface Measured {
  readonly seconds: number;
  readonly events: number;
  readonly pushes: number;
  readonly deepest: number;
}

/** Advances and takes the time. */
function measure(simulation: Simulation, until: number): Measured {
  const began = process.cpuUsage();
  const { values } = simulation.advance(until, sink);
  const { user, system } = process.cpuUsage(began);
  const value = (name: string): number => values[columnAt(asynchronous.columns, name)];
  return {
    seconds: (user + system) / 1e6,
    events: value('forceEvents'),
    pushes: value('pushes'),
    deepest: value('deepestLayer'),
  };
}

const perSecond = ({ events, seconds }: Measured): string =>
  Math.round(events / seconds).toLocaleString('en');

function sheet(cells: number, self = true): SceneFile {
  return {
    name: 'sheet',
    duration: 1,
    deformables: [
      cloth({
        name: 'sheet',
        size: [1, 1],
        cells: [cells, cells],
        thickness: 0.2 / cells,
        areaDensity: 0.2,
        stretchStiffness: 50,
        bendStiffness: 1e-5,
        stretchDamping: 1e-4,
        angularVelocity: [0.5, 0, 0.2],
      }),
    ],
    pairs: self ? [] : [{ a: 'sheet', b: 'sheet', collide: false }],
  };
}

function forces(say: Say): void {
  say('| force events a second, one core | |\n|---|---|');
  for (const [name, file, given, until] of [
    ['free cloth of 961 vertices, no contact structures', sheet(30, false), { detection: 'brute' }, 0.5],
    ['the same, TypeScript', sheet(30, false), { detection: 'brute', machine: 'typescript' }, 0.2],
    ['the same with certificates', sheet(30), {}, 0.5],
    ['loose knot of 2,000 vertices', loose(2000), {}, 0.004],
  ] as const) {
    const simulation = start(file, given);
    measure(simulation, until / 10);
    say(`| ${name} | ${perSecond(measure(simulation, until))} |`);
  }
}

/** A reef knot of so many vertices, its cells about square and thicker than its ribbons. */
function loose(vertices: number, duration = 0.3, force = 0.02): SceneFile {
  const across = Math.max(1, Math.round(Math.sqrt(vertices / 2 / 30)) - 1);
  const along = Math.round(vertices / 2 / (across + 1));
  const damping = [8e-2 / vertices, 0.3 / vertices] as const;
  return reefKnot({ name: 'knot', along, across, duration, thickness: 0.12 / along, damping, force });
}

function falling(cells: number): SceneFile {
  return {
    name: 'falling',
    bodies: [{ ...box({ size: [0.4, 0.4, 0.4] }), name: 'box', motion: 'static', position: [0, -0.21, 0] }],
    deformables: sheet(cells).deformables,
  };
}

function growth(say: Say): void {
  say('\n| cloth falling on a box, force events a second | certificates | windows |\n|---|---|---|');
  for (const cells of [31, 63, 126]) {
    const file = falling(cells);
    const rates = ['certificates', 'windows'].map((way) =>
      perSecond(measure(start(file, { detection: way }), 3 / cells)),
    );
    say(`| ${((cells + 1) * (cells + 1)).toLocaleString('en')} vertices | ${rates.join(' | ')} |`);
  }
}

/** What a cloth of 10,000 vertices that falls on a box costs, in flight and where it lies on it. */
function large(say: Say): void {
  say(
    '\n| 10,000 vertices on a box, s a simulated second, until [s] | certificates | windows |\n|---|---|---|',
  );
  const simulations = ['certificates', 'windows'].map((way) => start(falling(99), { detection: way }));
  for (const until of [0.02, 0.04, 0.06, 0.08]) {
    const costs = simulations.map((simulation) => (measure(simulation, until).seconds / 0.02).toFixed(0));
    say(`| ${until} | ${costs.join(' | ')} |`);
  }
}

/** The second halves of examples, where they are tight. */
function detection(say: Say): void {
  say('\n| second half of | force events | certificates | windows |\n|---|---|---|---|');
  for (const file of [reef, bowline, nails, compactor, particles]) {
    const half = (file.duration ?? 1) / 2;
    let events = 0;
    const times = ['certificates', 'windows'].map((way) => {
      const simulation = start(file, { detection: way });
      simulation.advance(half, sink);
      const measured = measure(simulation, 2 * half);
      events = measured.events;
      return `${measured.seconds.toFixed(2)} s`;
    });
    say(`| ${file.name} | ${events.toLocaleString('en')} | ${times.join(' | ')} |`);
  }
}

function knot(vertices: number, seconds: number, force: number, say: Say): void {
  say(
    `\n| reef knot, ${vertices.toLocaleString('en')} vertices, from [s] | force events a second | s a simulated ms | pushes, share | deepest layer |\n|---|---|---|---|---|`,
  );
  const simulation = start(loose(vertices, 10, force));
  const stages = [0, 0.5, 1].map((share) => share * seconds);
  for (const from of stages) {
    simulation.advance(from, sink);
    const span = seconds / 100;
    const measured = measure(simulation, from + span);
    const share = (100 * measured.pushes) / measured.events;
    say(
      `| ${from.toFixed(3)} | ${perSecond(measured)} | ${(measured.seconds / (1000 * span)).toPrecision(3)} | ${share.toFixed(1)}% | ${measured.deepest} |`,
    );
  }
}

function vagueness(say: Say): void {
  say('\n| vagueness | reef knot, 400 vertices, 0.03 s | trash compactor, 0.3 s |\n|---|---|---|');
  for (const vague of [0, 0.1, 1, 10]) {
    const times = [
      measure(start(loose(400), { vagueness: vague }), 0.03),
      measure(start(compactor, { vagueness: vague }), 0.3),
    ].map(({ seconds }) => `${seconds.toFixed(2)} s`);
    say(`| ${vague} | ${times.join(' | ')} |`);
  }
}

/** Files of the loop by what they do. */
const parts: readonly (readonly [string, RegExp, string])[] = [
  ['elastic forces and gravity', /src\/elastic\/|loop\/(forces\/\w+|vertices)\.ts/, '4.8%'],
  ['penalty forces', /contact\/(penalty|contacts|pairs|clocks|hash|clock-hash|\w+-layers)\.ts/, '0.09%'],
  ['separating planes', /kinetic\/(slab|schedule-slabs)\.ts/, '0.9% and 1.0%'],
  ['stars', /kinetic\/(stars|meeting|parting)\.ts/, ''],
  [
    'separation list and polytopes',
    /kinetic\/(separation|dop|records|record-due|stay-apart)\.ts/,
    '5.2% and 23%',
  ],
  ['closest points', /contact\/(distance|weights|closest-\w+)\.ts/, ''],
  ['flight plans', /kinetic\/(plans|certificates|start)\.ts/, 'the rest, with the queue'],
  ['queue', /loop\/(queue|run)\.ts/, ''],
];

/** Of the TypeScript machine, which runs the same instructions. */
async function profile(say: Say): Promise<void> {
  const simulation = start(loose(2000), { machine: 'typescript' });
  simulation.advance(0.0005, sink);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  simulation.advance(0.003, sink);
  const { profile: taken } = await session.post('Profiler.stop');
  session.disconnect();
  const hits = new Map<string, number>();
  let all = 0;
  for (const { callFrame, hitCount = 0 } of taken.nodes) {
    const part = parts.find(([, files]) => files.test(callFrame.url));
    // inlined access to memory is charged to whoever is named; what stands alone is spread evenly
    if (!part) continue;
    hits.set(part[0], (hits.get(part[0]) ?? 0) + hitCount);
    all += hitCount;
  }
  say('\n| share of the time, loose reef knot of 2,000 vertices | here | the patent |\n|---|---|---|');
  for (const [name, , theirs] of parts)
    say(`| ${name} | ${((100 * (hits.get(name) ?? 0)) / all).toFixed(1)}% | ${theirs} |`);
  const counts = Object.entries(simulation.profile())
    .map(([name, count]) => `${name} ${Math.round(count).toLocaleString('en')}`)
    .join(', ');
  say(`\nCounters: ${counts}.`);
}
