// A world in a worker of the page: the same, with steps that are awaited, so that the page stays awake.

import {
  bytesSource,
  type FrameRecord,
  openRecording,
  type Recording,
  type RunDescription,
  type State,
} from '../record/index.ts';
import type { Complaints } from '../sim/index.ts';
import { type Fault, FaultError } from '../scene/fault/index.ts';
import { joinEvents, type WorldEvents } from './events.ts';
import { KeptFrames, refuseRecording } from './kept-frames.ts';
import { WorldSnapshot } from './snapshot.ts';
import { type WorldFacts, type WorldInput, WorldView } from './world-view.ts';

/** The worker's end, as a world needs it. */
export interface WorldThread {
  readonly facts: WorldFacts;
  /** Of all frames so far. */
  readonly complaints: Complaints;
  /** What the head of its recording says. */
  readonly run: Omit<RunDescription, 'lastFrame'>;
  /** Makes a frame; `refused` are inputs that the engine did not take. */
  make(index: number): Promise<{ readonly record: FrameRecord; readonly refused: readonly Fault[] }>;
  apply(input: WorldInput): void;
  /** The state after the last frame. */
  state(): Promise<State>;
  rewind(state: State, frame: number): void;
  end(): void;
}

/** A world in a worker, made by `start(scene, { worker: true })`. */
export class WorkerWorld extends WorldView {
  private readonly thread: WorldThread;
  private readonly kept: KeptFrames | undefined;
  private inputs: WorldInput[] = [];

  /** Made by `start`. */
  constructor(thread: WorldThread, first: FrameRecord, isRecorded: boolean) {
    super(thread.facts, first, thread.complaints);
    this.thread = thread;
    this.kept = isRecorded ? new KeptFrames() : undefined;
    this.kept?.add(first);
  }

  /**
   * Goes on to the next frame, and tells what happened.
   * @throws FaultError where the engine did not take an input, without which the step was made; StepError where it cannot go on
   */
  async step(): Promise<WorldEvents> {
    this.inputs = [];
    const { record, refused } = await this.thread.make(this.index + 1);
    this.kept?.add(record);
    const events = this.arrive(record);
    if (refused.length > 0) throw new FaultError('an input could not be applied:', refused);
    return events;
  }

  /** Steps to the last frame at or before a time [s], and tells all that happened; nothing where that is in the past. */
  async advance(until: number): Promise<WorldEvents> {
    const all: WorldEvents[] = [];
    for (let left = this.framesUntil(until); left > 0; left--) all.push(await this.step());
    return joinEvents(all);
  }

  /** Takes effect in the next step, which tells where the engine cannot take it. */
  apply({ kind, target, values }: WorldInput): void {
    const input = { kind, target, values: [...values] };
    this.thread.apply(input);
    this.inputs.push(input);
  }

  /** Everything as it is now. */
  async snapshot(): Promise<WorldSnapshot> {
    const { last, inputs, happenings } = this;
    return new WorldSnapshot(await this.thread.state(), last, [...inputs], happenings.copy());
  }

  /** Puts everything back; from there on it goes on bit for bit as it went. What was recorded since is forgotten. */
  restore({ state, record, inputs, happenings }: WorldSnapshot): void {
    this.thread.rewind(state, record.index);
    this.last = record;
    this.happenings = happenings.copy();
    this.kept?.cut(record.index);
    this.inputs = [];
    for (const input of inputs) this.apply(input);
  }

  /** All frames so far, as a recording. */
  async recording(): Promise<Recording> {
    return openRecording(bytesSource(await this.bytes()));
  }

  /** The recording so far: a .carom file. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.kept === undefined) return refuseRecording();
    const state = await this.thread.state();
    return this.kept.bytes(this.scene, this.thread.run, state, this.bending);
  }

  /** Ends the worker; it cannot be stepped any more. */
  close(): void {
    this.thread.end();
  }
}
