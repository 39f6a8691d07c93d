// One run of a sweep, from its task to its row.

import { readyRun, type ReadyRun } from '../catalog/index.ts';
import { ArenaFull, createArena } from '../num/kernels/index.ts';
import { type ByteSink, type FrameRecord, RecordingWriter } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import {
  columnsOf,
  createPool,
  describeRun,
  type Expectation,
  lastFrameOf,
  platformName,
  recordRun,
  run,
  Stopped,
  version,
} from '../sim/index.ts';
import { applyValues } from './apply.ts';
import { limits } from './limits.ts';
import { Measures } from './measure/index.ts';
import type { Ended, Row, Task } from './row.ts';
import { RunHash } from './run-hash.ts';
import { RunLimits } from './run-limits.ts';
import type { Sweep } from './sweep.ts';

/** Where the recording of a run goes. */
export interface Keeping {
  /** Takes its bytes. */
  readonly sink: ByteSink;
  /** In the folder of the sweep, as the row says it: "runs/000123.carom". */
  readonly path: string;
  /** Nothing more is written: the recording stays, or (`keepOf: "failed"`, and it did not) it goes. */
  end(stays: boolean): void;
}

/** What the surroundings of a run do for it. */
export interface RunHooks {
  /** Asked often, also inside long steps; true gives the run up: `Stopped` is thrown, and there is no row. */
  stopped(): boolean;
  /** Asked where the sweep keeps recordings. */
  keepInto?(run: number): Keeping | undefined;
  /** What an example expects; where absent such measures are null. */
  expectationsOf?(example: string): Promise<readonly Expectation[]>;
  /** What the run's process or thread uses [bytes], where it can be known. */
  memoryBytes?(): number;
}

interface End {
  readonly ended: Ended;
  readonly what: string;
}

/**
 * Runs a task. Whatever the scene does is in the row: a scene that cannot be used, a step that fails, a limit.
 * @throws Stopped where it was told to stop, and what the machine refuses, such as a full disk
 */
export async function runTask(sweep: Sweep, task: Task, hooks: RunHooks): Promise<Row> {
  const began = performance.now();
  const one = new TaskRun(sweep, task, hooks, began);
  const end = await one.toItsEnd();
  const { measures, simulatedSeconds, hash, recording } = one.came();
  const { run: place, values, seed } = task;
  return {
    run: place,
    values,
    seed,
    measures,
    ...end,
    simulatedSeconds,
    wallSeconds: (performance.now() - began) / 1000,
    version,
    hash,
    recording,
  };
}

class TaskRun {
  private readonly sweep: Sweep;
  private readonly task: Task;
  private readonly hooks: RunHooks;
  private readonly limits: RunLimits;
  private readonly hash = new RunHash();
  private measures: Measures | undefined;
  private simulated = 0;
  private keeping: Keeping | undefined;
  private isKept = false;

  constructor(sweep: Sweep, task: Task, hooks: RunHooks, began: number) {
    this.sweep = sweep;
    this.task = task;
    this.hooks = hooks;
    this.limits = new RunLimits(sweep.limits, began, () => hooks.memoryBytes?.() ?? 0);
  }

  async toItsEnd(): Promise<End> {
    let end: End | undefined;
    try {
      end = await this.simulate(await this.ready());
    } catch (error) {
      end = this.endBy(error);
    } finally {
      // Told to stop, or out of its mind: what is half there is nobody's recording.
      this.isKept = end !== undefined && (this.sweep.keepOf === 'all' || hasFailed(end));
      this.keeping?.end(this.isKept);
    }
    return end;
  }

  came(): Pick<Row, 'measures' | 'simulatedSeconds' | 'hash' | 'recording'> {
    const nothing = () => Object.fromEntries(this.sweep.measures.map(({ name }) => [name, null]));
    return {
      measures: this.measures?.values() ?? nothing(),
      simulatedSeconds: this.simulated,
      hash: this.hash.digest(),
      recording: this.isKept ? (this.keeping?.path ?? null) : null,
    };
  }

  private async ready(): Promise<ReadyRun> {
    const { subject, parameters } = this.sweep;
    const { scene, faults } = applyValues(subject.scene, parameters, this.task.values);
    if (faults.length > 0) throw new FaultError('the scene cannot be changed so:', faults);
    const isSeedSwept = parameters.some(({ at }) => at.includes('/seed'));
    const seed = isSeedSwept ? {} : { seed: this.task.seed };
    return readyRun(scene, { files: subject.files, ...seed });
  }

  private async simulate(ready: ReadyRun): Promise<End> {
    const { engine, scene, options } = ready;
    const columns = columnsOf(engine, scene);
    const expectations = await this.expectations();
    const measures = new Measures(this.sweep, { scene, columns, values: this.task.values, expectations });
    const stop = () => this.hooks.stopped() || this.limits.reached();
    const arena = createArena();
    const pool = await createPool({ arena, threads: 1 });
    try {
      const simulation = engine.start(scene, options, { arena, pool, stop, progress: () => {} });
      this.measures = measures;
      const wants = this.wants();
      const frames = run(simulation, { scene, reportColumns: columns.length, wants, stop });
      const writer = this.writer(ready, wants);
      return this.watch(writer ? recordRun(simulation, frames, writer) : frames, measures);
    } finally {
      pool.close();
    }
  }

  private watch(frames: Iterable<FrameRecord>, measures: Measures): End {
    for (const record of frames) {
      this.hash.add(record);
      measures.see(record);
      this.simulated = record.frame.time;
      if (measures.isOver())
        return { ended: 'early', what: this.sweep.stopWhen?.text.slice(0, limits.text) ?? '' };
    }
    return { ended: 'done', what: '' };
  }

  private wants(): { path: boolean; contacts: boolean } {
    const { keep, measures } = this.sweep;
    const touches = measures.some(({ file }) => file.firstContact !== undefined);
    return { path: keep === 'all', contacts: keep === 'all' || touches };
  }

  private writer({ engine, scene, options, apart }: ReadyRun, keeps: { path: boolean; contacts: boolean }) {
    const { keep, keepOf } = this.sweep;
    if (keep === 'summary' || keepOf === 'none') return undefined;
    this.keeping = this.hooks.keepInto?.(this.task.run);
    if (this.keeping === undefined) return undefined;
    const facts = { options, lastFrame: lastFrameOf(scene), keeps, apart };
    const described = { ...describeRun(engine, scene, facts), version, platform: platformName() };
    return RecordingWriter.create(this.keeping.sink, scene, described);
  }

  private async expectations(): Promise<readonly Expectation[]> {
    const { example } = this.sweep.subject;
    const isAsked = this.sweep.measures.some(({ file }) => file.expectation !== undefined);
    return (isAsked && example !== undefined && (await this.hooks.expectationsOf?.(example))) || [];
  }

  private endBy(error: unknown): End {
    if (isOfMachine(error)) throw error;
    if (error instanceof Stopped && this.limits.what === '') throw error;
    if (error instanceof Stopped) return { ended: 'limit', what: this.limits.what };
    if (error instanceof ArenaFull) return { ended: 'limit', what: oneLine(error.message) };
    return { ended: 'failed', what: oneLine(error instanceof Error ? error.message : String(error)) };
  }
}

/** A full disk says nothing about the run: elsewhere, or later, it will do. */
export function isOfMachine(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]/.test(error.code)
  );
}

function hasFailed({ ended }: End): boolean {
  return ended === 'failed' || ended === 'limit';
}

/** A message with its faults as one line that a table can hold. */
function oneLine(message: string): string {
  return message.replace(/\s+/g, ' ').slice(0, limits.text);
}
