// Runs scenes on the asynchronous engine, for tests.

import { asynchronous } from '../../../src/engines/async/engine.ts';
import type { AsyncOptions } from '../../../src/engines/async/options.ts';
import { type FrameRecord, columnAt } from '../../../src/record/index.ts';
import { resolveScene, type Scene, type SceneFile } from '../../../src/scene/index.ts';
import { defaultsOf, hashState, run, type Simulation } from '../../../src/sim/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';

export function optionsOf(scene: Scene, given: Partial<AsyncOptions> = {}): AsyncOptions {
  return { ...defaultsOf(asynchronous), ...(scene.options as Partial<AsyncOptions>), ...given };
}

export function sceneOf(file: SceneFile): Scene {
  return resolveScene(file).scene;
}

export function startScene(scene: Scene, given: Partial<AsyncOptions> = {}): Simulation {
  return asynchronous.start(scene, optionsOf(scene, given), lonelyContext());
}

/** All frames of a scene, and the hash of its last state. */
export function runScene(
  scene: Scene,
  given: Partial<AsyncOptions> = {},
): { frames: FrameRecord[]; hash: string } {
  const simulation = startScene(scene, given);
  const frames = [...run(simulation, { scene, reportColumns: asynchronous.columns.length })];
  return { frames, hash: hashState(simulation.state) };
}

/** A column of the report, frame after frame. */
export function columnOf(frames: readonly FrameRecord[], name: string): number[] {
  const at = columnAt(asynchronous.columns, name);
  return frames.map(({ report }) => report[at]);
}
