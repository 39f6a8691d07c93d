// From what a page asks for to everything a run needs: scene, engine, options, where it begins and where it writes.

import { type Catalog, chooseEngine, readyRun } from '../catalog/index.ts';
import {
  blobSource,
  openRecording,
  type OptionValues,
  RecordingWriter,
  type RunDescription,
  sizesOf,
  type State,
} from '../record/index.ts';
import type { Apart, Scene } from '../scene/index.ts';
import { describeRun, type Engine, lastFrameOf, platformName, version } from '../sim/index.ts';
import type { StartMessage } from './messages.ts';
import { QueueSink } from './queue-sink.ts';

export interface Prepared {
  readonly scene: Scene;
  readonly notes: readonly string[];
  /** What was moved or shrunk a hair so that it could start. */
  readonly apart: readonly Apart[];
  readonly engine: Engine<object>;
  readonly options: OptionValues;
  readonly firstFrame: number;
  readonly lastFrame: number;
  readonly frameRateHz: number;
  readonly keeps: RunDescription['keeps'];
  readonly sink: QueueSink;
  readonly writer: RecordingWriter;
  /** Where a run that goes on stands. */
  readonly snapshot?: State;
}

const KEEPS = { path: true, contacts: true };

/** @throws FaultError where the scene, the engine or the options are wrong */
export async function prepare(start: StartMessage, engines: Catalog): Promise<Prepared> {
  return start.recording ? goOn(start, start.recording, engines) : begin(start, engines);
}

async function begin(start: StartMessage, engines: Catalog): Promise<Prepared> {
  const { scene, notes, engine, options, apart } = await readyRun(start.scene, start, engines);
  const lastFrame = start.lastFrame ?? lastFrameOf(scene);
  const sink = new QueueSink(0);
  const writer = RecordingWriter.create(sink, scene, describe(scene, engine, options, lastFrame, apart));
  const { frameRateHz } = scene;
  return {
    scene,
    notes,
    apart,
    engine,
    options,
    firstFrame: 0,
    lastFrame,
    frameRateHz,
    keeps: KEEPS,
    sink,
    writer,
  };
}

async function goOn(start: StartMessage, blob: Blob, engines: Catalog): Promise<Prepared> {
  const recording = await openRecording(blobSource(blob));
  const { scene, header } = recording;
  const { engine, options } = await chooseEngine(scene, header.options, engines, {
    engine: header.engine,
    // It has started once already.
    hair: false,
  });
  const position = await recording.position();
  const sink = new QueueSink(position.offset);
  const writer = RecordingWriter.resume(sink, sizesOf(scene, recording.columns.length), position);
  return {
    scene,
    notes: [],
    apart: header.apart ?? [],
    engine,
    options,
    firstFrame: writer.nextFrame,
    lastFrame: start.lastFrame ?? header.lastFrame,
    frameRateHz: header.frameRateHz,
    keeps: header.keeps,
    sink,
    writer,
    snapshot: await recording.snapshot(),
  };
}

function describe(
  scene: Scene,
  engine: Engine<object>,
  options: OptionValues,
  lastFrame: number,
  apart: readonly Apart[],
): RunDescription {
  return {
    ...describeRun(engine, scene, { options, lastFrame, keeps: KEEPS, apart }),
    version,
    platform: platformName(),
  };
}
