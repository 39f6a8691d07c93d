// Short recordings of real engines, for the tests of sound.

import { ipc } from '../../src/engines/ipc/index.ts';
import { lcp } from '../../src/engines/lcp/index.ts';
import { modal } from '../../src/engines/modal/index.ts';
import {
  bytesSource,
  MemorySink,
  openRecording,
  type Recording,
  RecordingWriter,
} from '../../src/record/index.ts';
import { resolveScene, type SceneFile } from '../../src/scene/index.ts';
import { columnsOf, type Engine, parseOptions, recordRun, run } from '../../src/sim/index.ts';
import { describeRun, lonelyContext } from '../sim/tiny.ts';

const engines = { ipc, lcp, modal };

export async function recorded(
  file: SceneFile,
  id: keyof typeof engines,
  contacts = true,
): Promise<Recording> {
  const engine = engines[id] as unknown as Engine;
  const { scene } = resolveScene(file);
  const { options } = parseOptions(engine, scene.options);
  const sink = new MemorySink();
  const description = { ...describeRun(engine, scene, options), keeps: { path: true, contacts } };
  const writer = RecordingWriter.create(sink, scene, description);
  const simulation = engine.start(scene, options, lonelyContext());
  const reportColumns = columnsOf(engine, scene).length;
  const frames = run(simulation, { scene, reportColumns, wants: { path: true, contacts } });
  for (const _ of recordRun(simulation, frames, writer)) void _;
  return openRecording(bytesSource(sink.bytes()));
}
