// What the page and the worker that looks for overlaps say to each other.

import type { Fault } from '../../../../src/scene/fault/index.ts';
import type { SceneFile } from '../../../../src/scene/schema/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import type { Overlap } from '../../model/overlaps.ts';
import type { Fixed, FixWay } from './fix-scene.ts';

export type CheckAsk =
  | { readonly kind: 'check'; readonly scene: Scene }
  | {
      readonly kind: 'fix';
      readonly file: SceneFile;
      readonly files: ReadonlyMap<string, Uint8Array>;
      readonly by: FixWay;
      readonly folder: string;
    };

export type CheckAnswer =
  | { readonly kind: 'overlaps'; readonly overlaps: readonly Overlap[] }
  | { readonly kind: 'fixed'; readonly fixed: Fixed }
  | { readonly kind: 'failed'; readonly about: string; readonly faults: readonly Fault[] };
