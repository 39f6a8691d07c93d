import { expect, test } from 'vitest';
import { reefKnot } from '../../../examples/async/parts/reef-knot.ts';
import { asynchronous } from '../../../src/engines/async/engine.ts';
import type { AsyncOptions } from '../../../src/engines/async/options.ts';
import {
  bytesSource,
  type FrameRecord,
  MemorySink,
  openRecording,
  RecordingWriter,
} from '../../../src/record/index.ts';
import { recordRun, run, StepError } from '../../../src/sim/index.ts';
import { verify } from '../../../src/verify/index.ts';
import { describeRun } from '../../sim/tiny.ts';
import { columnOf, optionsOf, sceneOf, startScene } from './harness.ts';

async function tie(knot: Parameters<typeof reefKnot>[0], given: Partial<AsyncOptions> = {}) {
  const scene = sceneOf(reefKnot(knot));
  const simulation = startScene(scene, given);
  const sink = new MemorySink();
  const writer = RecordingWriter.create(
    sink,
    scene,
    describeRun(asynchronous, scene, optionsOf(scene, given)),
  );
  const frames: FrameRecord[] = [];
  let failure: unknown;
  try {
    const plan = { scene, reportColumns: asynchronous.columns.length };
    for (const frame of recordRun(simulation, run(simulation, plan), writer)) frames.push(frame);
  } catch (error) {
    failure = error;
  }
  const verdict = await verify(await openRecording(bytesSource(sink.bytes())));
  return { frames, failure, verdict };
}

test('a knot pulled by forces comes to rest', async () => {
  const { frames, failure, verdict } = await tie({ name: 'by force', along: 36, duration: 0.2, force: 0.02 });
  expect(failure).toBeUndefined();
  expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, kept: true });
  const kinetic = columnOf(frames, 'kineticEnergy');
  expect(kinetic[kinetic.length - 1]).toBeLessThan(0.1 * Math.max(...kinetic));
});

test('a knot drawn apart without end stops before anything passes or tears', async () => {
  const { frames, failure, verdict } = await tie(
    { name: 'by motion', along: 36, duration: 0.2, force: 0, speed: 2 },
    { mostLayers: 7, extensionLimit: 0.4 },
  );
  expect(failure).toBeInstanceOf(StepError);
  expect((failure as StepError).message).toMatch(/layer 8/);
  expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, kept: true });
  const deepest = columnOf(frames, 'deepestLayer');
  expect(Math.max(...deepest)).toBeGreaterThan(3);
});
