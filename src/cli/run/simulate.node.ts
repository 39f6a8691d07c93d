// A run from its first frame to its end, whatever ends it: recorded, counted, bounded, and safe to stop.
// Everything here is synchronous once it has started, so it belongs on a thread of its own (run-thread.node.ts).

import { availableParallelism } from 'node:os';
import { loadEngine } from '../../catalog/index.ts';
import { ArenaFull, createArena } from '../../num/kernels/index.ts';
import {
  type HeldFile,
  heldSink,
  holdFile,
  type Repair,
  resumeRecordingFile,
} from '../../record/index.node.ts';
import {
  type FrameRecord,
  type Input,
  type Recording,
  RecordingWriter,
  type RunDescription,
} from '../../record/index.ts';
import type { Fault } from '../../scene/fault/index.ts';
import type { Apart, Scene } from '../../scene/index.ts';
import {
  columnsOf,
  type Complaint,
  Complaints,
  type Context,
  describeRun,
  type Engine,
  type OptionValue,
  platformName,
  recordRun,
  restoreState,
  run,
  StepError,
  Stopped,
} from '../../sim/index.ts';
import { createNodePool } from '../../sim/index.node.ts';
import { inputsBefore } from './drive.ts';
import { version } from '../version.ts';

/** What of a run is kept: nothing but its summary, frames and reports, or also the path and contacts between them. */
export type Keep = 'summary' | 'frames' | 'all';

export interface Job {
  readonly scene: Scene;
  /** What was moved or shrunk a hair in it, so that it could start. */
  readonly apart?: readonly Apart[];
  readonly engine: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly lastFrame: number;
  /** What comes from outside, by time: each takes effect at the first frame that is not earlier. */
  readonly inputs: readonly Input[];
  /** Ends after the frame that completes this many steps. */
  readonly maxSteps: number;
  readonly keep: Keep;
  /** The recording; unused where only the summary is kept. */
  readonly out: string;
  /** Go on from what is in `out`. */
  readonly resume: boolean;
  readonly threads: number;
  readonly maxWallSeconds: number;
  readonly maxMemoryBytes: number;
  /** Ends where the engine did anything worse than asked. */
  readonly strict?: boolean;
}

export interface Tally {
  frames: number;
  steps: number;
  /** [s] */
  simulatedSeconds: number;
  wallSeconds: number;
  /** [m]; infinite where the engine does not say. */
  smallestGap: number;
  /** [J]; NaN where the engine does not say. */
  energyFirst: number;
  energyLast: number;
}

export type End =
  | { readonly kind: 'done' }
  /** From outside, by a signal. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'limit'; readonly what: string }
  | {
      readonly kind: 'failed';
      readonly what: string;
      readonly time: number;
      readonly faults: readonly Fault[];
    };

export interface Hooks {
  /** Asked often, also inside long steps. */
  stopped(): boolean;
  frame(tally: Readonly<Tally>): void;
  /** What is done before the first frame, and how far it is; called often. */
  starting(fraction: number, doing: string): void;
}

const LIMIT_CHECK_MS = 50;

export interface Simulated {
  readonly tally: Tally;
  readonly end: End;
  /** What went worse than asked, one of each kind. */
  readonly complaints: readonly Complaint[];
  /** Where it went on from a recording that was damaged. */
  readonly repair?: Repair;
}

export async function simulate(job: Job, hooks: Hooks): Promise<Simulated> {
  // Nobody else writes the file from here on, however long it takes until there is a first frame.
  const held = job.keep === 'summary' ? undefined : await holdFile(job.out, true);
  try {
    return await simulateInto(held, job, hooks);
  } finally {
    held?.release();
  }
}

