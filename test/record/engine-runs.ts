// A short run of every engine, kept in memory frame by frame, to be written as often as a test wants.

import { asynchronous } from '../../src/engines/async/index.ts';
import { flight } from '../../src/engines/flight/index.ts';
import { ipc } from '../../src/engines/ipc/index.ts';
import { lcp } from '../../src/engines/lcp/index.ts';
import { modal } from '../../src/engines/modal/index.ts';
import { program, sceneOfSpecification } from '../../src/engines/program/index.ts';
import type { ByteSink } from '../../src/record/container/append-member.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import type { FrameRecord } from '../../src/record/frame-record.ts';
import type { RunDescription } from '../../src/record/header.ts';
import type { Bending, State } from '../../src/record/types.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import { box, cloth, floor, resolveScene, type Scene, type SceneFile } from '../../src/scene/index.ts';
import { columnsOf, copyState, type Engine, parseOptions, run } from '../../src/sim/index.ts';
import { bounce } from '../golden/specifications.ts';
import { describeRun, lonelyContext, tinyScene } from '../sim/tiny.ts';

export interface KeptRun {
  readonly scene: Scene;
  readonly description: RunDescription;
  readonly bending?: Bending;
  readonly frames: readonly FrameRecord[];
  /** The state after each frame. */
  readonly states: readonly State[];
}

const FRAMES = 6;
/** Frames after which a commit is made: chunks of one, two and three frames. */
const COMMITS = [0, 2, 5];

function keep<Options extends object>(engine: Engine<Options>, given: SceneFile | Scene): KeptRun {
  const file = 'meshes' in given ? given : resolveScene(given).scene;
  const scene = { ...file, duration: (FRAMES - 1) / file.frameRateHz };
  const { options } = parseOptions(engine, scene.options);
  const simulation = engine.start(scene, options, lonelyContext());
  const frames: FrameRecord[] = [];
  const states: State[] = [];
  for (const record of run(simulation, { scene, reportColumns: columnsOf(engine, scene).length })) {
    frames.push(structuredClone(record));
    states.push(copyState(simulation.state));
  }
  const { bending } = simulation;
  return {
    scene,
    description: describeRun(engine, scene, options),
    frames,
    states,
    ...(bending ? { bending } : {}),
  };
}

const falling: SceneFile = {
  name: 'falling',
  frameRateHz: 200,
  bodies: [
    floor({ friction: 0.3 }),
    { ...box({ size: [0.2, 0.2, 0.2] }), name: 'low', position: [0, 0.1005, 0], velocity: [0.3, -0.1, 0] },
  ],
  joints: [{ name: 'string', kind: 'ball', a: 'low', at: [0, 0.4, 0] }],
};

const draped: SceneFile = {
  name: 'draped',
  frameRateHz: 1000,
  bodies: [floor({ size: [1, 1], friction: 0.4 })],
  deformables: [
    cloth({ name: 'cloth', size: [0.1, 0.1], cells: [2, 2], position: [0, 0.005, 0], velocity: [0, -1, 0] }),
  ],
};

const soft: SceneFile = {
  name: 'soft',
  frameRateHz: 1000,
  options: { mostModes: 4 },
  bodies: [
    floor({ friction: 0.3 }),
    {
      ...box({
        size: [0.2, 0.03, 0.05],
        material: {
          name: 'rubber',
          density: 1000,
          youngsModulus: 5e7,
          poissonRatio: 0.3,
          dampingAlpha: 2,
          dampingBeta: 1e-5,
        },
      }),
      name: 'block',
      position: [0, 0.016, 0],
      velocity: [0.5, -1, 0],
    },
  ],
};

/** By the name of the engine; each is run when it is first asked for. */
export const keptRuns: Readonly<Record<string, () => KeptRun>> = {
  flight: once(() => keep(flight, tinyScene())),
  lcp: once(() => keep(lcp, falling)),
  ipc: once(() => keep(ipc, falling)),
  async: once(() => keep(asynchronous, draped)),
  modal: once(() => keep(modal, soft)),
  program: once(() => keep(program, sceneOfSpecification(bounce, 'bounce'))),
};

function once(make: () => KeptRun): () => KeptRun {
  let made: KeptRun | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Writes what a writer does not have yet, and closes it. */
export function writeRest(writer: RecordingWriter, { frames, states }: KeptRun, commits = COMMITS): void {
  for (let index = writer.nextFrame; index < frames.length; index++) {
    writer.add(frames[index]);
    if (commits.includes(index) || index === frames.length - 1) writer.commit(states[index]);
  }
  writer.close();
}

export function writeKept(sink: ByteSink, kept: KeptRun): RecordingWriter {
  const writer = RecordingWriter.create(sink, kept.scene, kept.description);
  if (kept.bending) writer.bend(kept.bending);
  writeRest(writer, kept);
  return writer;
}

/** The bytes of a whole recording; without what is written at the end, where it is not closed. */
export function keptBytes(kept: KeptRun, isClosed = true): Uint8Array<ArrayBuffer> {
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, kept.scene, kept.description);
  if (kept.bending) writer.bend(kept.bending);
  for (const [index, frame] of kept.frames.entries()) {
    writer.add(frame);
    if (COMMITS.includes(index)) writer.commit(kept.states[index]);
  }
  if (isClosed) writer.close();
  return sink.bytes();
}
