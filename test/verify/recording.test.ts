// The judge on real recordings, through the file format: flown by the engine that knows nothing of contact.

import { expect, test } from 'vitest';
import { flight } from '../../src/engines/flight/index.ts';
import {
  bytesSource,
  type Guarantee,
  type Input,
  MemorySink,
  openRecording,
  RecordingWriter,
  type RunDescription,
} from '../../src/record/index.ts';
import { box, defineScene, resolveScene } from '../../src/scene/index.ts';
import { recordRun, run } from '../../src/sim/index.ts';
import { verify } from '../../src/verify/verify.ts';
import { describeRun, lonelyContext } from '../sim/tiny.ts';

async function fly(offset: number, promise: Guarantee, frameRateHz = 30, keepsPath = true) {
  const block = box({ size: [0.2, 0.3, 0.4] });
  const { scene } = resolveScene(
    defineScene({
      name: 'encounter',
      gravity: [0, 0, 0],
      duration: 1,
      frameRateHz,
      bodies: [
        { ...block, name: 'left', position: [-5, 0, 0], velocity: [10, 0, 0], angularVelocity: [3, 5, 1] },
        {
          ...block,
          name: 'right',
          position: [5.1, offset, 0],
          velocity: [-10, 0, 0],
          angularVelocity: [-4, 1, 7],
        },
      ],
    }),
  );
  const description: RunDescription = {
    engine: flight.id,
    options: {},
    promise,
    columns: flight.columns,
    lastFrame: frameRateHz,
    frameRateHz,
    seed: 0,
    keeps: { path: keepsPath, contacts: false },
    version: '0',
    platform: 'test',
  };
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, description);
  const simulation = flight.start(scene, { timeStep: 1 / 128 }, lonelyContext());
  const wants = { path: keepsPath, contacts: false };
  const frames = run(simulation, { scene, reportColumns: flight.columns.length, frameRateHz, wants });
  for (const _ of recordRun(simulation, frames, writer)) {
    // the run drives itself
  }
  return openRecording(bytesSource(sink.bytes()));
}

const NEVER: Guarantee = { kind: 'never intersects' };

test('two bodies that fly through each other, however few frames there are', async () => {
  for (const frameRateHz of [2, 3, 30, 100]) {
    const verdict = await verify(await fly(0, NEVER, frameRateHz));
    expect(verdict.broken).toBe(0);
    expect(verdict.frames).toBe(frameRateHz + 1);
    expect(verdict.intersections + verdict.tunnelled).toBeGreaterThan(0);
    expect(verdict.kept).toBe(false);
    expect(verdict.faults[0].time).toBeGreaterThan(0.4);
    expect(verdict.faults[0].time).toBeLessThan(0.6);
  }
});

test('frames blended between the steps of the engine lie on its path, and passing by is clean', async () => {
  for (const frameRateHz of [7, 30, 100]) {
    const verdict = await verify(await fly(0.7, NEVER, frameRateHz));
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true });
    expect(verdict.instants).toBeGreaterThanOrEqual(129);
  }
});

test('a body that is put behind another, taken out, and brought back, as engines tell it', async () => {
  const block = box({ size: [0.2, 0.2, 0.2] });
  const { scene } = resolveScene(
    defineScene({
      name: 'stage',
      gravity: [0, 0, 0],
      duration: 1,
      frameRateHz: 10,
      bodies: [
        { ...block, name: 'post', position: [0, 0, 0] },
        { ...block, name: 'actor', position: [-1, 0, 0], velocity: [1, 0, 0] },
      ],
    }),
  );
  const play = async (timeStep: number, script: Record<number, Omit<Input, 'time' | 'target'>>) => {
    const sink = new MemorySink();
    const options = { timeStep };
    const writer = RecordingWriter.create(sink, scene, {
      ...describeRun(flight, scene, options),
      promise: NEVER,
    });
    const simulation = flight.start(scene, options, lonelyContext());
    const inputs = (index: number, time: number) =>
      script[index] ? [{ ...script[index], time, target: 1 }] : [];
    for (const _ of recordRun(
      simulation,
      run(simulation, { scene, reportColumns: flight.columns.length, inputs }),
      writer,
    ));
    return verify(await openRecording(bytesSource(sink.bytes())));
  };
  const behind = [0.5, 0, 0, 0, 0, 0, 1];
  const inTheWay = [0.1, 0, 0, 0, 0, 0, 1];
  // steps that end at frames, and steps that do not
  for (const timeStep of [0.025, 0.03]) {
    const clean = { intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true };
    expect(await play(timeStep, {})).toMatchObject({ kept: false });
    expect(await play(timeStep, { 6: { kind: 'pose', values: behind } })).toMatchObject(clean);
    expect(await play(timeStep, { 6: { kind: 'pose', values: inTheWay } })).toMatchObject({ kept: false });
    const away = { 6: { kind: 'disable', values: [] } } as const;
    expect(await play(timeStep, away)).toMatchObject(clean);
    expect(await play(timeStep, { ...away, 8: { kind: 'enable', values: behind } })).toMatchObject(clean);
    expect(await play(timeStep, { ...away, 8: { kind: 'enable', values: inTheWay } })).toMatchObject({
      kept: false,
    });
  }
});

test('the engine without contact promises nothing, and that is kept', async () => {
  expect(await verify(await fly(0, flight.promise))).toMatchObject({ kept: true });
});

test('stops when asked, says how far it got, and tells its progress', async () => {
  const told: number[] = [];
  let asked = 0;
  const verdict = await verify(await fly(0.7, NEVER), {
    stop: () => ++asked > 5,
    progress: (fraction) => told.push(fraction),
  });
  expect(verdict.complete).toBe(false);
  expect(verdict.frames).toBe(5);
  expect(told).toHaveLength(5);
  expect(told[4]).toBeCloseTo(5 / 31, 12);
});
