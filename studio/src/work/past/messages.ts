// What the page and the worker that looks for pasts say to each other.

import type { Certificate } from '../../../../src/engines/lcp/backward/certificate.ts';
import type { Sample } from '../../../../src/engines/lcp/backward/sample.ts';
import type { DieWish } from '../../../../src/engines/lcp/dice/dice.ts';
import type { Fault } from '../../../../src/scene/fault.ts';
import type { SceneFile } from '../../../../src/scene/schema/scene.ts';
import type { Scene } from '../../../../src/scene/types.ts';
import type { OptionValue } from '../../../../src/sim/options.ts';

/** Options of the engine that say how a past is looked for; with the scene and the seed they make the same bits again. */
export type PastOptions = Readonly<Record<string, OptionValue>>;

export interface PastTask {
  readonly kind: 'past';
  readonly scene: Scene;
  readonly options: PastOptions;
  readonly seed: number;
}

export interface DiceTask {
  readonly kind: 'dice';
  readonly wishes: readonly DieWish[];
  readonly seed: number;
}

export type Task = PastTask | DiceTask;

/** What contacts each body had before it came to rest: from there backward in time, a class for each bin. */
export interface Tracks {
  /** Length of a bin [s]. */
  readonly bin: number;
  readonly rows: readonly Uint8Array[];
}

export interface FoundPast {
  readonly sample: Sample;
  readonly certificate: Certificate;
  readonly options: PastOptions;
  readonly tracks: Tracks;
  /** A moment of it, four bytes a pixel. */
  readonly picture: {
    readonly width: number;
    readonly height: number;
    readonly rgba: Uint8ClampedArray<ArrayBuffer>;
  };
}

export type Answer =
  | { readonly kind: 'past'; readonly found: FoundPast }
  | {
      readonly kind: 'dice';
      readonly scene: SceneFile;
      readonly attempts: number;
      readonly missBy: readonly number[];
    }
  | { readonly kind: 'failed'; readonly what: string; readonly faults: readonly Fault[] };
