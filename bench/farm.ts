// What a sweep costs beside its runs: processor time a run over two threads and over a queue with two workers, the speed-up
// of two threads, and the memory of whoever gathers the rows.
//
//   npm run bench farm [threads | speed-up | queue | memory]      all four unless said
//
// Wall times and the speed-up hold on a machine that does nothing else; processor times on any.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Redis } from 'ioredis';
import {
  onThreads,
  type PackedSweep,
  type Runner,
  runSweep,
  ThreadPool,
  unpacked,
} from '../src/farm/index.node.ts';
import { defineSweep, packSweep, readSweep, type Row, runTask, taskAt } from '../src/farm/index.ts';
import { onQueue } from '../src/farm/queue/index.node.ts';
import { noRedis, startRedis } from '../test/farm/queue/redis-server.ts';
import { rowOf, sweepOf } from '../test/farm/local/fed-sweep.ts';

export const benchmarks = [measure];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const THREAD = new URL('../src/cli/farm/boot.mjs', import.meta.url);
const none = { wallSeconds: Number.POSITIVE_INFINITY, memoryBytes: Number.POSITIVE_INFINITY };
const WORKERS = 2;

const parts = { threads: overThreads, 'speed-up': speedUp, queue: overQueue, memory: ofMemory };

async function measure([only]: readonly string[]): Promise<void> {
  for (const [name, part] of Object.entries(parts)) {
    if (only !== undefined && only !== name) continue;
    const folder = mkdtempSync(join(tmpdir(), 'carom-bench-farm-'));
    try {
      await part(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** @param simulated  of each run [s] */
async function ballSweep(runs: number, simulated: number): Promise<PackedSweep> {
  const sweep = await readSweep(
    defineSweep({
      name: `balls ${runs} ${simulated}`,
      scene: {
        name: 'ball',
        engine: 'lcp',
        duration: simulated,
        frameRateHz: 20,
        bodies: [
          {
            name: 'floor',
            motion: 'static',
            shape: { kind: 'box', size: [4, 0.2, 4] },
            position: [0, -0.1, 0],
          },
          {
            name: 'ball',
            shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
            position: [0, 0.05, 0],
            velocity: [0, 0, 0],
          },
        ],
      },
      parameters: [{ name: 'speed', at: '/bodies/ball/velocity/0', range: [0, 1], count: runs }],
      measures: [{ name: 'way', travel: 'ball' }],
    }),
    'balls',
  );
  return unpacked(packSweep(sweep));
}

interface Cost {
  readonly wallMs: number;
  readonly processorMs: number;
}

async function cost(work: () => Promise<unknown>): Promise<Cost> {
  const [wall, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { wallMs: performance.now() - wall, processorMs: (user + system) / 1000 };
}

function rowsIn(folder: string): Row[] {
  const lines = readFileSync(join(folder, 'rows.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

const sweepInto = (sweep: PackedSweep, folder: string, runner: Runner) =>
  runSweep({ sweep, given: '{}', folder, resume: false }, runner, {
    stopped: () => false,
    told: () => undefined,
  });

async function warmPool(sweep: PackedSweep, threads: number): Promise<ThreadPool> {
  const pool = new ThreadPool({ thread: THREAD, threads, limits: none });
  const warm = Array.from({ length: 20 * threads }, (_, i) => taskAt(sweep.sweep, sweep.hash, i));
  await Promise.all(warm.map((task) => pool.run(sweep.packed, task)));
  return pool;
}

async function overThreads(folder: string): Promise<void> {
  const runs = 1000;
  const sweep = await ballSweep(runs, 0.05);
  const bare = async () => {
    for (let run = 0; run < runs; run++)
      await runTask(sweep.sweep, taskAt(sweep.sweep, sweep.hash, run), { stopped: () => false });
  };
  await bare();
  const alone = await cost(bare);
  const pool = await warmPool(sweep, WORKERS);
  const swept = await cost(() => sweepInto(sweep, folder, onThreads(pool, WORKERS)));
  await pool.close();
  const inRuns = 1000 * rowsIn(folder).reduce((sum, { wallSeconds }) => sum + wallSeconds, 0);
  console.log(`threads: ${runs} short runs over ${WORKERS}`);
  say('processor time a run, everything', swept.processorMs / runs);
  say('processor time a run, called in a loop', alone.processorMs / runs);
  say('overhead a run (processor)', (swept.processorMs - alone.processorMs) / runs);
  say('overhead a run (wall of the threads beside runs)', (WORKERS * swept.wallMs - inRuns) / runs);
}

async function speedUp(folder: string): Promise<void> {
  const sweep = await ballSweep(60, 50);
  const costs: Cost[] = [];
  for (const threads of [1, WORKERS]) {
    const pool = await warmPool(sweep, threads);
    const into = join(folder, String(threads));
    const took = await cost(() => sweepInto(sweep, into, onThreads(pool, threads)));
    await pool.close();
    costs.push(took);
    const rows = rowsIn(into);
    const each = (1000 * rows.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0)) / rows.length;
    const seconds = `${(took.wallMs / 1000).toFixed(2)} s, of processors ${(took.processorMs / 1000).toFixed(2)} s`;
    console.log(`speed-up: ${rows.length} runs of ${each.toFixed(0)} ms on ${threads}: ${seconds}`);
  }
  const [one, two] = costs;
  const most = (WORKERS * one.processorMs) / two.processorMs;
  console.log(
    `  speed-up ${(one.wallMs / two.wallMs).toFixed(2)}; with all the processors it asks for ${most.toFixed(2)}`,
  );
}

async function overQueue(folder: string): Promise<void> {
  if (noRedis !== undefined) return console.log(`queue: ${noRedis}`);
  const runs = 1000;
  const sweep = await ballSweep(runs, 0.05);
  const redis = await startRedis();
  const workers: ChildProcess[] = [];
  const client = new Redis(redis.url);
  try {
    for (let i = 0; i < WORKERS; i++) workers.push(await startWorker(redis.url, join(folder, `${i}`)));
    const warm = await ballSweep(100, 0.05);
    await sweepInto(warm, join(folder, 'warm'), onQueue(redis.url));
    const before = await countersOf(client);
    const beforeWorkers = workers.map(processorOf);
    const here = await cost(() => sweepInto(sweep, join(folder, 'rows'), onQueue(redis.url)));
    const after = await countersOf(client);
    const inWorkers = workers.reduce((sum, worker, i) => sum + processorOf(worker) - beforeWorkers[i], 0);
    console.log(`queue: ${runs} short runs over ${WORKERS} workers, ${(here.wallMs / 1000).toFixed(1)} s`);
    say('processor time a run, coordinator', here.processorMs / runs);
    say('processor time a run, workers with their runs', inWorkers / runs);
    say('processor time a run, Redis (every write to disk)', (after.processorMs - before.processorMs) / runs);
    const each = (key: keyof Counters) =>
      ((after[key] - before[key]) / runs).toFixed(key === 'commands' ? 1 : 0);
    console.log(
      `  commands a run ${each('commands')}; bytes a run to Redis ${each('received')}, from it ${each('sent')}`,
    );
    console.log(
      `  bytes a run appended to its log ${each('logged')}; bytes of a row ${Math.round(sizeOf(folder) / runs)}`,
    );
    console.log(
      `  memory of Redis at most ${(after.peak / 1e6).toFixed(1)} MB, at rest ${(after.memory / 1e6).toFixed(1)} MB`,
    );
    await idle(client);
    for (const worker of workers.splice(0)) worker.kill('SIGKILL');
    await waiting(client, redis.url, join(folder, 'waiting'));
  } finally {
    client.disconnect();
    for (const worker of workers) worker.kill('SIGKILL');
    await redis.close();
  }
}

/** What workers ask of Redis that have nothing to do. */
async function idle(client: Redis): Promise<void> {
  const seconds = 20;
  const before = await countersOf(client);
  await pause(1000 * seconds);
  const after = await countersOf(client);
  const commands = (after.commands - before.commands - 1) / seconds / WORKERS;
  // one of them is ours
  const connections = (after.clients - 1) / WORKERS;
  console.log(`  an idle worker: ${connections} connections, ${commands.toFixed(2)} commands a second`);
}

/** What runs that wait take of its memory. */
async function waiting(client: Redis, url: string, folder: string): Promise<void> {
  const sweep = await ballSweep(100_000, 0.05);
  const before = await countersOf(client);
  let isStopped = false;
  const putting = runSweep({ sweep, given: '{}', folder, resume: false }, onQueue(url), {
    stopped: () => isStopped,
    told: () => undefined,
  });
  let jobs = 0;
  for (let seen = -1; jobs === 0 || jobs > seen; ) {
    await pause(1000);
    seen = jobs;
    jobs = await client.llen('carom:runs:wait');
  }
  const each = ((await countersOf(client)).memory - before.memory) / jobs;
  isStopped = true;
  await putting;
  console.log(`  ${jobs} runs wait at most, ${each.toFixed(0)} bytes of memory each`);
}

const sizeOf = (folder: string) => statSync(join(folder, 'rows', 'rows.jsonl')).size;

function startWorker(url: string, out: string): Promise<ChildProcess> {
  const carom = join(root, 'scripts', 'carom.mjs');
  const args = [carom, 'worker', '--queue', url, '--jobs', '1', '--out', out];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
  });
}

const TICKS_A_SECOND = 100;

/** Of a process of this machine, where it tells [ms]. */
function processorOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
  } catch {
    return Number.NaN;
  }
}

interface Counters {
  readonly commands: number;
  readonly received: number;
  readonly sent: number;
  readonly logged: number;
  readonly peak: number;
  readonly memory: number;
  readonly clients: number;
  readonly processorMs: number;
}

async function countersOf(client: Redis): Promise<Counters> {
  const info = await client.info();
  const of = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? Number.NaN);
  return {
    commands: of('total_commands_processed'),
    received: of('total_net_input_bytes'),
    sent: of('total_net_output_bytes'),
    logged: of('aof_current_size'),
    peak: of('used_memory_peak'),
    memory: of('used_memory'),
    clients: of('connected_clients'),
    processorMs: 1000 * (of('used_cpu_user') + of('used_cpu_sys')),
  };
}

async function ofMemory(folder: string): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1e6;
  };
  const runs = 100_000;
  const at: string[] = [];
  await sweepInto(sweepOf(runs), folder, async (_, tasks, { row }) => {
    for (const task of tasks) {
      row(rowOf(task));
      if ((task.run + 1) % 20_000 === 0) at.push(`${(task.run + 1) / 1000}k ${used().toFixed(1)} MB`);
    }
  });
  console.log(`memory of the coordinator: ${at.join(', ')}, tables written ${used().toFixed(1)} MB`);
}

function say(what: string, ms: number): void {
  console.log(`  ${what.padEnd(52)}${ms.toFixed(2).padStart(8)} ms`);
}
