// Examples at 2,500 vertices and more, run to their ends and judged.

import { expect, test } from 'vitest';
import * as nails from '../../../examples/async/bed-of-nails-fine.ts';
import * as compactor from '../../../examples/async/compactor-fine.ts';
import * as curtain from '../../../examples/async/curtain-fine.ts';
import * as knot from '../../../examples/async/reef-knot-fine.ts';
import { asynchronous } from '../../../src/engines/async/engine.ts';
import { bytesSource, MemorySink, openRecording, RecordingWriter } from '../../../src/record/index.ts';
import { readOutcome, recordRun, run } from '../../../src/sim/index.ts';
import { verify } from '../../../src/verify/index.ts';
import { describeRun } from '../../sim/tiny.ts';
import { optionsOf, sceneOf, startScene } from './harness.ts';

for (const { example, vertices, frames } of [
  { example: curtain, vertices: 2601 + 162, frames: 26 },
  { example: nails, vertices: 2 * 2601, frames: 25 },
  { example: compactor, vertices: 2952, frames: 28 },
  { example: knot, vertices: 4000, frames: 9 },
]) {
  test(example.scene.name ?? '', { timeout: 3_600_000 }, async () => {
    const scene = sceneOf(example.scene);
    const simulation = startScene(scene);
    const sink = new MemorySink();
    const writer = RecordingWriter.create(sink, scene, describeRun(asynchronous, scene, optionsOf(scene)));
    const plan = { scene, reportColumns: asynchronous.columns.length };
    let seen = 0;
    for (const _ of recordRun(simulation, run(simulation, plan), writer)) seen++;
    expect(seen).toBe(frames);
    const recording = await openRecording(bytesSource(sink.bytes()));
    const verdict = await verify(recording);
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, kept: true });
    const outcome = await readOutcome(recording);
    expect(outcome.vertices.length).toBe(3 * vertices * frames);
    for (const { says, holds } of example.expectations) expect(holds(outcome), says).toBe(true);
  });
}
