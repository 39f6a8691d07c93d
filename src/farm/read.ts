// A sweep file to a sweep: checked, its scene and the meshes of that found and taken in.

import type { Subject, Sweep } from './sweep.ts';

/** What reading a sweep may need from where the file lies. */
export interface SweepContext {
  /** The file, specification or example that "scene" names; undefined where there is none. */
  openScene?(name: string): Promise<OpenedSubject | undefined>;
  /** Reads a mesh file beside the sweep, for a scene that is written in it. */
  loadFile?(path: string): Uint8Array | undefined;
}

/** A scene that a sweep names, as it was found. */
export interface OpenedSubject {
  /** A parsed scene file of any kind, or the text of a specification. */
  readonly scene: unknown;
  /** Reads a file by its path in the scene. */
  readonly loadFile?: (path: string) => Uint8Array | undefined;
  /** The example that it is. */
  readonly example?: Subject['example'];
}

/**
 * @param given  the text of a sweep file, or a parsed one
 * @param about  what it is called in faults
 * @throws FaultError with every fault of the file
 */
export async function readSweep(given: unknown, about: string, context: SweepContext = {}): Promise<Sweep> {
  throw new Error(`not yet: ${String(given)} ${about} ${String(context)}`);
}
