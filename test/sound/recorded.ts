// Short recordings of real engines, for the tests of sound.

import { ipc } from '../../src/engines/ipc/engine.ts';
import { lcp } from '../../src/engines/lcp/engine.ts';
import { MemorySink } from '../../src/record/memory-sink.ts';
import { openRecording, type Recording } from '../../src/record/recording.ts';
import { bytesSource } from '../../src/record/source.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import type { SceneFile } from '../../src/scene/builder.ts';
import { resolveScene } from '../../src/scene/resolve.ts';
import type { Engine } from '../../src/sim/engine.ts';
import { columnsOf } from '../../src/sim/engine.ts';
import { parseOptions } from '../../src/sim/options.ts';
import { recordRun } from '../../src/sim/record-run.ts';
import { run } from '../../src/sim/run.ts';
import { describeRun, lonelyContext } from '../sim/tiny.ts';

export async function recorded(file: SceneFile, id: 'ipc' | 'lcp', contacts = true): Promise<Recording> {
  const engine = (id === 'ipc' ? ipc : lcp) as unknown as Engine;
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
