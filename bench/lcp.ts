// Milliseconds a step of the complementarity engine: thousands of balls, piles of boxes beside other engines, and what
// threads give.
//
//   npm run bench lcp [balls|pile|threads|dominoes] [--boxes 1000] [--seconds 2] [--save]
//
// Time is that of the process, user and system, or wall time, whichever is less; with threads it is wall time. Overlap is judged by the same search for
// contacts for every engine, on the poses that it ends with.

import { appendFileSync, mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findContacts } from '../src/engines/lcp/collide/collider.ts';
import { ContactSet } from '../src/engines/lcp/collide/contact-set.ts';
import { lcp } from '../src/engines/lcp/engine.ts';
import { IslandThreads } from '../src/engines/lcp/forward/island-threads.ts';
import { buildModel, type Model } from '../src/engines/lcp/model.ts';
import type { LcpOptions } from '../src/engines/lcp/options.ts';
import { startState } from '../src/engines/lcp/state.ts';
import { createWork, step, type Work } from '../src/engines/lcp/step.ts';
import { createArena } from '../src/num/kernels/index.ts';
import { Random } from '../src/num/index.ts';
import { box, floor, resolveScene, type Scene, type SceneFile, sphere } from '../src/scene/index.ts';
import { defaultsOf, oneThread } from '../src/sim/index.ts';
import { createNodePool } from '../src/sim/index.node.ts';
import { rivals } from './lcp-others.ts';

export const benchmarks = [benchmarkLcp];

const root = dirname(dirname(fileURLToPath(import.meta.url)));

type Say = (line: string) => void;
type BodyFile = NonNullable<SceneFile['bodies']>[number];

async function benchmarkLcp(args: readonly string[]): Promise<void> {
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
  if ('balls'.includes(filter)) balls(say);
  if ('pile'.includes(filter)) await pile(after('--boxes', 1000), after('--seconds', 2), say);
  if ('threads'.includes(filter)) await threads(say);
  if ('dominoes'.includes(filter)) dominoes(say);
  if (args.includes('--save')) {
    mkdirSync(join(root, 'bench/results'), { recursive: true });
    appendFileSync(join(root, 'bench/results/lcp.md'), `${lines.join('\n')}\n`);
  }
}

function balls(say: Say): void {
  say('| 3,037 balls | ms a step | contacts | residual |');
  say('|---|---|---|---|');
  for (const [name, height, spin] of [
    ['in flight, spinning', 50, 5],
    ['at rest on a floor', 0.05, 0],
    ['rolling on a floor', 0.05, 1],
  ] as const) {
    const bodies: BodyFile[] = [floor({ friction: 0.5 })];
    for (let i = 0; i < 3037; i++) {
      bodies.push({
        ...sphere({ radius: 0.05, subdivisions: 1 }),
        name: `ball ${i}`,
        position: [0.15 * (i % 56), height, 0.15 * Math.floor(i / 56)],
        velocity: [0.05 * spin, 0, 0],
        angularVelocity: [0, 0, -spin],
        friction: 0.5,
      });
    }
    const model = modelOf(resolveScene({ name, bodies }).scene);
    const state = startState(model);
    const work = workOf(model);
    const once = (): void => step(model, state, work);
    for (let i = 0; i < 40; i++) once();
    const ms = Math.min(measured(60, once), measured(60, once), measured(60, once));
    say(`| ${name} | ${ms.toFixed(2)} | ${work.contacts.count} | ${work.residual.toExponential(1)} |`);
  }
  say('');
}

