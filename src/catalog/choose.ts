// Which engine simulates a scene: the one that is named, or the one for what the scene is made of.
//
// A choice that nobody made never weakens the promise: where the engine for such scenes refuses, its reasons are said,
// and no other is tried that would take the scene and let things pass through each other.

import type { OptionValues } from '../record/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import { type Apart, belowFloor, type Scene } from '../scene/index.ts';
import { type Engine, parseOptions, refusals } from '../sim/index.ts';
import { type Catalog, catalog, loadEngine, type SceneContent } from './catalog.ts';

/** How deep things may overlap at the start to be moved apart: of the thinner one's smallest extent. */
export const HAIR = 1e-3;

/** What is said beside a scene. */
export interface StartChoices {
  /** By id, instead of the scene's own. */
  readonly engine?: string | undefined;
  /** Instead of a thousandth (`HAIR`); false: nothing is moved, and what touches is refused. */
  readonly hair?: number | false | undefined;
}

/** An engine, with its options and the scene that it takes. */
export interface ChosenEngine {
  /** The engine. */
  readonly engine: Engine;
  /** All of its options. */
  readonly options: OptionValues;
  /** The scene that starts: the one that was given, or one with its bodies a hair apart. */
  readonly scene: Scene;
  /** What was changed for it; empty where nothing was. */
  readonly apart: readonly Apart[];
  /** What of the start is seldom meant, and last what was set apart, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * The engine for a scene, and the scene as it can start: whoever starts a simulation comes through here. Things that
 * touch, or overlap by less than a hair, are moved apart by the least motion where the engine does not take them so.
 * Loads no engine but the one it chooses.
 * @param given  options by name, instead of the scene's own
 * @throws FaultError with every reason why the engine cannot simulate this scene
 */
export async function chooseEngine(
  scene: Scene,
  given: OptionValues = scene.options,
  from: Catalog = catalog,
  { engine: named = scene.engine, hair = HAIR }: StartChoices = {},
): Promise<ChosenEngine> {
  const content = contentOf(scene);
  const id = named ?? automaticFor(content, from);
  const engine = await loadEngine(id, from);
  let faults = refusals(engine, scene, given);
  let start: Pick<ChosenEngine, 'scene' | 'apart' | 'notes'> = { scene, apart: [], notes: belowFloor(scene) };
  if (hair !== false && faults.length > 0 && faults.every(({ code }) => code === 'overlap')) {
    const { describeApart, setApart } = await import('../scene/separate/index.ts');
    const { left, ...made } = setApart(scene, faults, hair, (moved) => refusals(engine, moved, given));
    faults = left;
    start = { ...made, notes: [...start.notes, describeApart(made.scene, made.apart)] };
  }
  if (faults.length === 0)
    return { engine, options: parseOptions(engine, given).options as OptionValues, ...start };
  const why = named === undefined ? `, which is chosen for ${content} unless an engine is named` : '';
  throw new FaultError(`"${scene.name}" cannot run on ${id}${why}:`, faults);
}

/** The engine that a scene gets which names none. */
export function automaticEngine(scene: Scene, from: Catalog = catalog): string {
  return automaticFor(contentOf(scene), from);
}

function contentOf({ specification, deformables, bodies }: Scene): SceneContent {
  if (specification !== undefined) return 'a specification';
  // What deforms among bodies that it pushes is to be where bodies are pushed, and rods, solids and pressure where they are known.
  const arePushing =
    bodies.some(({ motion }) => motion === 'dynamic') ||
    deformables.some(
      ({ kind, pressure, gas }) =>
        kind === 'rod' || kind === 'solid' || pressure !== undefined || gas !== undefined,
    );
  return deformables.length === 0 || arePushing ? 'rigid bodies' : 'deformables';
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
