import { Queue } from 'bullmq';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepByQueue, takeRuns, type Taking } from '../../../src/farm/queue/index.node.ts';
import type { Task } from '../../../src/farm/row.ts';
import { allRows, quickRunner, quickSweep, rowOf, Rows } from './quick-runs.ts';
import { rawRedis } from './raw-redis.ts';
import { noRedis, type RedisServer, startRedis } from './redis-server.ts';

const times = { lookMs: 200, silentMs: 2000 };

describe.skipIf(noRedis !== undefined)(`what lies in a queue and is no run ${noRedis ?? ''}`, () => {
  let redis: RedisServer;
  let queue: Queue;
  let taking: Taking | undefined;
  let ran: Task[];
  const work = async (): Promise<void> => {
    const runner = quickRunner((task) => ran.push(task));
    taking = await takeRuns({ queue: redis.url, jobs: 2, runner, lockMs: 500 });
  };

  beforeEach(async () => {
    redis = await startRedis();
    const { redis: connection } = await rawRedis(redis.url);
    queue = new Queue('runs', { connection, prefix: 'carom' });
    ran = [];
  });
  afterEach(async () => {
    await taking?.close();
    taking = undefined;
    const client = await queue.getBackend().client;
    await queue.close();
    client.disconnect();
    await redis.close();
  });

  it('is refused by the worker, whatever it is, and keeps no run from being made', async () => {
    const sweep = quickSweep(redis.url, 30);
    const good = sweep.taskAt(0);
    const bad: readonly unknown[] = [
      null,
      'a word',
      [1, 2],
      { ...good, more: 1 },
      { ...good, run: -1 },
      { ...good, run: '../../etc/passwd' },
      { ...good, sweep: '../../../etc/passwd' },
      { ...good, seed: 1e300 },
      { ...good, values: { x: '1; rm -rf /' } },
      { ...good, values: { '../x': 1 } },
      JSON.parse(`{"sweep":"${good.sweep}","run":0,"seed":0,"values":{"__proto__":{"x":1}}}`),
      JSON.parse(`{"sweep":"${good.sweep}","run":0,"seed":0,"values":{"x":0},"__proto__":{"run":3}}`),
      { ...good, values: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`x${i}`, i])) },
      { ...good, values: { x: 'x'.repeat(4_000_000) } },
      // a task, but under a name that is not its own
      sweep.taskAt(3),
    ];
    for (const [i, data] of bad.entries())
      await queue.add('run', data, { jobId: `hostile-${i}`, attempts: 100 });
    // in the place of runs
    for (const [run, data] of bad.slice(0, 10).entries())
      await queue.add('run', data, { jobId: `${sweep.hash}-${run}` });
    await queue.add('run', sweep.taskAt(11), { jobId: `${sweep.hash}-11`, delay: 1e9 });
    await work();
    const rows = new Rows();
    await sweepByQueue(sweep, rows, times);
    expect(rows.sorted).toEqual(allRows(sweep));
    // nothing else ever came to be run
    for (const task of ran) expect(task).toEqual(sweep.taskAt(task.run));
    expect(({} as { x?: number }).x).toBeUndefined();
    for (const i of bad.keys()) expect(await queue.getJobState(`hostile-${i}`)).toBe('failed');
  });

  it('does not end a worker where it is not even JSON', async () => {
    const sweep = quickSweep(redis.url, 30);
    const { redis: raw } = await rawRedis(redis.url);
    await raw.hset('carom:runs:odd', 'name', 'run', 'data', '{{{', 'opts', '{}', 'timestamp', '1');
    await raw.rpush('carom:runs:wait', 'odd');
    await raw.zadd('carom:runs:marker', 0, '0');
    raw.disconnect();
    await work();
    const rows = new Rows();
    await sweepByQueue(sweep, rows, times);
    expect(rows.sorted).toEqual(allRows(sweep));
  });

  it('is left out of the rows', async () => {
    const sweep = quickSweep(redis.url, 30);
    const { redis: raw } = await rawRedis(redis.url);
    const send = (text: string, field = 'row') => raw.xadd(`carom:rows:${sweep.hash}`, '*', field, text);
    const row = rowOf(sweep.taskAt(4));
    for (const odd of [
      { ...row, run: 1000 },
      { ...row, values: { x: 99 } },
      { ...row, seed: 99 },
      { ...row, recording: '../../.ssh/authorized_keys' },
      { ...row, measures: { twice: 'much' } },
      { ...row, ended: 'well' },
    ])
      await send(JSON.stringify(odd));
    await send('{{{');
    await send('x'.repeat(1_000_000));
    await send(JSON.stringify(row), 'other');
    await work();
    const rows = new Rows();
    const told: string[] = [];
    const { refused } = await sweepByQueue(sweep, rows, { ...times, tell: (line) => told.push(line) });
    raw.disconnect();
    expect(rows.sorted).toEqual(allRows(sweep));
    expect(refused).toBe(9);
    expect(told.length).toBe(1);
  });

  it('is not taken for the sweep: its hash is checked', async () => {
    const sweep = quickSweep(redis.url, 30);
    const { redis: raw } = await rawRedis(redis.url);
    const rows = new Rows();
    const whole = sweepByQueue(sweep, rows, times);
    await expect.poll(() => raw.exists(`carom:sweep:${sweep.hash}`)).toBe(1);
    await raw.set(`carom:sweep:${sweep.hash}`, 'something else');
    await work();
    const { lost } = await whole;
    raw.disconnect();
    expect(rows.sorted).toEqual(allRows(sweep));
    expect(lost).toBeGreaterThan(0);
  });
});
