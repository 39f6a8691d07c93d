// What deforms in the ipc engine: processor time a step, iterations a step, and how both grow.
//
//   npm run bench ipc-soft [drape | jelly] [--quick] [--size 50] [--steps 40] [--stages]
//
//   drape: a square metre of cotton, 0.3 mm thick, falls on a ball of 0.25 m and hangs about it: a second of draping in steps of
//          1/100 s, on one thread. 2,601 and 10,201 vertices (--quick: 441 and 961)
//   jelly: a cube of 6,000 linear tetrahedra is dropped on a floor and wobbles: half a second (--quick: 750)
//   --size: cells along a side of the sheet, tetrahedra across the cube; --steps: so many of the steps
//   --stages: where the time goes, by the sampling profiler (ipc-stages.ts)
//
// Bars: 2,500 vertices in 0.8 s a step, 10,000 in 5 s; 5,000 tetrahedra in 0.3 s; time grows with the power 1.3 of what there is.

import { cpus, loadavg } from 'node:os';
import { ipc } from '../src/engines/ipc/engine.ts';
import { createArena, loadKernels } from '../src/num/kernels/index.ts';
import { columnAt, type StepSink } from '../src/record/index.ts';
import { box, resolveScene, type SceneFile, sphere } from '../src/scene/index.ts';
import { defaultsOf, hashState, oneThread } from '../src/sim/index.ts';
import { stagesOf } from './ipc-stages.ts';

export const benchmarks = [benchmarkSoft];

const h = 0.01;
const sink: StepSink = {
  wants: { path: false, contacts: false },
  knot: () => {},
  turn: () => {},
  stray: () => {},
  contact: () => {},
};

interface Case {
  readonly name: string;
  /** What there is of what it is measured by, such as vertices. */
  readonly count: (file: SceneFile) => number;
  readonly unit: string;
  readonly sizes: readonly number[];
  readonly quick: readonly number[];
  readonly steps: number;
  readonly scene: (size: number) => SceneFile;
}

const cases: readonly Case[] = [
  {
    name: 'drape',
    unit: 'vertices',
    sizes: [50, 100],
    quick: [20, 30],
    steps: 100,
    count: (file) => resolveScene(file).scene.deformables[0].masses.length,
    scene: (cells) => ({
      name: `drape ${cells}`,
      bodies: [sphere({ radius: 0.25, motion: 'static', friction: 0.3 })],
      deformables: [
        {
          kind: 'cloth',
          shape: { kind: 'grid', size: [1, 1], cells: [cells, cells] },
          position: [0, 0.26, 0],
          material: 'cotton',
          thickness: 3e-4,
          areaDensity: 0.12,
          stretchStiffness: 1.3e4,
          bendStiffness: 6e-6,
          friction: 0.3,
        },
      ],
    }),
  },
  {
    name: 'jelly',
    unit: 'tetrahedra',
    sizes: [10],
    quick: [5],
    steps: 50,
    count: (file) => {
      const { filling } = resolveScene(file).scene.deformables[0];
      return filling ? filling.nodes.length / filling.nodesEach : 0;
    },
    scene: (across) => ({
      name: `jelly ${across}`,
      bodies: [box({ size: [1, 0.1, 1], position: [0, -0.05, 0], motion: 'static', friction: 0.5 })],
      deformables: [
        {
          kind: 'solid',
          shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
          position: [0, 0.07, 0],
          elements: 'linear',
          resolution: across,
          youngsModulus: 1e4,
          density: 1000,
          material: { poissonRatio: 0.4 },
          stretchDamping: 0.01,
          friction: 0.5,
        },
      ],
    }),
  },
];

async function benchmarkSoft(args: readonly string[]): Promise<void> {
  await loadKernels();
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0].toFixed(1)}\n`);
  console.log('| case | of | ms a step | slowest | iterations a step | worst gap | state |');
  console.log('|---|---|---|---|---|---|---|');
  const wanted = cases.filter(({ name }) => args.includes(name));
  for (const one of wanted.length > 0 ? wanted : cases) {
    const sizes = args.includes('--quick') ? one.quick : one.sizes;
    const given = args.includes('--size') ? [Number(args[args.indexOf('--size') + 1])] : sizes;
    const steps = args.includes('--steps') ? Number(args[args.indexOf('--steps') + 1]) : one.steps;
    const found: (readonly [number, number])[] = [];
    for (const size of given) {
      const file = one.scene(size);
      const count = one.count(file);
      let measured: Measured | undefined;
      const run = (): void => {
        measured = measure(file, steps);
      };
      const stages = args.includes('--stages') ? await stagesOf(run) : run();
      if (!measured) continue;
      const { ms, slowest, iterations, gap, state } = measured;
      found.push([count, ms]);
      console.log(
        `| ${one.name} | ${count} ${one.unit} | ${ms.toFixed(0)} | ${slowest.toFixed(0)} | ${iterations.toFixed(1)} | ${gap.toExponential(1)} | ${state} |`,
      );
      if (stages) console.log(stages);
    }
    if (found.length < 2) continue;
    const [[fewer, quicker], [more, slower]] = [found[0], found[found.length - 1]];
    const power = Math.log(slower / quicker) / Math.log(more / fewer);
    console.log(`\n${one.name}: grows with the power ${power.toFixed(2)}\n`);
  }
}

interface Measured {
  /** Processor time a step, in the mean and at worst. */
  readonly ms: number;
  readonly slowest: number;
  readonly iterations: number;
  /** [m] */
  readonly gap: number;
  /** Hash of where it ends: the same on any number of threads. */
  readonly state: string;
}

function measure(file: SceneFile, steps: number): Measured {
  const { scene } = resolveScene(file);
  const arena = createArena();
  const context = { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {} };
  const simulation = ipc.start(scene, { ...defaultsOf(ipc), timeStep: h }, context);
  let slowest = 0;
  let iterations = 0;
  let gap = Infinity;
  let all = 0;
  for (let step = 1; step <= steps; step++) {
    const before = process.cpuUsage();
    const { values } = simulation.advance(step * h, sink);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    all += ms;
    slowest = Math.max(slowest, ms);
    iterations += values[columnAt(ipc.columns, 'iterations')];
    gap = Math.min(gap, values[columnAt(ipc.columns, 'smallestGap')]);
  }
  return {
    ms: all / steps,
    slowest,
    iterations: iterations / steps,
    gap,
    state: hashState(simulation.state).slice(0, 12),
  };
}
