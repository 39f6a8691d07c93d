// The coordinator of a sweep over a queue: puts runs, some thousand ahead of the workers, takes their rows, and looks after
// runs of which nothing is heard. All that it knows is which runs are out; what lasts is the journal, in which every row
// lies before it leaves Redis. So it can be killed at any time and started again, and whatever Redis delivers twice or
// forgets, every run counts once.

import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { FaultError } from '../../scene/fault/index.ts';
import { type Row, setAside, type Task } from '../row.ts';
import { readAddress } from './address.ts';
import { connect } from './connect.node.ts';
import { findLost, removeJob } from './find-lost.node.ts';
import { jobOf, KEPT_SECONDS, QUEUE, rowsKey, sweepKey } from './keys.ts';
import { outlast } from './outlast.node.ts';
import { loadPackages } from './packages.node.ts';
import { MOST_SWEEP_BYTES, putSweep } from './packed-sweeps.node.ts';
import { aborted, partFrom } from './part.node.ts';
import { type Delivered, dropRows, readRows } from './rows-stream.node.ts';
import { isRowOf } from '../same-task.ts';
import { CRASHES } from './why.ts';

/** Where rows come to lie. */
export interface RowSink {
  isDone(run: number): boolean;
  /** From then on the run is done. */
  add(row: Row): void | Promise<void>;
  /** What was added so far outlasts a crash, or throws. */
  flush?(): void | Promise<void>;
}

export interface QueueSweep {
  /** redis:// or rediss:// */
  readonly queue: string;
  readonly packed: Uint8Array;
  /** Its SHA-256. */
  readonly hash: string;
  readonly count: number;
  readonly taskAt: (run: number) => Task;
  readonly version: string;
}

export interface QueueOptions {
  /** Runs that are out at most, taken or waiting. */
  readonly ahead?: number;
  /** Stops; what is out stays in the queue for who resumes. */
  readonly signal?: AbortSignal;
  /** Lines for people: a connection that is lost, entries that were refused. */
  readonly tell?: (line: string) => void;
  /** How often runs are looked after of which nothing is heard. */
  readonly lookMs?: number;
  /** How long Redis may say nothing at all. */
  readonly silentMs?: number;
}

export interface Delivery {
  /** Rows that came again. */
  readonly repeated: number;
  /** Entries of the stream that were no rows of this sweep. */
  readonly refused: number;
  /** Runs that Redis had lost, and were put again. */
  readonly lost: number;
}

/** So that 10,000 workers have a run each, and some wait, when more are put. */
const AHEAD = 20_000;
const AT_ONCE = 500;
const PUT_BETWEEN_ROWS = 5000;
const WAIT_MS = 500;
const LOOK_MS = 5000;
/** Looked after at once, at least; all that is out is in eight times. */
const LOOKED_AFTER = 500;
const LOOKED_AFTER_PART = 8;

/**
 * Runs all that `sink` has no rows of; returns when it has all of them, or `signal` said so.
 * @throws FaultError where the queue cannot be used
 */
export async function sweepByQueue(
  sweep: QueueSweep,
  sink: RowSink,
  options: QueueOptions = {},
): Promise<Delivery> {
  if (sweep.packed.length > MOST_SWEEP_BYTES)
    throw new FaultError('the sweep cannot be put into a queue', [
      {
        what: `with its meshes it has ${sweep.packed.length} bytes`,
        where: 'the sweep',
        remedy: `make its meshes smaller: a queue takes ${MOST_SWEEP_BYTES}`,
      },
    ]);
  const address = readAddress(sweep.queue);
  const packages = await loadPackages();
  const redis = await connect(packages, address, options);
  // reading waits, and whatever shares its connection would wait along
  const reader = await connect(packages, address, { ...options, tell: () => undefined });
  const { prefix } = address;
  const queue = new packages.bullmq.Queue(QUEUE, { connection: redis, prefix });
  queue.on('error', () => undefined);
  const coordinator = new Coordinator({ sweep, sink, options, redis, reader, queue, prefix });
  try {
    return await coordinator.run();
  } finally {
    await queue.close();
    redis.disconnect();
    reader.disconnect();
  }
}

interface Surroundings {
  readonly sweep: QueueSweep;
  readonly sink: RowSink;
  readonly options: QueueOptions;
  readonly redis: Redis;
  readonly reader: Redis;
  readonly queue: Queue;
  readonly prefix: string;
}

class Coordinator {
  private readonly with: Surroundings;
  private readonly tell: (line: string) => void;
  private readonly ahead: number;
  /** Runs that are out, those looked after longest ago first. */
  private readonly out = new Set<number>();
  private next = 0;
  private repeated = 0;
  private refused = 0;
  private lost = 0;

  constructor(surroundings: Surroundings) {
    this.with = surroundings;
    this.tell = surroundings.options.tell ?? (() => undefined);
    this.ahead = surroundings.options.ahead ?? AHEAD;
  }

  /** Told to stop it ends soon, whether Redis answers or not. */
  async run(): Promise<Delivery> {
    await partFrom(this.untilAll(), { stopped: aborted(this.with.options.signal) });
    const { repeated, refused, lost } = this;
    return { repeated, refused, lost };
  }

