// A recording of about 200 MB, made quickly: many small boxes in free flight.

import { statSync } from 'node:fs';
import { flight } from '../../src/engines/flight/flight.ts';
import { fileSink } from '../../src/record/file.node.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import { box, type SceneFile } from '../../src/scene/builder.ts';
import { resolveScene } from '../../src/scene/resolve.ts';
import { defaultsOf } from '../../src/sim/options.ts';
import { recordRun } from '../../src/sim/record-run.ts';
import { run } from '../../src/sim/run.ts';
import { describeRun, lonelyContext } from '../sim/tiny.ts';

const BODIES = 2000;
const FRAMES = 750;

/** Writes it and returns how long it is [bytes]. */
export function writeLargeRecording(path: string): number {
  const cube = box({ size: [0.1, 0.1, 0.1] });
  const file: SceneFile = {
    name: 'swarm',
    engine: 'flight',
    gravity: 0.1,
    duration: (FRAMES - 1) / 100,
    frameRateHz: 100,
    bodies: Array.from({ length: BODIES }, (_, i) => ({
      ...cube,
      name: `bee-${i}`,
      position: [(i % 20) * 0.3, Math.floor(i / 400) * 0.3, (Math.floor(i / 20) % 20) * 0.3],
    })),
  };
  const { scene } = resolveScene(file);
  const sink = fileSink(path);
  const simulation = flight.start(scene, defaultsOf(flight), lonelyContext());
  const description = { ...describeRun(flight, scene), keeps: { path: false, contacts: false } };
  const writer = RecordingWriter.create(sink, scene, description);
  const wants = { path: false, contacts: false };
  const frames = run(simulation, { scene, reportColumns: flight.columns.length, wants });
  for (const _ of recordRun(simulation, frames, writer, { frames: 10 }));
  sink.close();
  return statSync(path).size;
}
