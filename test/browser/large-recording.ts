// A long recording, made quickly: a swarm of boxes that drifts and trembles at random, so that nothing of it can be packed,
// written down without simulating it. As large as it is unless told otherwise it has about 200 MB.

import { statSync } from 'node:fs';
import { flight } from '../../src/engines/flight/index.ts';
import { fileSink } from '../../src/record/index.node.ts';
import { type ContactRows, type FrameRecord, RecordingWriter } from '../../src/record/index.ts';
import { box, resolveScene, type SceneFile } from '../../src/scene/index.ts';
import { describeRun } from '../sim/tiny.ts';

const RATE = 100; // [Hz]

const nothing = new Float64Array(0);
const nobody = new Uint32Array(0);

interface Size {
  readonly bodies?: number;
  readonly frames?: number;
  /** Of each body with the next, in every frame. */
  readonly contacts?: number;
}

/** Writes it and returns how long it is [bytes]. */
export function writeLargeRecording(path: string, size: Size = {}): number {
  const { bodies = 2000, frames = 1000, contacts = 0 } = size;
  const cube = box({ size: [0.1, 0.1, 0.1] });
  const file: SceneFile = {
    name: 'swarm',
    engine: 'flight',
    gravity: 0,
    duration: (frames - 1) / RATE,
    frameRateHz: RATE,
    bodies: Array.from({ length: bodies }, (_, i) => ({
      ...cube,
      name: `bee-${i}`,
      position: [(i % 20) * 0.3, Math.floor(i / 400) * 0.3, (Math.floor(i / 20) % 20) * 0.3],
    })),
  };
  const { scene } = resolveScene(file);
  const sink = fileSink(path);
  const description = { ...describeRun(flight, scene), keeps: { path: false, contacts: contacts > 0 } };
  const writer = RecordingWriter.create(sink, scene, description);
  const poses = new Float64Array(7 * bodies);
  scene.bodies.forEach(({ pose }, i) => {
    poses.set(pose.position, 7 * i);
    poses.set(pose.orientation, 7 * i + 3);
  });
  const random = tremor();
  const report = new Float64Array(flight.columns.length);
  const touching = contactRows(bodies, contacts);
  for (let index = 0; index < frames; index++) {
    for (let i = 1; i < poses.length; i += 7) poses[i] += 0.001;
    const velocities = Float64Array.from({ length: 6 * bodies }, random);
    writer.add(frameRecord(index, trembling(poses, random), velocities, report, touching));
    if (index % 10 === 9) writer.commit({ time: Float64Array.of(index / RATE) });
  }
  writer.close();
  sink.close();
  return statSync(path).size;
}

/** Numbers from -0.5 to 0.5, all of whose bits look random (xorshift). */
function tremor(): () => number {
  let state = 0x2545f491;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  return () => next() / 2 ** 32 + next() / 2 ** 64 - 0.5;
}

function trembling(poses: Float64Array, random: () => number): Float64Array {
  const out = new Float64Array(poses.length);
  for (let p = 0; p < poses.length; p += 7) {
    for (let k = 0; k < 3; k++) out[p + k] = poses[p + k] + 1e-3 * random();
    const turn = [1e-2 * random(), 1e-2 * random(), 1e-2 * random(), 1 + 1e-2 * random()];
    const length = Math.hypot(...turn);
    for (let k = 0; k < 4; k++) out[p + 3 + k] = turn[k] / length;
  }
  return out;
}

function frameRecord(
  index: number,
  poses: Float64Array,
  velocities: Float64Array,
  report: Float64Array,
  contacts: ContactRows,
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
    contacts,
    inputs: [],
  };
}

function contactRows(bodies: number, each: number): ContactRows {
  const count = 2 * each * (bodies - 1);
  const rows = {
    count,
    pair: new Uint32Array(count),
    body: new Uint32Array(count),
    other: new Uint32Array(count),
    feature: new Uint32Array(count),
    point: new Float64Array(3 * count),
    normal: new Float64Array(3 * count),
    normalImpulse: Float64Array.from({ length: count }, (_, row) => 0.01 / (1 + ((row >> 1) % 50))),
    tangentialImpulse: new Float64Array(3 * count),
    slip: new Float64Array(3 * count),
    gap: new Float64Array(count),
    start: new Float64Array(count),
    duration: new Float64Array(count).fill(1 / RATE),
    friction: new Float64Array(count),
  };
  for (let row = 0; row < count; row++) {
    const pair = row >> 1;
    const body = Math.floor(pair / each);
    const isFirst = row % 2 === 0;
    rows.pair[row] = pair;
    rows.body[row] = isFirst ? body : body + 1;
    rows.other[row] = isFirst ? body + 1 : body;
    rows.point[3 * row] = isFirst ? 0.05 : -0.05;
    rows.normal[3 * row] = isFirst ? -1 : 1;
  }
  return rows;
}