async function pile(count: number, seconds: number, say: Say): Promise<void> {
  const scene = pileOf(count);
  const model = modelOf(scene);
  const h = model.timeStep;
  const steps = Math.round(seconds / h);
  say(
    `A pile of ${count} boxes of 0.2 m falls for ${seconds} s in steps of 1/${Math.round(1 / h)} s, then lies for half a second.\n`,
  );
  say(
    '| engine | ms a step, falling | ms a step, lying | deepest overlap | mean overlap | residual | failures |',
  );
  say('|---|---|---|---|---|---|---|');
  const poses = model.startPoses.slice();
  for (const { name, start } of rivals) {
    try {
      const rival = await start(scene, h);
      const falling = measured(steps, () => rival.step());
      const lying = measured(120, () => rival.step());
      rival.readPoses(poses);
      say(`| ${name} | ${falling.toFixed(2)} | ${lying.toFixed(2)} | ${overlaps(model, poses)} | – | – |`);
    } catch (error) {
      say(`| ${name} | cannot run: ${(error as Error).message} | | | | | |`);
    }
  }
  for (const [maxSweeps, recovery, lookAhead] of [
    [20, 0.2, false],
    [20, 0.2, true],
    [20, 0, false],
    [20, 0, true],
    [200, 0, true],
  ] as const) {
    const own = modelOf(scene, { maxSweeps, recovery, lookAhead });
    const state = startState(own);
    const work = workOf(own);
    let failures = 0;
    let residual = 0;
    const once = (): void => {
      step(own, state, work);
      failures += work.failures;
      residual = work.residual;
    };
    const falling = measured(steps, once);
    const lying = measured(120, once);
    say(
      `| carom lcp, ${maxSweeps} sweeps, recovery ${recovery}, look ahead ${lookAhead} | ${falling.toFixed(2)} | ${lying.toFixed(2)} | ${overlaps(own, state.poses)} | ${residual.toExponential(1)} | ${failures} |`,
    );
  }
}

/** Towers apart, leaning and toppling, on one thread and on two. */
async function threads(say: Say): Promise<void> {
  const model = modelOf(towers(64, 6));
  say('| 64 towers of 6 boxes | ms a step, wall | ms of the process | in solves | islands | contacts |');
  say('|---|---|---|---|---|---|');
  for (const count of [1, 2]) {
    const arena = createArena();
    const pool = await createNodePool({ arena, threads: count });
    const solver = new IslandThreads(arena, pool, model.bodies);
    let solving = 0;
    const solve = solver.solve.bind(solver);
    solver.solve = () => {
      const begin = performance.now();
      const done = solve();
      solving += performance.now() - begin;
      return done;
    };
    const work = createWork(model, solver, model.looksAhead);
    const state = startState(model);
    for (let i = 0; i < 20; i++) step(model, state, work);
    solving = 0;
    const begin = performance.now();
    const { user, system } = process.cpuUsage();
    for (let i = 0; i < 60; i++) step(model, state, work);
    const used = process.cpuUsage({ user, system });
    const wall = performance.now() - begin;
    pool.close();
    const name = `${count} thread${count === 1 ? '' : 's'}`;
    const share = `${((100 * solving) / wall).toFixed(0)}%`;
    const cpu = (used.user + used.system) / 1000;
    say(
      `| ${name} | ${(wall / 60).toFixed(2)} | ${(cpu / 60).toFixed(2)} | ${share} | ${work.islands.count} | ${work.contacts.count} |`,
    );
  }
  say('');
}

