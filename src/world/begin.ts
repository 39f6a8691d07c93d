// A scene on its engine in this very thread, ready to be advanced.

import { readyRun, type ReadyRun, type RunChoices } from '../catalog/index.ts';
import { createArena } from '../num/kernels/index.ts';
import type { RunDescription } from '../record/index.ts';
import type { EngineChoice, Scene, SceneFile } from '../scene/index.ts';
import {
  columnsOf,
  type Context,
  createPool,
  describeRun,
  platformName,
  type Simulation,
  version,
  type WorkPool,
} from '../sim/index.ts';

/** A simulation that stands at its start. */
export interface Begun extends ReadyRun {
  readonly simulation: Simulation;
  /** Numbers in a report of the engine. */
  readonly reportColumns: number;
  readonly pool: WorkPool;
}

export const KEEPS: RunDescription['keeps'] = { path: true, contacts: true };

/** What is said beside a scene; each stands instead of the scene's own. */
export type WorldChoices = Omit<RunChoices, 'engine' | 'options'> & EngineChoice;

/** @throws FaultError where the scene, the engine or the options are wrong */
export async function begin(
  given: SceneFile | Scene | string,
  choices: WorldChoices & { readonly threads?: number | undefined },
  stop: () => boolean,
): Promise<Begun> {
  const ready = await readyRun(given, choices as RunChoices);
  const arena = createArena();
  const pool = await createPool({ arena, threads: choices.threads ?? 1 });
  const context: Context = { arena, pool, stop, progress: () => {} };
  try {
    const simulation = ready.engine.start(ready.scene, ready.options, context);
    return { ...ready, simulation, reportColumns: columnsOf(ready.engine, ready.scene).length, pool };
  } catch (error) {
    pool.close();
    throw error;
  }
}

/** What the head of its recording says. */
export function describe(
  { engine, scene, options, apart }: Pick<ReadyRun, 'engine' | 'scene' | 'options' | 'apart'>,
  lastFrame: number,
): RunDescription {
  const facts = { options, lastFrame, keeps: KEEPS, apart };
  return { ...describeRun(engine, scene, facts), version, platform: platformName() };
}
