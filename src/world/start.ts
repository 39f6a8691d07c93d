// Starts a world that a program steps.

import type { Scene, SceneFile } from '../scene/index.ts';
import { begin, type WorldChoices } from './begin.ts';
import { World } from './world.ts';

/** What `start` may be told beside the scene. */
export type StartChoices = WorldChoices & StartRest;

interface StartRest {
  /** At most so many; the result is the same. One unless said. */
  readonly threads?: number | undefined;
  /** Whether frames are kept for `world.recording()`: false unless said, since they add up. */
  readonly record?: boolean | undefined;
}

/**
 * A world in this thread, standing at its start. It goes on for as long as it is stepped, whatever the scene's duration.
 * @param scene  from `defineScene`, a scene file as JSON text or parsed, or a scene from `loadScene` (carom/node)
 * @throws FaultError where the scene, the engine or the options are wrong
 */
export async function start(
  scene: SceneFile | Scene | string,
  { record = false, ...choices }: StartChoices = {},
): Promise<World> {
  return new World(await begin(scene, choices, () => false), record);
}
