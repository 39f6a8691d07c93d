// A recording of about 200 MB, made quickly: a swarm of boxes that drifts, written down without simulating it.

import { statSync } from 'node:fs';
import { flight } from '../../src/engines/flight/flight.ts';
import { fileSink } from '../../src/record/file.node.ts';
import type { FrameRecord } from '../../src/record/frame-record.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import { box, type SceneFile } from '../../src/scene/builder.ts';
import { resolveScene } from '../../src/scene/resolve.ts';
import { describeRun } from '../sim/tiny.ts';

const BODIES = 2000;
const FRAMES = 1000;
const RATE = 100; // [Hz]

const nothing = new Float64Array(0);
const nobody = new Uint32Array(0);

/** Writes it and returns how long it is [bytes]. */
export function writeLargeRecording(path: string): number {
  const cube = box({ size: [0.1, 0.1, 0.1] });
  const file: SceneFile = {
    name: 'swarm',
    engine: 'flight',
    gravity: 0,
    duration: (FRAMES - 1) / RATE,
    frameRateHz: RATE,
    bodies: Array.from({ length: BODIES }, (_, i) => ({
      ...cube,
      name: `bee-${i}`,
      position: [(i % 20) * 0.3, Math.floor(i / 400) * 0.3, (Math.floor(i / 20) % 20) * 0.3],
    })),
  };
  const { scene } = resolveScene(file);
  const sink = fileSink(path);
  const description = { ...describeRun(flight, scene), keeps: { path: false, contacts: false } };
  const writer = RecordingWriter.create(sink, scene, description);
  const poses = new Float64Array(7 * BODIES);
  scene.bodies.forEach(({ pose }, i) => {
    poses.set(pose.position, 7 * i);
    poses.set(pose.orientation, 7 * i + 3);
  });
  const velocities = new Float64Array(6 * BODIES);
  const report = new Float64Array(flight.columns.length);
  for (let index = 0; index < FRAMES; index++) {
    for (let i = 1; i < poses.length; i += 7) poses[i] += 0.001;
    writer.add(frameRecord(index, poses.slice(), velocities, report));
    if (index % 10 === 9) writer.commit({ time: Float64Array.of(index / RATE) });
  }
  writer.close();
  sink.close();
  return statSync(path).size;
}

function frameRecord(
  index: number,
  poses: Float64Array,
  velocities: Float64Array,
  report: Float64Array,
): FrameRecord {
  return {
    index,
    frame: { time: index / RATE, poses, velocities, vertices: nothing },
    steps: 1,
    report,
    stray: 0,
    wallMs: 1,
    path: { times: nothing, poses: nothing },
    turns: { vertices: nobody, times: nothing, positions: nothing },
    contacts: {
      count: 0,
      pair: nobody,
      body: nobody,
      other: nobody,
      feature: nobody,
      point: nothing,
      normal: nothing,
      normalImpulse: nothing,
      tangentialImpulse: nothing,
      start: nothing,
      duration: nothing,
      friction: nothing,
    },
    inputs: [],
  };
}
