// A sweep from its file to its table over a real Redis, simulated by a worker's threads: the rows of any other way.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onThreads, runSearch, runSweep, ThreadPool, unpacked } from '../../../src/farm/index.node.ts';
import { defineSweep, packSweep, readSweep, type Row, runTask, taskAt } from '../../../src/farm/index.ts';
import type { Goal } from '../../../src/farm/search/index.ts';
import { onQueue, poolRunner, takeRuns } from '../../../src/farm/queue/index.node.ts';
import { noRedis, type RedisServer, startRedis } from './redis-server.ts';

const THREAD = new URL('../../../src/cli/farm/boot.mjs', import.meta.url);
const COUNT = 12;
const drops = defineSweep({
  name: 'drops',
  scene: {
    name: 'drop',
    engine: 'flight',
    duration: 0.1,
    frameRateHz: 20,
    bodies: [{ name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 1, 0] }],
  },
  parameters: [{ name: 'high', at: '/bodies/ball/position/1', range: [1, 2], count: COUNT }],
  measures: [{ name: 'up', height: 'ball', at: 'last' }],
});
const timeless = ({ wallSeconds: _, ...row }: Row) => row;

describe.skipIf(noRedis !== undefined)(`a sweep that is simulated over a queue ${noRedis ?? ''}`, () => {
  let redis: RedisServer;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carom-queue-'));
    redis = await startRedis({ password: 'secret-word' });
  });
  afterEach(async () => {
    await redis.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has the rows that this thread makes, and its journal tells no password', async () => {
    const sweep = await readSweep(drops, 'drops');
    const packed = unpacked(packSweep(sweep));
    const queue = redis.url.replace('//', '//:secret-word@');
    const limits = { wallSeconds: Number.POSITIVE_INFINITY, memoryBytes: Number.POSITIVE_INFINITY };
    const pool = new ThreadPool({ thread: THREAD, threads: 1, limits, folder: join(folder, 'worker') });
    const taking = await takeRuns({ queue, jobs: 1, runner: poolRunner(pool) });
    const job = { sweep: packed, given: '{}', folder: join(folder, 'swept'), resume: false };
    const standing = await runSweep(job, onQueue(queue), { stopped: () => false, told: () => undefined });
    await taking.close();
    expect(standing).toMatchObject({ runs: COUNT, counted: COUNT });
    const text = readFileSync(join(folder, 'swept', 'rows.jsonl'), 'utf8');
    expect(text).not.toContain('secret');
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)
      .sort((a, b) => a.run - b.run);
    const here: Row[] = [];
    for (let run = 0; run < COUNT; run++)
      here.push(await runTask(sweep, taskAt(sweep, packed.hash, run), { stopped: () => false }));
    expect(rows.map(timeless)).toEqual(here.map(timeless));
    expect(new Set(rows.map(({ measures }) => measures['up'])).size).toBe(COUNT);
  });

  it('looks for a threshold as threads of this machine do', async () => {
    const sweep = await readSweep(
      {
        ...drops,
        measures: [...(drops.measures ?? []), { name: 'isUp', is: 'up > 1.3' }],
        search: { threshold: 'isUp', tolerance: 0.05 },
      },
      'drops',
    );
    const packed = unpacked(packSweep(sweep));
    const queue = redis.url.replace('//', '//:secret-word@');
    const limits = { wallSeconds: Number.POSITIVE_INFINITY, memoryBytes: Number.POSITIVE_INFINITY };
    const pool = new ThreadPool({ thread: THREAD, threads: 1, limits });
    const taking = await takeRuns({ queue, jobs: 1, runner: poolRunner(pool) });
    const hooks = { stopped: () => false, told: () => undefined };
    const job = { sweep: packed, given: '{}', resume: false };
    const goal = sweep.search as Goal;
    const far = await runSearch({ ...job, folder: join(folder, 'far') }, goal, onQueue(queue), hooks);
    await taking.close();
    const here = new ThreadPool({ thread: THREAD, threads: 1, limits });
    const near = await runSearch({ ...job, folder: join(folder, 'near') }, goal, onThreads(here, 1), hooks);
    await here.close();
    expect(far.finding).toEqual(near.finding);
    expect(far.finding).toMatchObject({ parameter: 'high', thresholds: [{ end: 'tolerance' }] });
  }, 60_000);
});
