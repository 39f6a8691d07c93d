import { describe, expect, test } from 'vitest';
import { boundNodes, Displaced } from '../../../src/engines/modal/bodies/displace.ts';
import { modal } from '../../../src/engines/modal/engine.ts';
import { bendingOf } from '../../../src/engines/modal/shapes.ts';
import {
  type Bending,
  bentBodies,
  bytesSource,
  contentHash,
  MemorySink,
  openRecording,
  RecordingWriter,
  writeBent,
} from '../../../src/record/index.ts';
import { box, floor, resolveScene, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { recordRun, restoreState, run, type Simulation } from '../../../src/sim/index.ts';
import { describeRun } from '../../sim/tiny.ts';
import { optionsOf, simulate } from './harness.ts';
import { withModes, type WrittenModes } from './synthetic.ts';

/** A ruler of 0.3 m held at its low end, pressed down at its tip for a while and let go; two marbles hit it. */
const ruler: WrittenModes = {
  omegas: [2 * Math.PI * 40, 2 * Math.PI * 250, 2 * Math.PI * 700],
  alpha: 1,
  beta: 1e-6,
  edge: 0.03,
  shape: (m, x) => [0, 6 * (1 - Math.cos(((m + 0.5) * Math.PI * (x + 0.15)) / 0.3)), 0],
};
const file: SceneFile = {
  name: 'pluck',
  duration: 0.12,
  frameRateHz: 100,
  bodies: [
    floor(),
    {
      ...box({ size: [0.3, 0.002, 0.03], density: 7800 }),
      name: 'ruler',
      position: [0, 0.5, 0],
      clamp: ['x<-0.14'],
      motion: 'static',
    },
    { ...sphere({ radius: 0.01 }), name: 'marble', position: [0.1, 0.52, 0] },
  ],
  forces: [{ body: 'ruler', force: [0, -2, 0], at: [0.15, 0, 0], from: 0, until: 0.05 }],
};
const { scene } = resolveScene(file);
const start = () => simulate(scene, {}, { ruler });

function record(simulation: Simulation, lastFrame?: number): Uint8Array<ArrayBuffer> {
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, describeRun(modal, scene, optionsOf(scene)));
  const frames = run(simulation, { scene, reportColumns: modal.columns.length, lastFrame });
  for (const _ of recordRun(simulation, frames, writer, { frames: 4 }));
  return sink.bytes();
}

describe('a ruler that is plucked', () => {
  test('is recorded as it bends, on the surface that contacts see', async () => {
    const recording = await openRecording(bytesSource(record(start())));
    const bending = (await recording.bending()) as Bending;
    const [{ body, shape, at }] = bentBodies(bending);
    expect(scene.bodies[body].name).toBe('ruler');
    expect(shape.modes).toBe(3);
    // the box itself has eight vertices, which cannot bend
    expect(shape.positions.length).toBeGreaterThan(3 * 30);

    const drawn = new Float64Array(shape.positions.length);
    const own = withModes(scene, { ruler }).bodies[body];
    const surface = new Displaced(own, boundNodes(own));
    const tips: number[] = [];
    const tip = shape.positions.findIndex((x, i) => i % 3 === 0 && x > 0.1499);
    for (let i = 0; i < recording.frameCount; i++) {
      const { bends } = await recording.frame(i);
      writeBent(drawn, shape, bends, at);
      surface.bend(bends as Float64Array, at);
      for (let v = 0; 3 * v < drawn.length; v++) {
        surface.vertex(v);
        for (let k = 0; k < 3; k++)
          expect(Math.abs(drawn[3 * v + k] - surface.positions[3 * v + k])).toBeLessThan(1e-8);
      }
      tips.push(drawn[tip + 1] - shape.positions[tip + 1]);
    }
    // pressed down by millimetres at first, and up when it was let go
    expect(tips[2]).toBeLessThan(-1e-3);
    expect(Math.max(...tips.slice(5))).toBeGreaterThan(0.5e-3);
  });

  test('has in a frame what its state has at that time', () => {
    const simulation = start();
    const frames = run(simulation, { scene, reportColumns: modal.columns.length, lastFrame: 0 });
    const [first] = [...frames];
    expect(first.frame.bends).toEqual(simulation.state.modal);
  });

  test('gone on with from a commit ends as one that was never stopped', async () => {
    const whole = await openRecording(bytesSource(record(start())));
    const begun = record(start(), 5);
    const recording = await openRecording(bytesSource(begun));
    const position = await recording.position();
    const sink = new MemorySink();
    sink.write(begun.slice(0, position.offset));
    const writer = RecordingWriter.resume(sink, recording.header, position);
    const simulation = start();
    restoreState(simulation, await recording.snapshot());
    const plan = { scene, reportColumns: modal.columns.length, firstFrame: writer.nextFrame };
    for (const _ of recordRun(simulation, run(simulation, plan), writer));
    const resumed = await openRecording(bytesSource(sink.bytes()));
    expect(await contentHash(resumed)).toBe(await contentHash(whole));
    expect((await resumed.frame(9)).bends).toEqual((await whole.frame(9)).bends);
  });

  test('does not bend where no body is flexible', async () => {
    const rigid = simulate(scene, {}, {});
    expect(rigid.bending).toBeUndefined();
    const recording = await openRecording(bytesSource(record(rigid, 2)));
    expect(recording.outline).toBeUndefined();
  });
});

test('of shapes too large to keep, the lowest modes are kept', () => {
  const bodies = withModes(scene, { ruler });
  const all = bendingOf(bodies) as Bending;
  const bytes = 4 * all.shapes[0].positions.length;
  const few = bendingOf(bodies, 2 * bytes) as Bending;
  expect(few.shapes[0].modes).toBe(2);
  expect(few.shapes[0].displacements).toEqual(
    all.shapes[0].displacements.subarray(0, few.shapes[0].displacements.length),
  );
  expect((bendingOf(bodies, 0) as Bending).shapes[0].modes).toBe(1);
});