async function simulateInto(held: HeldFile | undefined, job: Job, hooks: Hooks): Promise<Simulated> {
  const { scene, options } = job;
  const engine = await loadEngine(job.engine);
  const columns = columnsOf(engine, scene);
  const limits = new Limits(job);
  const arena = createArena();
  const pool = await createNodePool({ arena, threads: Math.min(job.threads, availableParallelism()) });
  const summary = new Summary(columns.map(({ name }) => name));
  const complaints = new Complaints();
  // A start may take minutes, and ends where it is told to; once it is made its first frame is recorded in any case:
  // without a frame there would be nothing to go on from.
  let isStarting = true;
  const stop = () => (isStarting || summary.tally.frames > 0) && (hooks.stopped() || limits.reached());
  const context: Context = { arena, pool, stop, progress: hooks.starting };
  const keeps = { path: job.keep === 'all', contacts: job.keep === 'all' };
  let close = () => {};
  let repair: Repair | undefined;
  let end: End = { kind: 'done' };
  try {
    const simulation = engine.start(scene, options, context);
    isStarting = false;
    let firstFrame = 0;
    let writer: RecordingWriter | undefined;
    if (held && job.resume && held.size > 0) {
      const resumed = await resumeRecordingFile(job.out, held);
      ({ writer, repair } = resumed);
      close = resumed.sink.close;
      restoreState(simulation, await resumed.recording.snapshot());
      await summary.takeUp(resumed.recording);
      await resumed.recording.close();
      firstFrame = writer.nextFrame;
    } else if (held) {
      const sink = heldSink(held);
      ({ close } = sink);
      writer = RecordingWriter.create(sink, scene, describe(engine, job, keeps));
    }
    const plan = {
      scene,
      reportColumns: columns.length,
      firstFrame,
      lastFrame: job.lastFrame,
      wants: keeps,
      stop,
      inputs: (index: number) => inputsBefore(job.inputs, index, scene.frameRateHz),
      heard: (complaint: Complaint) => {
        complaints.add(complaint);
        if (job.strict) throw tooStrict(complaint);
      },
    };
    const frames = run(simulation, plan);
    for (const record of writer ? recordRun(simulation, frames, writer) : frames) {
      summary.add(record);
      hooks.frame(summary.tally);
      if (summary.tally.steps >= job.maxSteps) break;
    }
  } catch (error) {
    end = endBy(error, limits);
  } finally {
    close();
    pool.close();
  }
  return { tally: summary.tally, end, complaints: complaints.list, ...(repair ? { repair } : {}) };
}

/** What --strict ends a run with; what went wrong is said by the complaint itself. */
function tooStrict({ what, time }: Complaint): StepError {
  return new StepError(time, `${what}, and --strict was asked for`, []);
}

function endBy(error: unknown, limits: Limits): End {
  if (error instanceof Stopped)
    return limits.what ? { kind: 'limit', what: limits.what } : { kind: 'stopped' };
  if (error instanceof ArenaFull) return { kind: 'limit', what: error.message };
  if (error instanceof StepError)
    return { kind: 'failed', what: error.message, time: error.time, faults: error.faults };
  throw error;
}

function describe(engine: Engine, job: Job, keeps: RunDescription['keeps']): RunDescription {
  return {
    ...describeRun(engine, job.scene, { ...job, keeps }),
    version,
    platform: platformName(),
  };
}

class Limits {
  what = '';
  private readonly job: Job;
  private readonly began = performance.now();
  private next = 0;

  constructor(job: Job) {
    this.job = job;
  }

  reached(): boolean {
    const now = performance.now();
    if (this.what !== '' || now < this.next) return this.what !== '';
    this.next = now + LIMIT_CHECK_MS;
    const { maxWallSeconds, maxMemoryBytes } = this.job;
    if (now - this.began > 1000 * maxWallSeconds) this.what = `--max-wall of ${maxWallSeconds} s is over`;
    const used = maxMemoryBytes === Number.POSITIVE_INFINITY ? 0 : process.memoryUsage.rss();
    if (used > maxMemoryBytes)
      this.what = `--max-memory of ${Math.round(maxMemoryBytes / 1e6)} MB is used up (${Math.round(used / 1e6)} MB)`;
    return this.what !== '';
  }
}

class Summary {
  readonly tally: Tally = {
    frames: 0,
    steps: 0,
    simulatedSeconds: 0,
    wallSeconds: 0,
    smallestGap: Number.POSITIVE_INFINITY,
    energyFirst: Number.NaN,
    energyLast: Number.NaN,
  };
  private readonly gapAt: number;
  private readonly energyAt: number;

  constructor(columns: readonly string[]) {
    this.gapAt = columns.indexOf('smallestGap');
    this.energyAt = columns.indexOf('energy');
  }

  add({ frame, steps, report, wallMs }: Pick<FrameRecord, 'frame' | 'steps' | 'report' | 'wallMs'>): void {
    this.count(frame.time, steps, report, wallMs);
  }

  /** The frames that a resumed recording has already. */
  async takeUp(recording: Recording): Promise<void> {
    const [times, steps, wall, reports] = await Promise.all([
      recording.times(),
      recording.steps(),
      recording.wallTimes(),
      recording.reports(),
    ]);
    const columns = recording.columns.length;
    for (let i = 0; i < times.length; i++)
      this.count(times[i], steps[i], reports.subarray(i * columns, (i + 1) * columns), wall[i]);
  }

  private count(time: number, steps: number, report: Float64Array, wallMs: number): void {
    const { tally } = this;
    if (tally.frames === 0 && this.energyAt >= 0) tally.energyFirst = report[this.energyAt];
    tally.frames++;
    tally.steps += steps;
    tally.simulatedSeconds = time;
    tally.wallSeconds += wallMs / 1000;
    if (this.gapAt >= 0) tally.smallestGap = Math.min(tally.smallestGap, report[this.gapAt]);
    if (this.energyAt >= 0) tally.energyLast = report[this.energyAt];
  }
}
