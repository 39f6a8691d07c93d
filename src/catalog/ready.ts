// From what somebody wants simulated to what an engine starts with: the scene is read, what is said beside it is put in,
// and the engine is chosen. Everything that runs a scene from a program begins here.

import type { OptionValues } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import type { SceneFile } from '../scene/schema/index.ts';
import type { Apart, Scene } from '../scene/index.ts';
import type { Engine } from '../sim/index.ts';
import { type Catalog, catalog } from './catalog.ts';
import { chooseEngine } from './choose.ts';
import { readySpecifications } from './specifications.ts';

/** What is said beside a scene; each stands instead of the scene's own. */
export interface RunChoices {
  /** Mesh files that a scene file names, by their paths in it. */
  readonly files?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Which engine; the scene's own, or the one for such scenes, unless said. */
  readonly engine?: string | undefined;
  /** Options of the engine, added to the scene's own. */
  readonly options?: OptionValues | undefined;
  /** Of the random numbers. */
  readonly seed?: number | undefined;
  /** [s] */
  readonly duration?: number | undefined;
  /**
   * Things that touch, or overlap by up to this part of the thinner one's smallest extent, are set apart at the start; a
   * thousandth unless said. False: they are refused.
   */
  readonly hair?: number | false | undefined;
}

/** A scene with the engine that takes it. */
export interface ReadyRun {
  /** The scene, as the engine gets it. */
  readonly scene: Scene;
  /** Sizes of meshes that were read, repairs, and words that were passed over. */
  readonly notes: readonly string[];
  /** The engine. */
  readonly engine: Engine;
  /** All of its options. */
  readonly options: OptionValues;
  /** What was moved or shrunk a hair, because it touched something where it was put; `scene` has it so. */
  readonly apart: readonly Apart[];
}

/**
 * @param given  a scene file (as JSON text, parsed, or from `defineScene`) or a resolved scene
 * @throws FaultError where the scene, the engine or the options are wrong
 */
export async function readyRun(
  given: SceneFile | Scene | string | undefined,
  choices: RunChoices = {},
  engines: Catalog = catalog,
): Promise<ReadyRun> {
  const { scene: asWritten, notes } = await readScene(given, choices.files ?? {}, engines);
  const { seed = asWritten.seed, duration = asWritten.duration } = choices;
  if (!(duration >= 0 && Number.isFinite(duration)))
    throw new FaultError('the simulation cannot start:', [
      { what: 'this is no duration', where: 'duration', value: String(duration), remedy: 'give seconds ≥ 0' },
    ]);
  const wished = { ...asWritten, seed, duration };
  const chosen = await chooseEngine(wished, { ...wished.options, ...choices.options }, engines, {
    engine: choices.engine ?? wished.engine,
    hair: choices.hair,
  });
  return { ...chosen, notes: [...notes, ...chosen.notes] };
}

/** A resolved scene as it is; a scene file is resolved, and only then is what reads it loaded. */
async function readScene(
  given: SceneFile | Scene | string | undefined,
  files: Readonly<Record<string, Uint8Array>>,
  engines: Catalog,
): Promise<{ scene: Scene; notes: readonly string[] }> {
  if (given === undefined)
    throw new FaultError('the simulation cannot start:', [
      { what: 'there is no scene', where: 'scene', remedy: 'give a scene, or a recording to go on with' },
    ]);
  if (typeof given === 'object' && 'meshes' in given) return { scene: given, notes: [] };
  const { readJson, resolveAny } = await import('../scene/read/index.ts');
  const file = typeof given === 'string' ? readJson(given, 'scene') : given;
  await readySpecifications(typeof file === 'object' && file !== null ? file : undefined);
  return resolveAny(file, 'scene', {
    engines: Object.keys(engines),
    loadFile: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
  });
}