/** How fast the wave runs along a row, by steps, with and without a look ahead. */
function dominoes(say: Say): void {
  const [thick, wide, high] = [0.0075, 0.024, 0.048];
  const count = 22;
  const apart = 0.02;
  const material = { friction: 0.3, restitution: 0 };
  const bodies: BodyFile[] = [floor({ size: [20, 6], ...material })];
  for (let i = 0; i < count; i++)
    bodies.push({
      ...box({ name: `domino ${i}`, size: [thick, wide, high], density: 700, ...material }),
      position: [i * (thick + apart), 0, high / 2],
      velocity: [i === 0 ? 1.5 * high : 0, 0, 0],
      angularVelocity: [0, i === 0 ? 3 : 0, 0],
    });
  const { scene } = resolveScene({ name: 'row', up: 'z', bodies });
  const level = 0.5 * Math.asin(apart / high);
  say('| steps a second | dominoes a second | without look ahead |');
  say('|---|---|---|');
  for (const rate of [240, 480, 1000, 2000]) {
    const speeds = [true, false].map((lookAhead) => {
      const model = modelOf(scene, { timeStep: 1 / rate, lookAhead });
      const state = startState(model);
      const work = workOf(model);
      const moments: number[] = [];
      for (let k = 1; moments[count - 2] === undefined && k < 3 * rate; k++) {
        step(model, state, work);
        for (let i = 0; i < count; i++) {
          const q = 7 * (i + 1) + 3;
          if (2 * Math.atan2(state.poses[q + 1], state.poses[q + 3]) >= level) moments[i] ??= k / rate;
        }
      }
      return (count - 10) / (moments[count - 2] - moments[8]);
    });
    say(`| ${rate} | ${speeds.map((speed) => speed.toFixed(2)).join(' | ')} |`);
  }
  say('');
}

function towers(count: number, height: number): Scene {
  const random = new Random(3);
  const bodies: BodyFile[] = [floor({ friction: 0.5 })];
  for (let i = 0; i < count * height; i++) {
    const tower = Math.floor(i / height);
    const lean = 0.02 * (i % height);
    bodies.push({
      ...box({ size: [0.2, 0.2, 0.2] }),
      name: `box ${i}`,
      position: [(tower % 8) + lean, 0.1 + 0.2 * (i % height), Math.floor(tower / 8)],
      angularVelocity: [0, random.between(-1, 1), 0],
      friction: 0.5,
    });
  }
  return resolveScene({ name: 'towers', bodies }).scene;
}

/** What a step needs, with kernels on one thread. */
function workOf(model: Model): Work {
  const arena = createArena();
  return createWork(model, new IslandThreads(arena, oneThread({ arena }), model.bodies), model.looksAhead);
}

function modelOf(scene: Scene, changes: Partial<LcpOptions> = {}): Model {
  return buildModel(scene, { ...defaultsOf(lcp), ...changes });
}

function pileOf(count: number): Scene {
  const random = new Random(7);
  const side = Math.ceil(Math.cbrt(count));
  const bodies: BodyFile[] = [floor({ friction: 0.5 })];
  for (let i = 0; i < count; i++) {
    bodies.push({
      ...box({ size: [0.2, 0.2, 0.2] }),
      name: `box ${i}`,
      position: [
        0.25 * (i % side) + random.between(0, 0.04),
        0.15 + 0.25 * Math.floor(i / (side * side)),
        0.25 * (Math.floor(i / side) % side) + random.between(0, 0.04),
      ],
      angularVelocity: [random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)],
      friction: 0.5,
    });
  }
  return resolveScene({ name: 'pile', bodies }).scene;
}

/** The deepest overlap and the mean over contacts that overlap. */
function overlaps(model: Model, poses: Float64Array): string {
  const contacts = new ContactSet();
  findContacts(model.collider, poses, contacts);
  let deepest = 0;
  let sum = 0;
  let count = 0;
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.gaps[c] >= 0) continue;
    deepest = Math.max(deepest, -contacts.gaps[c]);
    sum -= contacts.gaps[c];
    count++;
  }
  const mm = (metres: number): string => `${(1000 * metres).toFixed(2)} mm`;
  return `${mm(deepest)} | ${mm(count > 0 ? sum / count : 0)}`;
}

/** Milliseconds of one of `times` runs. */
function measured(times: number, run: () => void): number {
  const wall = performance.now();
  const { user, system } = process.cpuUsage();
  for (let i = 0; i < times; i++) run();
  const used = process.cpuUsage({ user, system });
  return Math.min(performance.now() - wall, (used.user + used.system) / 1000) / times;
}
