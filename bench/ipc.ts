// Wall time of the ipc engine, step by step, beside the reference implementation's.
//
//   npm run bench ipc [part of a name] [--save] [--threads 2] [--runs 3]
//   npm run bench ipc piles       heaps beside Rapier: ipc-piles.ts
//
// Times are given as one thread / two threads (or as many as --threads says; 1 leaves them out).
//
// Every row is run once to warm up (compiled C++ needs none; the cold first step is shown), then some times more. The
// engine does the same in every run, so the mean is that of the fastest run, and a step's time is its least. On one
// thread a step's time is its wall time or the processor time of the whole process, compiler and memory management
// included, whichever is less: the second is what a machine without other load would need at most. Another run is
// profiled for the stages.

import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ipc } from '../src/engines/ipc/engine.ts';
import { createArena, loadKernels } from '../src/num/kernels/index.ts';
import { type StepSink, columnAt } from '../src/record/index.ts';
import { loadScene } from '../src/scene/read/index.node.ts';
import { resolveScene, type Scene } from '../src/scene/index.ts';
import { parseOptions } from '../src/sim/index.ts';
import { createNodePool } from '../src/sim/index.node.ts';
import { hangingChain } from '../examples/ipc/parts/hanging-chain.ts';
import { examples, fixtures } from './ipc-rows.ts';
import { benchmarkPiles } from './ipc-piles.ts';
import { stagesOf } from './ipc-stages.ts';

export const benchmarks = [benchmarkIpc];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const data = join(root, '../shared/data/rigid-ipc/fixtures');

interface Settings {
  readonly threads: number;
  readonly runs: number;
}

interface Result {
  /** Milliseconds a step, on one thread and on several. */
  readonly mean: number;
  readonly worst: number;
  readonly meanOfMany: number;
  readonly worstOfMany: number;
  readonly cold: number;
  readonly iterations: number;
  readonly mostIterations: number;
  readonly smallestGap: number;
  readonly stages: string;
}

async function benchmarkIpc(args: readonly string[]): Promise<void> {
  await loadKernels();
  const after = (flag: string): number | undefined =>
    args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : undefined;
  const settings = { threads: after('--threads') ?? 2, runs: after('--runs') ?? 3 };
  const filter = args[0]?.startsWith('--') ? '' : (args[0] ?? '');
  const lines: string[] = [];
  const say = (line: string): void => {
    console.log(line);
    lines.push(line);
  };
  say(
    `\n## ${new Date().toISOString().slice(0, 16)}, ${cpus()[0]?.model ?? 'unknown processor'}, ${settings.threads > 1 ? `one thread / ${settings.threads} threads` : 'one thread'}\n`,
  );
  await againstReference(filter, settings, say);
  await ownExamples(filter, settings, say);
  if ('scaling'.includes(filter)) await scaling(settings, say);
  if (filter === 'piles') await benchmarkPiles(args);
  if (args.includes('--save')) {
    mkdirSync(join(root, 'bench/results'), { recursive: true });
    appendFileSync(join(root, 'bench/results/ipc.md'), `${lines.join('\n')}\n`);
  }
}

type Say = (line: string) => void;

async function againstReference(filter: string, settings: Settings, say: Say): Promise<void> {
  const rows = fixtures.filter(({ name }) => name.includes(filter));
  if (rows.length === 0) return;
  if (!existsSync(data)) {
    say('skipped: the fixtures of the reference implementation are not there (../shared/data/rigid-ipc)\n');
    return;
  }
  say(
    '| fixture | steps | mean ms | worst ms | cold ms | iterations | gap | reference | × mean | × worst | stages |',
  );
  say('|---|---|---|---|---|---|---|---|---|---|---|');
  const ratios: number[] = [];
  const slower: string[] = [];
  const spiky: string[] = [];
  for (const row of rows) {
    const { scene } = loadScene(join(data, row.file));
    const result = await measure(scene, row.steps, settings);
    const reference = `${row.mean === undefined ? '–' : shown(1000 * row.mean)} (${row.worst === undefined ? '–' : shown(1000 * row.worst)})`;
    const byMean = row.mean === undefined ? undefined : (1000 * row.mean) / result.mean;
    const byWorst = row.worst === undefined ? undefined : (1000 * row.worst) / result.worst;
    say(
      `${describe(row.name, row.steps, result)} ${reference} | ${times(byMean)} | ${times(byWorst)} | ${result.stages} |`,
    );
    if (byMean !== undefined && (row.mean ?? 0) > 0.02) ratios.push(byMean);
    if (byMean !== undefined && byMean < 1) slower.push(row.name);
    if (byWorst !== undefined && byWorst < 5) spiky.push(row.name);
  }
  if (ratios.length > 0) {
    const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    say(
      `\nfaster by ${mean.toFixed(1)} in the geometric mean of the ${ratios.length} rows above 20 ms (at least 10 wanted)`,
    );
  }
  say(`slower than the reference: ${slower.join(', ') || 'nowhere'}`);
  say(`worst step above a fifth of the reference's: ${spiky.join(', ') || 'nowhere'}\n`);
}

