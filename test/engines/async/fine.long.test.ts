// Examples at 2,500 vertices and more, run to their ends and judged.

import { expect, test } from 'vitest';
import { expectations, scene as file } from '../../../examples/async/curtain-fine.ts';
import { asynchronous } from '../../../src/engines/async/engine.ts';
import { bytesSource, MemorySink, openRecording, RecordingWriter } from '../../../src/record/index.ts';
import { readOutcome, recordRun, run } from '../../../src/sim/index.ts';
import { verify } from '../../../src/verify/index.ts';
import { describeRun } from '../../sim/tiny.ts';
import { optionsOf, sceneOf, startScene } from './harness.ts';

test('the fine curtain', { timeout: 3_600_000 }, async () => {
  const scene = sceneOf(file);
  const simulation = startScene(scene);
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, describeRun(asynchronous, scene, optionsOf(scene)));
  const plan = { scene, reportColumns: asynchronous.columns.length };
  let frames = 0;
  for (const _ of recordRun(simulation, run(simulation, plan), writer)) frames++;
  expect(frames).toBe(26);
  const recording = await openRecording(bytesSource(sink.bytes()));
  const verdict = await verify(recording);
  expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, kept: true });
  const outcome = await readOutcome(recording);
  for (const { says, holds } of expectations) expect(holds(outcome), says).toBe(true);
});
