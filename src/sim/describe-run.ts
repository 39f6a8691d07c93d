// What a run says about itself at the head of its recording.

import type { OptionValues, RunDescription } from '../record/index.ts';
import type { Apart, Scene } from '../scene/index.ts';
import { columnsOf, type Engine, promiseOf } from './engine.ts';

/** What of a run neither scene nor engine says. */
export interface RunFacts {
  readonly options: OptionValues;
  readonly lastFrame: number;
  readonly keeps: RunDescription['keeps'];
  /** What was moved or shrunk a hair so that it could start. */
  readonly apart?: readonly Apart[] | undefined;
}

/** All but the version and the platform, which whoever runs it knows. */
export function describeRun(
  engine: Engine,
  scene: Scene,
  { options, lastFrame, keeps, apart }: RunFacts,
): Omit<RunDescription, 'version' | 'platform'> {
  return {
    engine: engine.id,
    options,
    promise: promiseOf(engine, scene, options),
    columns: columnsOf(engine, scene),
    lastFrame,
    frameRateHz: scene.frameRateHz,
    seed: scene.seed,
    keeps,
    ...(apart === undefined ? {} : { apart }),
  };
}
