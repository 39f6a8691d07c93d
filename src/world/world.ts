// A world in this thread: stepped, asked, pushed, put back.
//
//   const world = await start(scene);
//   while (world.time < 2) {
//     const { contacts } = world.step();
//     if (contacts.some(({ kind, a, b }) => kind === 'begin' && a === 'floor' && b === 'ball')) world.body('ball').impulse([0, 1, 0]);
//   }

import { bytesSource, type FrameRecord, type Input, openRecording, type Recording } from '../record/index.ts';
import type { State } from '../record/index.ts';
import { Complaints, copyState, promiseOf, restoreState, run, withAppliedInputs } from '../sim/index.ts';
import { type Begun, describe, KEEPS } from './begin.ts';
import { joinEvents, type WorldEvents } from './events.ts';
import { KeptFrames, refuseRecording } from './kept-frames.ts';
import { WorldSnapshot } from './snapshot.ts';
import { type WorldInput, WorldView } from './world-view.ts';

/** A world in this thread, made by `start`. */
export class World extends WorldView {
  private readonly begun: Begun;
  private readonly kept: KeptFrames | undefined;
  /** Applied, and to be logged in the next frame. */
  private inputs: Input[] = [];
  /** After the last frame, before any input. */
  private lastState: State;

  /** Made by `start`. */
  constructor(begun: Begun, isRecorded: boolean) {
    const { scene, notes, engine, options, simulation } = begun;
    const promise = promiseOf(engine, scene, options);
    const heard = new Complaints();
    const first = makeFrame(begun, 0, [], heard);
    super({ scene, notes, engine: engine.id, options, promise, bending: simulation.bending }, first, heard);
    this.begun = begun;
    this.kept = isRecorded ? new KeptFrames() : undefined;
    this.kept?.add(first);
    this.lastState = copyState(simulation.state);
  }

  /**
   * Goes on to the next frame, and tells what happened.
   * @throws StepError where the engine cannot go on; the world then stands at the frame before
   */
  step(): WorldEvents {
    const record = makeFrame(this.begun, this.index + 1, this.inputs, this.heard);
    this.inputs = [];
    this.lastState = copyState(this.begun.simulation.state, this.lastState);
    this.kept?.add(record);
    return this.arrive(record);
  }

  /** Steps to the last frame at or before a time [s], and tells all that happened; nothing where that is in the past. */
  advance(until: number): WorldEvents {
    return joinEvents(Array.from({ length: this.framesUntil(until) }, () => this.step()));
  }

  /**
   * Takes effect in the next step.
   * @throws FaultError where the engine cannot take it; nothing has changed then
   */
  apply({ kind, target, values }: WorldInput): void {
    const input: Input = { time: this.time, kind, target, values: [...values] };
    this.begun.simulation.apply(input);
    this.inputs.push(input);
  }

  /** Everything as it is now. */
  snapshot(): WorldSnapshot {
    return new WorldSnapshot(copyState(this.lastState), this.last, [...this.inputs], this.happenings.copy());
  }

  /** Puts everything back; from there on it goes on bit for bit as it went. What was recorded since is forgotten. */
  restore({ state, record, inputs, happenings }: WorldSnapshot): void {
    restoreState(this.begun.simulation, state);
    this.last = record;
    this.happenings = happenings.copy();
    this.lastState = copyState(state);
    this.kept?.cut(record.index);
    this.inputs = [];
    for (const input of inputs) this.apply(input);
  }

  /** All frames so far, as a recording. */
  async recording(): Promise<Recording> {
    return openRecording(bytesSource(this.bytes()));
  }

  /** The recording so far: a .carom file. */
  bytes(): Uint8Array<ArrayBuffer> {
    if (this.kept === undefined) return refuseRecording();
    const run = describe(this.begun, this.index);
    return this.kept.bytes(this.scene, run, this.lastState, this.bending);
  }

  /** Ends its threads; it cannot be stepped any more. */
  close(): void {
    this.begun.pool.close();
  }
}

function makeFrame(begun: Begun, index: number, inputs: readonly Input[], heard: Complaints): FrameRecord {
  const { scene, simulation, reportColumns } = begun;
  const frames = run(withAppliedInputs(simulation), {
    scene,
    reportColumns,
    firstFrame: index,
    lastFrame: index,
    wants: KEEPS,
    inputs: () => inputs,
    heard: (complaint) => heard.add(complaint),
  });
  const { value } = frames.next();
  return value as FrameRecord;
}
