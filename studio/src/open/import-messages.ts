// What the page and the worker that reads meshes say to each other.

import type { Fault } from '../../../src/scene/fault.ts';
import type { NewScene, Unit } from '../../../src/scene/new-scene.ts';
import type { SceneFile } from '../../../src/scene/schema/scene.ts';

export interface ImportChoices {
  /** As guessed from kind and size unless said. */
  readonly units?: Unit;
  readonly up?: 'y' | 'z';
}

export interface ImportRequest {
  readonly number: number;
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly blob: Blob }[];
  readonly choices: ImportChoices;
}

export interface Imported {
  readonly file: SceneFile;
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  readonly bodies: NewScene['bodies'];
  readonly notes: readonly string[];
}

export type ImportAnswer =
  | { readonly number: number; readonly made: Imported }
  | { readonly number: number; readonly about: string; readonly faults: readonly Fault[] };
