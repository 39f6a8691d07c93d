// Runs an example in memory and holds it to its word.

import { chooseEngine } from '../src/catalog/index.ts';
import { createArena } from '../src/num/kernels/index.ts';
import { bytesSource, MemorySink, openRecording, RecordingWriter } from '../src/record/index.ts';
import type { Example } from '../src/cli/index.node.ts';
import { resolveScene } from '../src/scene/index.ts';
import {
  columnsOf,
  lastFrameOf,
  oneThread,
  promiseOf,
  readOutcome,
  recordRun,
  run,
} from '../src/sim/index.ts';
import { type Verdict, verify } from '../src/verify/index.ts';

export interface Tried {
  readonly verdict: Verdict;
  /** What should have happened and did not. */
  readonly unmet: readonly string[];
  readonly simulateSeconds: number;
  readonly verifySeconds: number;
}

export async function tryExample(example: Example): Promise<Tried> {
  const { scene } = resolveScene(example.scene);
  const { engine, options } = await chooseEngine(scene);
  const arena = createArena();
  const context = { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {} };
  const sink = new MemorySink();
  const began = performance.now();
  const simulation = engine.start(scene, options, context);
  const writer = RecordingWriter.create(sink, scene, {
    engine: engine.id,
    options,
    promise: promiseOf(engine, scene, options),
    columns: columnsOf(engine, scene),
    lastFrame: lastFrameOf(scene),
    frameRateHz: scene.frameRateHz,
    seed: scene.seed,
    keeps: { path: true, contacts: true },
    version: '',
    platform: '',
  });
  const frames = run(simulation, { scene, reportColumns: columnsOf(engine, scene).length });
  for (const _ of recordRun(simulation, frames, writer));
  const simulated = performance.now();
  const recording = await openRecording(bytesSource(sink.bytes()));
  const verdict = await verify(recording);
  const verified = performance.now();
  const outcome = await readOutcome(recording);
  const unmet = example.expectations.filter(({ holds }) => !holds(outcome)).map(({ says }) => says);
  return {
    verdict,
    unmet,
    simulateSeconds: (simulated - began) / 1000,
    verifySeconds: (verified - simulated) / 1000,
  };
}
