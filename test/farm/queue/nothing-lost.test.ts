import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepByQueue, takeRuns, type TakeOptions, type Taking } from '../../../src/farm/queue/index.node.ts';
import { Random } from '../../../src/num/index.ts';
import { startProxy, type TestProxy } from './proxy.ts';
import { rawRedis } from './raw-redis.ts';
import { allRows, quickRunner, quickSweep, Rows } from './quick-runs.ts';
import { noRedis, type RedisServer, startRedis } from './redis-server.ts';
import { startWorkers } from './worker-processes.ts';

/** Short, so that what is lost is missed soon. */
const times = { lookMs: 200, silentMs: 2000 };

describe.skipIf(noRedis !== undefined)(`a sweep over a queue ${noRedis ?? ''}`, () => {
  let redis: RedisServer;
  const open: { close(): Promise<void> }[] = [];
  const take = async (given: Partial<TakeOptions>): Promise<Taking> => {
    const queue = redis.url;
    const options = { queue, jobs: 4, runner: quickRunner(), lockMs: 500, silentMs: 2000, ...given };
    const taking = await takeRuns(options);
    open.push(taking);
    return taking;
  };

  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await redis.close();
  });

  it('gives a row a run over two workers, and leaves nothing behind in Redis', async () => {
    const sweep = quickSweep(redis.url, 1000);
    const rows = new Rows();
    const by = [0, 0];
    await take({ made: () => by[0]++ });
    await take({ made: () => by[1]++ });
    expect(await sweepByQueue(sweep, rows, { ahead: 200 })).toEqual({ repeated: 0, refused: 0, lost: 0 });
    const { keys } = await rawRedis(redis.url);
    expect((await keys()).filter((key) => key.includes(sweep.hash))).toEqual([]);
    expect(rows.sorted).toEqual(allRows(sweep));
    expect(by[0]).toBeGreaterThan(0);
    expect(by[1]).toBeGreaterThan(0);
  });

  it('outlasts workers that are killed 50 times', async () => {
    const sweep = quickSweep(redis.url, 1000);
    const workers = await startWorkers(redis.url, 2);
    open.push(workers);
    const random = new Random(1);
    let next = 30;
    let kills = 0;
    const rows = new Rows((count) => {
      if (count < next || workers.deaths >= 50) return;
      kills++;
      // rows come in bursts on a busy machine: all fifty must fit into half of them
      next = count + random.between(6, 12);
      workers.kill(random.word() % 2);
    });
    await sweepByQueue(sweep, rows, times);
    expect(rows.sorted).toEqual(allRows(sweep));
    // the last one may be killed before the death of the one before it is known; none dies by itself
    expect(workers.deaths).toBeGreaterThanOrEqual(50);
    expect(workers.deaths).toBeLessThanOrEqual(kills);
  });

  it('outlasts a Redis that is killed and started again', async () => {
    const sweep = quickSweep(redis.url, 400);
    await take({});
    const restarts: Promise<void>[] = [];
    const restart = async (): Promise<void> => {
      await redis.kill();
      await pause(300);
      await redis.start();
    };
    const rows = new Rows((count) => {
      if (count === 100 || count === 250) restarts.push(restart());
    });
    await sweepByQueue(sweep, rows, { ...times, ahead: 100 });
    await Promise.all(restarts);
    expect(restarts.length).toBe(2);
    expect(rows.sorted).toEqual(allRows(sweep));
  });

  it('puts again what a Redis without persistence forgot', async () => {
    const sweep = quickSweep(redis.url, 300);
    await take({ runner: quickRunner(() => pause(2)) });
    const restarts: Promise<void>[] = [];
    const restart = async (): Promise<void> => {
      await redis.kill();
      redis.forget();
      await redis.start();
    };
    const rows = new Rows((count) => {
      if (count === 50) restarts.push(restart());
    });
    const { lost } = await sweepByQueue(sweep, rows, times);
    await Promise.all(restarts);
    expect(rows.sorted).toEqual(allRows(sweep));
    expect(lost).toBeGreaterThan(0);
  });

  it('sets nothing aside where the disk of one worker is full: it says so and leaves, and others go on', async () => {
    const sweep = quickSweep(redis.url, 200);
    const full = await take({
      runner: quickRunner(({ run }) => {
        if (run > 20) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      }),
    });
    await take({ runner: quickRunner(() => pause(5)) });
    const rows = new Rows();
    await sweepByQueue(sweep, rows, times);
    expect(rows.sorted).toEqual(allRows(sweep));
    expect(await full.refused).toMatchObject({ code: 'ENOSPC' });
  });

  it('ends where the disk of the coordinator is full, and goes on with what came', async () => {
    const sweep = quickSweep(redis.url, 300);
    await take({});
    const rows = new Rows();
    const full = {
      isDone: (run: number) => rows.isDone(run),
      add(row: Parameters<Rows['add']>[0]) {
        if (rows.rows.size === 100) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        rows.add(row);
      },
    };
    await expect(sweepByQueue(sweep, full, times)).rejects.toThrow('ENOSPC');
    expect(rows.rows.size).toBe(100);
    await sweepByQueue(sweep, rows, times);
    expect(rows.sorted).toEqual(allRows(sweep));
  });

  it('outlasts a network that is cut, and one that swallows what it carries', async () => {
    const [near, far] = [await startProxy(redis.port), await startProxy(redis.port)];
    open.push(near, far);
    const sweep = quickSweep(near.url, 400);
    await take({ queue: far.url, runner: quickRunner(() => pause(2)), jobs: 8 });
    await take({});
    const cuts: Promise<unknown>[] = [];
    const rows = new Rows((count) => {
      if (count === 40) cuts.push(mendedLater(near, 'cut'));
      if (count === 120) cuts.push(mendedLater(far, 'cut'));
      if (count === 200) cuts.push(mendedLater(far, 'swallow'));
      if (count === 280) cuts.push(mendedLater(near, 'swallow'));
    });
    const told: string[] = [];
    await sweepByQueue(sweep, rows, { ...times, ahead: 40, tell: (line) => told.push(line) });
    await Promise.all(cuts);
    expect(cuts.length).toBe(4);
    expect(rows.sorted).toEqual(allRows(sweep));
    expect(told.some((line) => line.includes('is lost'))).toBe(true);
    expect(told.some((line) => line.includes('is back'))).toBe(true);
  });

  it('counts once what is delivered twice', async () => {
    const sweep = quickSweep(redis.url, 200);
    const { redis: raw } = await rawRedis(redis.url);
    const again: Promise<unknown>[] = [];
    await take({
      made: (row) => again.push(raw.xadd(`carom:rows:${sweep.hash}`, '*', 'row', JSON.stringify(row))),
    });
    const rows = new Rows();
    const { repeated } = await sweepByQueue(sweep, rows, { ...times, ahead: 20 });
    await Promise.all(again);
    raw.disconnect();
    expect(rows.sorted).toEqual(allRows(sweep));
    expect(repeated).toBeGreaterThan(100);
  });

  it('goes on where a coordinator was killed, with what came meanwhile', async () => {
    const sweep = quickSweep(redis.url, 300);
    const stop = new AbortController();
    const rows = new Rows((count) => {
      if (count === 100) stop.abort();
    });
    let made = 0;
    // no worker is lost, and on a busy machine none is taken for lost
    await take({ made: () => made++, lockMs: 600_000 });
    await sweepByQueue(sweep, rows, { ...times, ahead: 150, signal: stop.signal });
    expect(rows.rows.size).toBeLessThan(300);
    // those that were out are made without it
    const isOut = (key: string) => key.endsWith(':wait') || key.endsWith(':active');
    const keys = async () => (await rawRedis(redis.url)).keys();
    await expect.poll(async () => (await keys()).some(isOut)).toBe(false);
    expect(made).toBeGreaterThanOrEqual(150);
    await sweepByQueue(sweep, rows, times);
    expect(rows.sorted).toEqual(allRows(sweep));
    expect(made).toBe(300);
  });

  it('sets aside a run that takes its worker with it three times, and none of those beside it', async () => {
    // all are taken at once, every time; so long a lock that no busy machine loses it
    const sweep = quickSweep(redis.url, 4);
    const workers = await startWorkers(redis.url, 1, { poisoned: 2, takesMs: 400, lockMs: 3000 });
    open.push(workers);
    const rows = new Rows();
    await sweepByQueue(sweep, rows, times);
    expect(rows.sorted[2]).toMatchObject({ run: 2, ended: 'set aside', values: sweep.taskAt(2).values });
    expect(rows.sorted[2].what).toContain('its worker was lost 3 times');
    expect(workers.deaths).toBe(3);
    expect(rows.sorted.toSpliced(2, 1)).toEqual(allRows(sweep).toSpliced(2, 1));
  });

  it('sets aside a run that takes its thread with it three times, saying why', async () => {
    const sweep = quickSweep(redis.url, 20);
    let tries = 0;
    await take({
      runner: quickRunner(({ run }) => {
        if (run !== 5) return;
        tries++;
        throw new Error('the thread of the run ran out of memory');
      }),
    });
    const rows = new Rows();
    await sweepByQueue(sweep, rows, times);
    expect(tries).toBe(3);
    expect(rows.sorted[5]).toMatchObject({
      ended: 'set aside',
      what: 'the thread of the run ran out of memory',
    });
    expect(rows.sorted.toSpliced(5, 1)).toEqual(allRows(sweep).toSpliced(5, 1));
  });

  it('gives back what runs where a worker is told to stop', async () => {
    const sweep = quickSweep(redis.url, 8);
    let giveUp: (error: Error) => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      const forEver = new Promise<never>((_, reject) => {
        giveUp = reject;
      });
      const runner = {
        run: () => {
          resolve();
          return forEver;
        },
        close: async () => giveUp(new Error('stopped')),
      };
      // so long a lock that nobody would take it over
      void take({ runner, jobs: 1, lockMs: 600_000 });
    });
    const rows = new Rows();
    const whole = sweepByQueue(sweep, rows, times);
    await started;
    await open.splice(0, 1)[0].close();
    await take({});
    await whole;
    expect(rows.sorted).toEqual(allRows(sweep));
  });

  it('ends a sweep that is told to stop where Redis is gone, to be gone on with', async () => {
    const proxy = await startProxy(redis.port);
    open.push(proxy);
    const sweep = quickSweep(proxy.url, 100);
    await take({});
    const stop = new AbortController();
    const rows = new Rows((count) => {
      if (count !== 20) return;
      proxy.cut();
      stop.abort();
    });
    await sweepByQueue(sweep, rows, { ...times, ahead: 10, signal: stop.signal });
    expect(rows.rows.size).toBeLessThan(100);
    await sweepByQueue({ ...sweep, queue: redis.url }, rows, times);
    expect(rows.sorted).toEqual(allRows(sweep));
  });

  it('ends a worker that is told to stop where nobody is there to be given anything back', async () => {
    const proxy = await startProxy(redis.port);
    open.push(proxy);
    const sweep = quickSweep(redis.url, 8);
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const taken = new Promise<void>((resolve) => {
      // what is out when the network goes has its row when it is told to stop
      const runner = quickRunner(() => {
        resolve();
        return held;
      });
      void take({ queue: proxy.url, runner, jobs: 2 });
    });
    const rows = new Rows();
    const whole = sweepByQueue(sweep, rows, times);
    await taken;
    proxy.cut();
    goOn();
    await open.splice(1, 1)[0].close();
    await take({});
    await whole;
    expect(rows.sorted).toEqual(allRows(sweep));
  });
});

async function mendedLater(proxy: TestProxy, fault: 'cut' | 'swallow'): Promise<void> {
  proxy[fault]();
  await pause(1500);
  proxy.mend();
}
