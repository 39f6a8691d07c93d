// What the page and the worker that reads meshes say to each other.

import type { Fault } from '../../../src/scene/fault/index.ts';
import type { NewScene, Unit } from '../../../src/scene/new/index.ts';

export interface ImportChoices {
  /** As guessed from kind and size unless said. */
  readonly units?: Unit;
  readonly up?: 'y' | 'z';
}

export interface ImportAsk {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly blob: Blob }[];
  readonly choices: ImportChoices;
}

export type Imported = NewScene;

export type ImportAnswer =
  | { readonly made: Imported }
  | { readonly about: string; readonly faults: readonly Fault[] };
