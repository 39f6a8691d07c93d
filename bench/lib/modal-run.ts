// Runs a scene on the modal engine in short slices: the report of each, how long it took, where bodies were, and, where a
// sink is given, a recording that can be heard.

import { modal } from '../../src/engines/modal/engine.ts';
import { createArena } from '../../src/num/kernels/index.ts';
import { type ByteSink, RecordingWriter, columnAt } from '../../src/record/index.ts';
import { resolveScene, type Scene, type SceneFile } from '../../src/scene/index.ts';
import {
  columnsOf,
  type Engine,
  oneThread,
  parseOptions,
  recordRun,
  run,
  type Simulation,
} from '../../src/sim/index.ts';

export interface Measured {
  readonly scene: Scene;
  /** Simulated, and processor time without the start and without recording [s]. */
  readonly duration: number;
  readonly seconds: number;
  /** Filling and analysing bodies [s]. */
  readonly startSeconds: number;
  /** Of a slice [s]. */
  readonly slice: number;
  /** One number a column, slice after slice; events of each slice; processor time at its end [s]. */
  readonly reports: readonly Float64Array[];
  readonly events: readonly number[];
  readonly spent: readonly number[];
  /** Seven numbers a body at the end of each slice. */
  readonly poses: readonly Float64Array[];
  at(column: string): number;
}

export interface MeasureOptions {
  readonly options?: SceneFile['options'];
  /** [s] */
  readonly slice?: number;
  /** A recording with contacts is written here. */
  readonly sink?: ByteSink;
  readonly progress?: (time: number, spent: number) => void;
}

export function measureModal(
  file: SceneFile,
  duration: number,
  { options: given = {}, slice = 0.001, sink, progress }: MeasureOptions = {},
): Measured {
  const { scene } = resolveScene({ ...file, options: { ...file.options, ...given } });
  const { options, faults } = parseOptions(modal, scene.options);
  if (faults.length > 0) throw new Error(faults.map(({ what, where }) => `${where}: ${what}`).join('; '));
  const arena = createArena();
  const context = { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {} };
  const asked = process.cpuUsage();
  const simulation = new Timed(modal.start(scene, options, context));
  const startSeconds = secondsSince(asked);
  const lastFrame = Math.round(duration / slice);
  const frameRateHz = 1 / slice;
  const wants = { path: false, contacts: sink !== undefined };
  const columns = columnsOf(modal as unknown as Engine, scene);
  const frames = run(simulation, { scene, reportColumns: columns.length, lastFrame, frameRateHz, wants });
  const writer = sink
    ? RecordingWriter.create(sink, scene, {
        engine: modal.id,
        options: { ...options },
        promise: modal.promise,
        columns,
        lastFrame,
        frameRateHz,
        seed: scene.seed,
        keeps: wants,
        version: '',
        platform: '',
      })
    : undefined;
  const reports: Float64Array[] = [];
  const events: number[] = [];
  const spent: number[] = [];
  const poses: Float64Array[] = [];
  for (const { index, report, steps, frame } of writer ? recordRun(simulation, frames, writer) : frames) {
    if (index === 0) continue;
    reports.push(report);
    events.push(steps);
    spent.push(simulation.seconds);
    poses.push(frame.poses);
    progress?.(frame.time, simulation.seconds);
  }
  const at = (column: string): number => columnAt(columns, column);
  return {
    scene,
    duration,
    seconds: simulation.seconds,
    startSeconds,
    slice,
    reports,
    events,
    spent,
    poses,
    at,
  };
}

/** A simulation with the processor time that its steps took. */
class Timed implements Simulation {
  seconds = 0;
  private readonly inner: Simulation;

  constructor(inner: Simulation) {
    this.inner = inner;
  }

  get state(): Simulation['state'] {
    return this.inner.state;
  }

  get bending(): Simulation['bending'] {
    return this.inner.bending;
  }

  advance(...given: Parameters<Simulation['advance']>): ReturnType<Simulation['advance']> {
    const began = process.cpuUsage();
    const report = this.inner.advance(...given);
    this.seconds += secondsSince(began);
    return report;
  }

  apply(input: Parameters<Simulation['apply']>[0]): void {
    this.inner.apply(input);
  }

  restore(state: Simulation['state']): void {
    this.inner.restore(state);
  }

  writeFrame(frame: Parameters<Simulation['writeFrame']>[0]): void {
    this.inner.writeFrame(frame);
  }
}

/** Of a column, over all slices. */
export function columnSum({ reports, at }: Measured, column: string): number {
  return reports.reduce((sum, report) => sum + report[at(column)], 0);
}

export function columnMost({ reports, at }: Measured, column: string): number {
  return reports.reduce((most, report) => Math.max(most, report[at(column)]), 0);
}

/** Contacts for each one that pushed, over slices in which some did. */
export function reduction(measured: Measured): number {
  const { reports, at } = measured;
  let found = 0;
  let pushed = 0;
  for (const report of reports) {
    if (report[at('active')] === 0) continue;
    found += report[at('reduction')];
    pushed++;
  }
  return pushed > 0 ? found / pushed : 0;
}

/** Processor time from a moment of the simulation on [s]. */
export function secondsFrom({ seconds, spent, slice }: Measured, time: number): number {
  const slices = Math.round(time / slice);
  return seconds - (slices > 0 ? (spent[slices - 1] ?? seconds) : 0);
}

export function secondsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}
