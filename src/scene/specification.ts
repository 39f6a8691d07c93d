// The specification that a scene file names or holds, and who turns what it shows into bodies.
//
// Scenes stand below the compiler of specifications, so they cannot ask it. Whoever knows both, the command line or a
// page, registers how a scene with a specification is completed; without that the text is kept and shows nothing.

import type { Collector } from './fault/collector.ts';
import { limits } from './read/limits.ts';
import { ForbiddenPath, type LoadFile } from './shape.ts';
import type { Scene } from './types.ts';

/** Adds the bodies, frames and parameters of the scene's specification; throws FaultError where it is wrong. */
export type DressScene = (scene: Scene) => Scene;

/** Who knows the compiler, once somebody does. */
const registered: { dress?: DressScene } = {};

/** Says who makes scenes of specifications; `readySpecifications` of carom/catalog does it. */
export function registerSpecifications(by: DressScene): void {
  registered.dress = by;
}

export function dressed(scene: Scene): Scene {
  return scene.specification === undefined ? scene : (registered.dress?.(scene) ?? scene);
}

/** A text has a semicolon (`system Name;`), a path has none. */
export function readSpecification(
  given: string | undefined,
  loadFile: LoadFile | undefined,
  collector: Collector,
): string | undefined {
  if (given === undefined || given.includes(';')) return given;
  const refuse = (what: string, remedy: string): undefined => {
    collector.add(what, 'specification', given, remedy);
    return undefined;
  };
  let bytes: Uint8Array | undefined;
  try {
    bytes = loadFile?.(given);
  } catch (error) {
    if (!(error instanceof ForbiddenPath)) throw error;
    return refuse(error.message, "put the file below the scene's folder");
  }
  if (bytes === undefined)
    return refuse('there is no such file', 'give the path of a .lagrange file, or the text itself');
  if (bytes.length > limits.specification)
    return refuse('the specification is too long', `keep it below ${limits.specification} bytes`);
  return new TextDecoder().decode(bytes);
}
