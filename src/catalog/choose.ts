// Which engine simulates a scene: the one that is named, or the one for what the scene is made of.
//
// A choice that nobody made never weakens the promise: where the engine for such scenes refuses, its reasons are said,
// and no other is tried that would take the scene and let things pass through each other.

import type { OptionValues } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import type { Scene } from '../scene/index.ts';
import { type Engine, parseOptions, refusals } from '../sim/index.ts';
import { type Catalog, catalog, loadEngine, type SceneContent } from './catalog.ts';

export interface ChosenEngine {
  readonly engine: Engine;
  readonly options: OptionValues;
}

/**
 * Loads no engine but the one it chooses.
 * @param given  options by name, instead of the scene's own
 * @throws FaultError with every reason why the engine cannot simulate this scene
 */
export async function chooseEngine(
  scene: Scene,
  given: OptionValues = scene.options,
  from: Catalog = catalog,
): Promise<ChosenEngine> {
  const content = contentOf(scene);
  const id = scene.engine ?? automaticFor(content, from);
  const engine = await loadEngine(id, from);
  const faults = refusals(engine, scene, given);
  if (faults.length === 0) return { engine, options: parseOptions(engine, given).options as OptionValues };
  const why = scene.engine === undefined ? `, which is chosen for ${content} unless an engine is named` : '';
  throw new FaultError(`"${scene.name}" cannot run on ${id}${why}:`, faults);
}

/** The engine that a scene gets which names none. */
export function automaticEngine(scene: Scene, from: Catalog = catalog): string {
  return automaticFor(contentOf(scene), from);
}

function contentOf(scene: Scene): SceneContent {
  if (scene.specification !== undefined) return 'a specification';
  return scene.deformables.length > 0 ? 'deformables' : 'rigid bodies';
}

function automaticFor(content: SceneContent, from: Catalog): string {
  const id = Object.keys(from).find((one) => from[one].chosenFor === content);
  if (id !== undefined) return id;
  throw new FaultError('no engine can be chosen:', [
    {
      what: `none of the engines that are here is for ${content}`,
      where: 'engine',
      remedy: `name one of ${Object.keys(from).join(', ')}`,
    },
  ]);
}
