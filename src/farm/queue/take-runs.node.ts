// A worker: takes runs from the queue, has them simulated, sends their rows. It runs nothing but tasks of sweeps: whatever
// else lies in the queue is refused. While it runs something it renews its lock; where it falls silent, another takes over.

import { setImmediate as soon } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { checkTask } from '../checked-row.ts';
import type { Row, Task } from '../row.ts';
import { isOfMachine } from '../run-task.ts';
import { readAddress, showAddress } from './address.ts';
import { Alone } from './alone.ts';
import { connect } from './connect.node.ts';
import { jobOf, QUEUE } from './keys.ts';
import { outlast } from './outlast.node.ts';
import { loadPackages, type QueuePackages } from './packages.node.ts';
import { getSweep, SweepMissing } from './packed-sweeps.node.ts';
import { partFrom } from './part.node.ts';
import { sendRow } from './rows-stream.node.ts';
import type { Runner } from './runner.ts';
import { CRASHES, readable, SWEEP_MISSING } from './why.ts';

export interface TakeOptions {
  /** redis:// or rediss:// */
  readonly queue: string;
  /** At once. */
  readonly jobs: number;
  readonly runner: Runner;
  /** Lines for people. */
  readonly tell?: (line: string) => void;
  /** Every row that was sent. */
  readonly made?: (row: Row) => void;
  /** A worker that is silent for so long has lost what it runs. */
  readonly lockMs?: number;
  readonly silentMs?: number;
}

export interface Taking {
  /** Where, without what is secret. */
  readonly address: string;
  /** What the machine refuses, such as a full disk: from then on nothing is taken, and what was goes back. */
  readonly refused: Promise<Error>;
  /** Takes no more, gives back what runs, for as long as somebody is there who takes it. */
  close(): Promise<void>;
}

const LOCK_MS = 30_000;
/** Of a task as JSON: some hundred parameters. */
const MOST_TASK_LENGTH = 64 * 1024;
/** Sweeps that a worker keeps. */
const KEPT_SWEEPS = 4;

/** @throws FaultError where the queue cannot be used */
export async function takeRuns(options: TakeOptions): Promise<Taking> {
  const { lockMs = LOCK_MS, tell = () => undefined } = options;
  const address = readAddress(options.queue);
  const packages = await loadPackages();
  const redis = await connect(packages, address, options);
  const { prefix } = address;
  const taker = new Taker(options, packages, redis, prefix);
  const worker: Worker = new packages.bullmq.Worker(QUEUE, (job, token) => taker.take(job, token), {
    connection: redis,
    prefix,
    concurrency: options.jobs,
    lockDuration: lockMs,
    stalledInterval: lockMs,
    maxStalledCount: CRASHES - 1,
    runRetryDelay: 1000,
  });
  taker.takeAtOnce = (count) => {
    worker.concurrency = count;
  };
  const refused = new Promise<Error>((resolve) => {
    taker.refused = (error) => {
      void worker.pause(true);
      resolve(error);
    };
  });
  const told = new Set<string>();
  worker.on('error', ({ message }) => {
    // cuts of the connection are told where they are noticed, and everything once
    if (/ECONN|EPIPE|closed|Socket timeout/i.test(message) || told.has(message) || told.size > 100) return;
    told.add(message);
    tell(readable(message));
  });
  return {
    address: showAddress(address),
    refused,
    async close() {
      taker.isClosing = true;
      const closed = worker.close();
      await options.runner.close();
      // not for longer than others wait who take it then
      await partFrom(closed, { mostMs: lockMs });
      redis.disconnect();
    },
  };
}

class Taker {
  isClosing = false;
  takeAtOnce: (count: number) => void = () => undefined;
  refused: (error: Error) => void = () => undefined;
  private readonly runs = new Alone();
  private readonly sweeps = new Map<string, Promise<Uint8Array>>();
  private readonly options: TakeOptions;
  private readonly packages: QueuePackages;
  private readonly redis: Redis;
  private readonly prefix: string;

  constructor(options: TakeOptions, packages: QueuePackages, redis: Redis, prefix: string) {
    this.options = options;
    this.packages = packages;
    this.redis = redis;
    this.prefix = prefix;
  }

  async take(job: Job, token?: string): Promise<void> {
    const { runs } = this;
    // it goes back to wait, which is not counted against it
    if (runs.claimed && token !== undefined) return runs.beside(() => this.giveBack(job, token));
    if (job.stalledCounter === 0) return runs.beside(() => this.make(job, token));
    this.takeAtOnce(1);
    try {
      await runs.alone(
        () => this.redis.ping().then(() => soon()),
        () => this.make(job, token),
      );
    } finally {
      this.takeAtOnce(this.options.jobs);
    }
  }

  private async make(job: Job, token?: string): Promise<void> {
    const task = this.taskOf(job);
    const packed = await this.sweep(task.sweep);
    let row: Row;
    try {
      row = await this.options.runner.run(packed, task);
    } catch (error) {
      const isRefused = isOfMachine(error);
      if (isRefused) this.refused(error);
      // neither says anything about the run
      if (!(this.isClosing || isRefused) || token === undefined) throw error;
      return this.giveBack(job, token);
    }
    await this.send(task.sweep, row);
    this.options.made?.(row);
  }

  private async giveBack(job: Job, token: string): Promise<never> {
    await job.moveToWait(token);
    throw new this.packages.bullmq.WaitingError();
  }

  /** Whoever can write to Redis can put anything there. */
  private taskOf(job: Job): Task {
    const { UnrecoverableError } = this.packages.bullmq;
    if (job.attemptsMade + job.stalledCounter >= CRASHES)
      throw new UnrecoverableError(
        `it crashed ${CRASHES} times, ${job.stalledCounter} times with its worker: ${readable(job.stacktrace?.at(-1)?.split('\n')[0])}`,
      );
    try {
      const length = JSON.stringify(job.data).length;
      if (length > MOST_TASK_LENGTH) throw new Error(`it has ${length} characters`);
      const task = checkTask(job.data);
      if (job.id !== jobOf(task)) throw new Error('its name is that of another');
      return task;
    } catch (error) {
      throw new UnrecoverableError(`this is no task: ${readable((error as Error).message)}`);
    }
  }

  private async sweep(hash: string): Promise<Uint8Array> {
    let found = this.sweeps.get(hash);
    if (found === undefined) {
      found = getSweep(this.redis, this.prefix, hash);
      found.catch(() => this.sweeps.delete(hash));
      this.sweeps.set(hash, found);
      if (this.sweeps.size > KEPT_SWEEPS) this.sweeps.delete([...this.sweeps.keys()][0]);
    }
    try {
      return await found;
    } catch (error) {
      if (!(error instanceof SweepMissing)) throw error;
      throw new this.packages.bullmq.UnrecoverableError(`${SWEEP_MISSING}${error.message}`);
    }
  }

  private send(sweep: string, row: Row): Promise<void> {
    return outlast(() => sendRow(this.redis, this.prefix, sweep, row), {
      tell: this.options.tell ?? (() => undefined),
    });
  }
}
