// From what a page asks for to everything a run needs: scene, engine, options, where it begins and where it writes.

import { type Catalog, chooseEngine, readySpecifications } from '../catalog/index.ts';
import {
  blobSource,
  openRecording,
  type OptionValues,
  RecordingWriter,
  type RunDescription,
  sizesOf,
  type State,
} from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import type { Apart, Scene } from '../scene/index.ts';
import { columnsOf, type Engine, lastFrameOf, promiseOf } from '../sim/index.ts';
import type { StartMessage } from './messages.ts';
import { QueueSink } from './queue-sink.ts';
import { version } from './version.ts';

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
  const { scene: asWritten, notes } = await readScene(start, engines);
  const seeded = start.seed === undefined ? asWritten : { ...asWritten, seed: start.seed };
  const given = { ...seeded.options, ...start.options };
  const { engine, options, scene, apart } = await chooseEngine(seeded, given, engines, {
    engine: start.engine ?? seeded.engine,
    hair: start.hair,
  });
  const lastFrame = start.lastFrame ?? lastFrameOf(scene);
  const sink = new QueueSink(0);
  const writer = RecordingWriter.create(sink, scene, describe(scene, engine, options, lastFrame, apart));
  const { frameRateHz } = scene;
  return {
    scene,
    notes: apart.length === 0 ? notes : [...notes, await sentenceOf(scene, apart)],
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

/** What says it is loaded only where there is something to say. */
async function sentenceOf(scene: Scene, apart: readonly Apart[]): Promise<string> {
  const { describeApart } = await import('../scene/separate/index.ts');
  return describeApart(scene, apart);
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

/** A resolved scene as it is; a scene file is resolved, and only then is what reads it loaded. */
async function readScene(
  { scene, files }: StartMessage,
  engines: Catalog,
): Promise<{ scene: Scene; notes: readonly string[] }> {
  if (scene === undefined)
    throw new FaultError('the simulation cannot start:', [
      { what: 'there is no scene', where: 'scene', remedy: 'give a scene, or a recording to go on with' },
    ]);
  if ('meshes' in scene) return { scene, notes: [] };
  await readySpecifications(scene);
  const { resolveAny } = await import('../scene/read/index.ts');
  return resolveAny(scene, 'scene', {
    engines: Object.keys(engines),
    loadFile: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
  });
}

function describe(
  scene: Scene,
  engine: Engine<object>,
  options: OptionValues,
  lastFrame: number,
  apart: readonly Apart[],
): RunDescription {
  return {
    engine: engine.id,
    options,
    promise: promiseOf(engine, scene, options),
    columns: columnsOf(engine, scene),
    lastFrame,
    frameRateHz: scene.frameRateHz,
    seed: scene.seed,
    keeps: KEEPS,
    apart,
    version,
    platform: globalThis.navigator?.userAgent ?? 'unknown',
  };
}