  private async untilAll(): Promise<void> {
    const { signal, lookMs = LOOK_MS } = this.with.options;
    await this.putSweep();
    // what came while nobody was there need not be made again
    while (await this.takeRows());
    let looked = performance.now();
    let isAll = await this.putMore();
    while (!isAll && !signal?.aborted) {
      const heard = await this.takeRows(WAIT_MS);
      if (performance.now() - looked > lookMs) {
        await this.lookAfter();
        looked = performance.now();
      }
      if (heard || this.out.size < this.ahead) isAll = await this.putMore();
    }
    if (isAll) await this.forget();
  }

  private outlast<Result>(step: () => Promise<Result>): Promise<Result> {
    const { signal } = this.with.options;
    return outlast(step, { tell: this.tell, ...(signal === undefined ? {} : { signal }) });
  }

  private putSweep(): Promise<void> {
    const { redis, prefix, sweep } = this.with;
    return this.outlast(() => putSweep(redis, prefix, sweep.hash, sweep.packed));
  }

  /** Puts as many as there is room for; true where all are done. */
  private async putMore(): Promise<boolean> {
    const { sweep, sink } = this.with;
    // not for each that comes home: many at once cost a message
    const few = Math.max(this.ahead / 2, this.ahead - PUT_BETWEEN_ROWS);
    const isRoom = this.out.size <= few || this.next >= sweep.count;
    // rows that came meanwhile shall not wait for long
    const most = Math.min(this.ahead, this.out.size + PUT_BETWEEN_ROWS);
    while (isRoom && this.out.size < most && this.next < sweep.count) {
      const runs: number[] = [];
      const room = Math.min(AT_ONCE, most - this.out.size);
      for (; runs.length < room && this.next < sweep.count; this.next++)
        if (!sink.isDone(this.next)) runs.push(this.next);
      await this.put(runs);
    }
    return this.next >= sweep.count && this.out.size === 0;
  }

  /** What is in the queue already stays as it is. */
  private async put(runs: readonly number[]): Promise<void> {
    const { sweep, queue, sink } = this.with;
    const jobs: ReturnType<typeof jobFor>[] = [];
    for (const run of runs) {
      const task = sweep.taskAt(run);
      const odd = Object.entries(task.values).find(([, value]) => !Number.isFinite(value));
      // JSON has no such numbers, and no scene takes them
      if (odd) await sink.add(setAside(task, `its parameter "${odd[0]}" is ${odd[1]}`, sweep.version));
      else jobs.push(jobFor(task));
    }
    if (jobs.length === 0) return;
    await this.outlast(() => queue.addBulk(jobs));
    for (const { data } of jobs) this.out.add(data.run);
  }

  /** True where something came. */
  private async takeRows(waitMs?: number): Promise<boolean> {
    const { reader, redis, prefix, sweep, sink } = this.with;
    const from = waitMs === undefined ? redis : reader;
    const delivered = await this.outlast(() => readRows(from, prefix, sweep.hash, waitMs));
    for (const one of delivered) await this.take(one);
    await sink.flush?.();
    // only now: a crash before leaves them in Redis, to be delivered again
    await this.outlast(() => dropRows(redis, prefix, sweep.hash, delivered));
    return delivered.length > 0;
  }

  private async take({ row }: Delivered): Promise<void> {
    const { sink, sweep } = this.with;
    if (row === undefined || row.run >= sweep.count || !isRowOf(row, sweep.taskAt(row.run))) {
      this.refused++;
      if (this.refused === 1)
        this.tell('something that is no row of this sweep lay among its rows: left out');
      return;
    }
    this.out.delete(row.run);
    if (sink.isDone(row.run)) this.repeated++;
    else await sink.add(row);
  }

  /** Of what was put long ago: what crashed is set aside, what Redis lost is put again. */
  private async lookAfter(): Promise<void> {
    const { queue, sweep, sink } = this.with;
    const runs = [...this.out].slice(0, Math.max(LOOKED_AFTER, this.out.size / LOOKED_AFTER_PART));
    for (const run of runs) {
      this.out.delete(run);
      this.out.add(run);
    }
    const tasks = runs.map((run) => sweep.taskAt(run));
    const { crashed, lost } = await this.outlast(() => findLost(queue, tasks));
    if (crashed.length + lost.length === 0) return;
    // a row is sent before its job goes: those that came in between are not lost
    while (await this.takeRows());
    for (const { task, why } of crashed) {
      if (!this.out.delete(task.run)) continue;
      await sink.add(setAside(task, why, sweep.version));
    }
    await sink.flush?.();
    for (const { task } of crashed) await this.outlast(() => removeJob(queue, task));
    const again = lost.filter(({ run }) => this.out.has(run)).map(({ run }) => run);
    if (again.length === 0) return;
    this.lost += again.length;
    await this.putSweep();
    await this.put(again);
  }

  /** All rows lie safe. */
  private async forget(): Promise<void> {
    const { redis, prefix, sweep } = this.with;
    await this.outlast(() => redis.del(sweepKey(prefix, sweep.hash), rowsKey(prefix, sweep.hash)));
  }
}

function jobFor(task: Task) {
  const opts = {
    jobId: jobOf(task),
    attempts: CRASHES,
    removeOnComplete: true,
    removeOnFail: { age: KEPT_SECONDS },
  };
  return { name: 'run', data: task, opts };
}
