// What the page and the worker that looks for pasts say to each other. The worker keeps the pasts it has found, by number: they
// are refined and played there without being looked for again.

import type { Certificate, Sample } from '../../../../src/engines/lcp/backward/index.ts';
import type { DieWish } from '../../../../src/engines/lcp/dice/index.ts';
import type { Fault } from '../../../../src/scene/fault/index.ts';
import type { SceneFile } from '../../../../src/scene/schema/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import type { OptionValue } from '../../../../src/sim/index.ts';

/** Options of the engine that say how a past is looked for; with the scene and the seed they make the same bits again. */
export type PastOptions = Readonly<Record<string, OptionValue>>;

export interface PastTask {
  readonly kind: 'past';
  readonly scene: Scene;
  readonly options: PastOptions;
  readonly seed: number;
  /** By which the past is known from then on. */
  readonly number: number;
}

/** Refines one that was found here and not refined. */
export interface RefineTask {
  readonly kind: 'refine';
  readonly number: number;
}

/** Drops bodies of the scene forward, each alone on its floor, and watches what touches. */
export interface DropsTask {
  readonly kind: 'drops';
  readonly scene: Scene;
  readonly options: PastOptions;
  readonly bodies: readonly number[];
  readonly count: number;
  /** Of the tracks [s]. */
  readonly bin: number;
}

export interface DiceTask {
  readonly kind: 'dice';
  readonly wishes: readonly DieWish[];
  readonly seed: number;
}

export type Task = PastTask | RefineTask | DropsTask | DiceTask;

/** Simulates over a port (src/live/serve.ts), with a past that was found here. */
export interface ServeMessage {
  readonly kind: 'serve';
  readonly number: number;
  readonly port: MessagePort;
}

/** What contacts each body had before it came to rest: from there backward in time, a class for each bin. */
export interface Tracks {
  /** Length of a bin [s]. */
  readonly bin: number;
  readonly bodies: readonly number[];
  readonly rows: readonly Uint8Array[];
}

export interface FoundPast {
  readonly number: number;
  readonly sample: Sample;
  readonly certificate: Certificate;
  readonly options: PastOptions;
  readonly tracks: Tracks;
  /** Poses at moments as far from each other, from the start to the scene's own state; all of one moment after another. */
  readonly reel: Float32Array;
}

export type Answer =
  | { readonly kind: 'past'; readonly found: FoundPast }
  /** This past was let go, since there were too many. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'drops'; readonly rows: readonly Uint8Array[] }
  | {
      readonly kind: 'dice';
      readonly scene: SceneFile;
      readonly attempts: number;
      readonly missBy: readonly number[];
    }
  | { readonly kind: 'failed'; readonly what: string; readonly faults: readonly Fault[] };
