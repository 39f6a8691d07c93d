// Starts a world that a program steps.

import type { Scene, SceneFile } from '../scene/index.ts';
import { begin, type WorldChoices } from './begin.ts';
import { World } from './world.ts';
import { WorkerWorld } from './worker-world.ts';

/** What `start` may be told beside the scene. */
export type StartChoices = WorldChoices & StartRest;

interface StartRest {
  /** At most so many; the result is the same. One unless said. */
  readonly threads?: number | undefined;
  /** Whether frames are kept for `world.recording()`: false unless said, since they add up. */
  readonly record?: boolean | undefined;
  /** True: in a worker of the page, so that steps are awaited. In Node it is this thread all the same. */
  readonly worker?: boolean | undefined;
}

/**
 * A world that stands at its start. It goes on for as long as it is stepped, whatever the scene's duration.
 * @param scene  from `defineScene`, a scene file as JSON text or parsed, or a scene from `loadScene` (carom/node)
 * @throws FaultError where the scene, the engine or the options are wrong
 */
export async function start(
  scene: SceneFile | Scene | string,
  choices: StartChoices & { readonly worker: true },
): Promise<WorkerWorld>;
/** The same in this thread. */
export async function start(
  scene: SceneFile | Scene | string,
  choices?: StartChoices & { readonly worker?: false | undefined },
): Promise<World>;
export async function start(
  scene: SceneFile | Scene | string,
  { record = false, worker = false, ...choices }: StartChoices = {},
): Promise<World | WorkerWorld> {
  if (!worker) return new World(await begin(scene, choices, () => false), record);
  const { openWorker } = await import('./open-worker.ts');
  const { thread, first } = await openWorker(scene, choices);
  return new WorkerWorld(thread, first, record);
}