async function ownExamples(filter: string, settings: Settings, say: Say): Promise<void> {
  const rows = examples.filter(
    ({ name, file }) => name.includes(filter) && existsSync(join(root, 'examples/ipc', file)),
  );
  if (rows.length === 0) return;
  say('| example | steps | mean ms | worst ms | cold ms | iterations | gap | stages |');
  say('|---|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const name = row.name.slice('example '.length);
    try {
      const module = await import(pathToFileURL(join(root, 'examples/ipc', row.file)).href);
      const result = await measure(resolveScene(module.scene).scene, row.steps, settings);
      say(`${describe(name, row.steps, result)} ${result.stages} |`);
    } catch (error) {
      say(`| ${name} | stops: ${(error as Error).message} |`);
    }
  }
  say('');
}

/** A chain of 64 links should cost at most 80 times a single link. */
async function scaling(settings: Settings, say: Say): Promise<void> {
  const steps = 50;
  const one = await measure(resolveScene(hangingChain('chain-1', 1)).scene, steps, settings);
  const many = await measure(resolveScene(hangingChain('chain-64', 64)).scene, steps, settings);
  say(
    `chain of 64 links: ${shown(many.mean)} ms a step, ${(many.mean / one.mean).toFixed(1)} times the ${shown(one.mean)} ms of one link`,
  );
}

/** Longest time for all runs of a row [ms]: rows that take longer are run less often. */
const patience = 20000;

async function measure(scene: Scene, steps: number, { threads, runs }: Settings): Promise<Result> {
  const warm = await timeSteps(scene, steps, 1);
  const one = await fastest(scene, steps, 1, runs);
  const many = threads > 1 ? await fastest(scene, steps, threads, runs) : undefined;
  const run = await starter(scene, 1);
  const stages = await stagesOf(() => run(steps));
  return {
    ...one,
    meanOfMany: many?.mean ?? Number.NaN,
    worstOfMany: many?.worst ?? Number.NaN,
    cold: warm.stepMs[0],
    iterations: warm.iterations / steps,
    mostIterations: warm.mostIterations,
    smallestGap: warm.smallestGap,
    stages,
  };
}

/** Mean of the fastest run, and the worst of the steps' least times [ms]. */
async function fastest(
  scene: Scene,
  steps: number,
  threads: number,
  runs: number,
): Promise<{ mean: number; worst: number }> {
  const least = new Float64Array(steps).fill(Number.POSITIVE_INFINITY);
  let shortest = Number.POSITIVE_INFINITY;
  let spent = 0;
  for (let run = 0; run < runs && (run === 0 || spent < patience); run++) {
    const { stepMs } = await timeSteps(scene, steps, threads);
    let total = 0;
    for (let s = 0; s < steps; s++) {
      least[s] = Math.min(least[s], stepMs[s]);
      total += stepMs[s];
    }
    shortest = Math.min(shortest, total);
    spent += total;
  }
  return { mean: shortest / steps, worst: least.reduce((a, b) => Math.max(a, b), 0) };
}

interface Timing {
  readonly stepMs: Float64Array;
  iterations: number;
  mostIterations: number;
  smallestGap: number;
}

async function timeSteps(scene: Scene, steps: number, threads: number): Promise<Timing> {
  return (await starter(scene, threads))(steps);
}

const iterationsAt = columnAt(ipc.columns, 'iterations');
const gapAt = columnAt(ipc.columns, 'smallestGap');
const sink: StepSink = {
  wants: { path: true, contacts: true },
  knot() {},
  turn() {},
  stray() {},
  contact() {},
};

/** A simulation at its start, and how to run and time its first steps. */
async function starter(scene: Scene, threads: number): Promise<(steps: number) => Timing> {
  const { options } = parseOptions(ipc, scene.options);
  const arena = createArena();
  const pool = await createNodePool({ arena, threads });
  const simulation = ipc.start(scene, options, { arena, pool, stop: () => false, progress() {} });
  return (steps) => {
    const timing = {
      stepMs: new Float64Array(steps),
      iterations: 0,
      mostIterations: 0,
      smallestGap: Number.POSITIVE_INFINITY,
    };
    for (let s = 0; s < steps; s++) {
      const began = performance.now();
      const used = process.cpuUsage();
      const { values } = simulation.advance((s + 1) * options.timeStep, sink);
      const { user, system } = process.cpuUsage(used);
      const wall = performance.now() - began;
      timing.stepMs[s] = threads === 1 ? Math.min(wall, (user + system) / 1000) : wall;
      timing.iterations += values[iterationsAt];
      timing.mostIterations = Math.max(timing.mostIterations, values[iterationsAt]);
      timing.smallestGap = Math.min(timing.smallestGap, values[gapAt]);
    }
    pool.close();
    return timing;
  };
}

function describe(name: string, steps: number, r: Result): string {
  const iterations = `${r.iterations.toFixed(1)} (${r.mostIterations})`;
  const mean = `${shown(r.mean)}${beside(r.meanOfMany)}`;
  const worst = `${shown(r.worst)}${beside(r.worstOfMany)}`;
  return `| ${name} | ${steps} | ${mean} | ${worst} | ${shown(r.cold)} | ${iterations} | ${r.smallestGap.toExponential(1)} |`;
}

function beside(ms: number): string {
  return Number.isNaN(ms) ? '' : ` / ${shown(ms)}`;
}

function shown(ms: number): string {
  return ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms >= 1 ? ms.toFixed(2) : ms.toFixed(3);
}

function times(ratio: number | undefined): string {
  return ratio === undefined ? '–' : ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(1);
}
