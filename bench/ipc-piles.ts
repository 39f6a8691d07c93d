// Heaps of boxes in the ipc engine beside Rapier: milliseconds a step while they fall, collapse and lie.
//
//   npm run bench ipc-piles [--boxes 100,300,1000] [--save]        (npm run bench ipc piles does the same)
//
// Cubes of 0.2 m fall from a jittered lattice into a bin of 2 × 2 m, μ = 0.5, in steps of 1/100 s for both, all on one thread.
// Rapier sleeps as it likes; where the heap lies awake it is compared with a Rapier that may not sleep. T is how long the uppermost
// box falls until it lies on the heap: falling is until T/3, collapsing until 2T, settled the last half second before the
// heap sleeps. Times are those of the process.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ipc } from '../src/engines/ipc/engine.ts';
import type { IpcState } from '../src/engines/ipc/state.ts';
import { createArena, loadKernels } from '../src/num/kernels/index.ts';
import { columnAt, type StepSink } from '../src/record/index.ts';
import type { Scene } from '../src/scene/index.ts';
import { defaultsOf, oneThread, type Simulation } from '../src/sim/index.ts';
import { dropOf, pileOf } from './ipc-pile-scene.ts';
import { growthChart } from './lib/chart.ts';
import { startRapier } from './lcp-others.ts';

export const benchmarks = [benchmarkPiles];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const h = 0.01;
/** A heap that is not at rest after this many T is told so. */
const patience = 12;
const sink: StepSink = {
  wants: { path: false, contacts: false },
  knot: () => {},
  turn: () => {},
  stray: () => {},
  contact: () => {},
};

export async function benchmarkPiles(args: readonly string[]): Promise<void> {
  await loadKernels();
  const given = args.includes('--boxes') ? args[args.indexOf('--boxes') + 1] : '100,300,1000';
  const lines: string[] = [];
  const say = (line: string): void => {
    console.log(line);
    lines.push(line);
  };
  say(
    `\n## piles, ${new Date().toISOString().slice(0, 16)}, ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0].toFixed(1)}\n`,
  );
  say('| boxes | phase | ms a step | Rapier | × | iterations | smallest gap |');
  say('|---|---|---|---|---|---|---|');
  await warmUp();
  const times: Times[] = [];
  for (const count of given.split(',').map(Number)) {
    times.push(await pile(count, say));
    say(`| ${count} | memory of the process | ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB | | | | |`);
  }
  const [first, last] = [times[0], times[times.length - 1]];
  if (first !== last) {
    const exponent = Math.log(last.collapsing / first.collapsing) / Math.log(last.count / first.count);
    say(`\ncollapsing grows with the power ${exponent.toFixed(2)} of the number of boxes\n`);
  }
  if (args.includes('--save')) {
    mkdirSync(join(root, 'bench/results'), { recursive: true });
    appendFileSync(join(root, 'bench/results/ipc.md'), `${lines.join('\n')}\n`);
    writeFileSync(join(root, 'docs/engines/ipc-piles.svg'), chartOf(times));
  }
}

/** Milliseconds a step of a heap, by phase, and Rapier's while it collapses. */
interface Times {
  readonly count: number;
  readonly falling: number;
  readonly collapsing: number;
  readonly awake: number;
  readonly theirs: number;
}

function chartOf(times: readonly Times[]): string {
  const x = times.map(({ count }) => count);
  const line = (name: string, key: keyof Times) => ({ name, x, y: times.map((one) => one[key]) });
  return growthChart('Heaps of boxes: milliseconds a step', 'boxes', [
    line('collapsing', 'collapsing'),
    line('falling', 'falling'),
    line('lying, awake', 'awake'),
    line('Rapier, collapsing', 'theirs'),
  ]);
}

async function pile(count: number, say: (line: string) => void): Promise<Times> {
  const fall = Math.sqrt((2 * dropOf(count)) / 9.81);
  const scene = pileOf(count, 2 * patience * fall);
  const own = new Own(scene);
  const rapier = await startRapier(scene, h, true);
  const awake = await startRapier(scene, h, false);
  let from = 0;
  const taken: number[] = [];
  let theirs = 0;
  for (const [name, seconds] of [
    ['falling', fall / 3],
    ['collapsing', 2 * fall],
  ] as const) {
    const steps = Math.round(seconds / h) - from;
    const begun = own.iterations;
    const ms = measured(steps, () => own.step());
    taken.push(ms);
    theirs = measured(steps, () => rapier.step());
    for (let i = 0; i < steps; i++) awake.step();
    tell(say, count, name, ms, theirs, (own.iterations - begun) / steps, own);
    from += steps;
  }
  // until all sleep, the last half second of which is timed
  const last: number[] = [];
  const limit = Math.round((patience * fall) / h);
  while (!own.isAsleep && from < limit) {
    last.push(measured(1, () => own.step()));
    if (last.length > 50) last.shift();
    awake.step();
    from++;
  }
  const mean = last.reduce((a, b) => a + b, 0) / last.length;
  tell(
    say,
    count,
    own.isAsleep ? 'settled, awake' : 'not yet at rest',
    mean,
    measured(50, () => awake.step()),
    0,
    own,
  );
  if (own.isAsleep)
    tell(
      say,
      count,
      'asleep',
      measured(100, () => own.step()),
      measured(100, () => rapier.step()),
      0,
      own,
    );
  return { count, falling: taken[0], collapsing: taken[1], awake: mean, theirs };
}

/** What compiles when it first runs has done so before anything is timed: a small heap falls and collapses twice. */
async function warmUp(): Promise<void> {
  const steps = Math.round((2 * Math.sqrt((2 * dropOf(small)) / 9.81)) / h);
  for (let turn = 0; turn < 2; turn++) {
    const scene = pileOf(small, 1);
    const own = new Own(scene);
    const rapier = await startRapier(scene, h, true);
    for (let i = 0; i < steps; i++) {
      own.step();
      rapier.step();
    }
  }
}
const small = 100;

function tell(
  say: (line: string) => void,
  count: number,
  phase: string,
  ms: number,
  theirs: number,
  iterations: number,
  { smallestGap }: Own,
): void {
  const done = iterations > 0 ? iterations.toFixed(0) : '–';
  say(
    `| ${count} | ${phase} | ${ms.toFixed(2)} | ${theirs.toFixed(2)} | ${(ms / theirs).toFixed(1)} | ${done} | ${smallestGap.toExponential(1)} |`,
  );
}

/** Milliseconds of the process for each of so many steps. */
function measured(steps: number, step: () => void): number {
  const before = process.cpuUsage();
  for (let i = 0; i < steps; i++) step();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / steps;
}

class Own {
  iterations = 0;
  smallestGap = Number.POSITIVE_INFINITY;
  private readonly simulation: Simulation;
  private readonly bodies: Scene['bodies'];
  private steps = 0;

  constructor(scene: Scene) {
    const arena = createArena();
    const context = { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {} };
    this.simulation = ipc.start(scene, { ...defaultsOf(ipc), timeStep: h }, context);
    this.bodies = scene.bodies;
  }

  step(): void {
    const { values } = this.simulation.advance(++this.steps * h, sink);
    this.iterations += values[columnAt(ipc.columns, 'iterations')];
    this.smallestGap = Math.min(this.smallestGap, values[columnAt(ipc.columns, 'smallestGap')]);
  }

  get isAsleep(): boolean {
    const { sleeps } = this.simulation.state as IpcState;
    return this.bodies.every(({ motion }, i) => motion === 'static' || sleeps[i] > 0);
  }
}
