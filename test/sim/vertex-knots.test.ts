// An engine by hand whose cloths move together, and one of whose bodies is put elsewhere: what it tells is what is recorded.

import { expect, test } from 'vitest';
import {
  bytesSource,
  contentHash,
  MemorySink,
  openRecording,
  RecordingWriter,
} from '../../src/record/index.ts';
import type { Frame, StepSink } from '../../src/record/index.ts';
import { recordRun } from '../../src/sim/record-run.ts';
import type { Simulation } from '../../src/sim/index.ts';
import { run } from '../../src/sim/run.ts';
import { flight } from '../../src/engines/flight/index.ts';
import { describeRun, tinyBody, tinyCloth, tinyScene } from './tiny.ts';

const STEP = 1 / 90;
const scene = tinyScene({
  bodies: [tinyBody({ name: 'stays' }), tinyBody({ name: 'jumps' })],
  deformables: [tinyCloth(), { ...tinyCloth(), name: 'other' }],
  forces: [],
  duration: 0.2,
  frameRateHz: 30,
});
const flat = scene.meshes[0].positions;

/** The second cloth rises by its own law, the first does not move; the second body jumps at every frame but the first. */
class ByHand implements Simulation {
  readonly state = { clock: new Float64Array(1) };
  readonly told: { time: number; positions: Float64Array }[] = [];

  restore(): void {}
  apply(): void {}

  advance(until: number, sink: StepSink) {
    const jumps = this.state.clock[0];
    if (until > 0) {
      for (const x of [jumps, jumps + 1]) sink.knot(jumps, this.poses(x));
    }
    let steps = 0;
    for (let time = jumps; time < until; time += STEP, steps++) {
      const positions = this.cloth(time);
      sink.vertexKnot?.(time, 1, positions);
      this.told.push({ time, positions });
    }
    this.state.clock[0] = until;
    return { steps, values: new Float64Array(flight.columns.length) };
  }

  writeFrame(frame: Frame): void {
    frame.poses.set(this.poses(this.state.clock[0] + 1));
    frame.vertices.set(flat);
    frame.vertices.set(this.cloth(this.state.clock[0]), flat.length);
  }

  private poses(x: number): Float64Array {
    return Float64Array.of(-0, 1, 2, 0, 0, 0, 1, x, 0, 0, 0, 0, 0, 1);
  }

  private cloth(time: number): Float64Array {
    return flat.map((x, i) => (i % 3 === 1 ? x + time * time * (1 + i) : x));
  }
}

async function record(frames: number) {
  const simulation = new ByHand();
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, describeRun(flight, scene));
  const records = [
    ...recordRun(simulation, run(simulation, { scene, reportColumns: flight.columns.length }), writer, {
      frames,
    }),
  ];
  return { simulation, records, recording: await openRecording(bytesSource(sink.bytes())) };
}

test('knots of vertices are read as they were told, and what is between them is known', async () => {
  const { simulation, records, recording } = await record(4);
  const told = simulation.told.values();
  expect(recording.frameCount).toBe(7);
  for (const { index, vertexKnots } of records) {
    const read = await recording.vertexKnots(index);
    expect(read).toEqual(vertexKnots);
    for (const { deformable, firstVertex, times, positions } of read) {
      expect([deformable, firstVertex]).toEqual([1, 4]);
      times.forEach((time, k) => {
        const knot = told.next().value;
        expect(time).toBe(knot?.time);
        expect(positions.subarray(k * flat.length, (k + 1) * flat.length)).toEqual(knot?.positions);
      });
    }
    // before the first frame nothing was told, and so nothing is known
    expect(await recording.stray(index)).toBe(index === 0 ? Number.POSITIVE_INFINITY : 0);
  }
  expect(told.next().done).toBe(true);
});

test('a body put elsewhere has two knots at one time, and one that stays where it is has none', async () => {
  const { records, recording } = await record(64);
  for (const { index, path, frame } of records) {
    expect(await recording.path(index)).toEqual(path);
    expect(Object.is((await recording.frame(index)).poses[0], -0)).toBe(true);
    const { times, moved, poses } = await recording.movedPath(index);
    if (index === 0) continue;
    expect(times[0]).toBe(times[1]);
    expect([...moved]).toEqual([1]);
    expect([...poses.subarray(0, 2)]).toEqual([times[0], times[0] + 1]);
    expect(frame.poses[7]).not.toBe(poses[1]);
  }
});

test('the content does not depend on how the frames were cut into chunks', async () => {
  const [some, others] = [await record(2), await record(64)];
  expect(await contentHash(some.recording)).toBe(await contentHash(others.recording));
});
