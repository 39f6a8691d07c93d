// A sweep as it is run: everything in it, meshes included, so that it needs no folder and no network.

import type { SceneFile } from '../scene/schema/index.ts';
import type { Expression } from './expression/index.ts';
import type { MeasureFile } from './schema.ts';

/** What is run: a scene as people write it, so that a pointer can change any number of it. */
export interface Subject {
  /** With the sweep's engine, options and duration written into it. */
  readonly scene: SceneFile;
  /** The files that it names, by their paths in it. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** The example that it is, whose expectations may be asked; it is loaded by whoever runs it. */
  readonly example?: string;
}

/** A parameter of the sweep. */
export interface Swept {
  readonly name: string;
  /** Pointers to the numbers that it drives; none where it is only for expressions. */
  readonly at: readonly string[];
  readonly from: Source;
}

/** Where its values come from. */
export type Source =
  | { readonly kind: 'values'; readonly values: readonly number[] }
  | {
      readonly kind: 'range';
      readonly range: readonly [number, number];
      /** 0 where only draws use it. */
      readonly count: number;
      readonly scale: 'linear' | 'log';
    }
  | { readonly kind: 'is'; readonly is: Expression };

/** Which points are run. */
export type Draw =
  | { readonly kind: 'grid' }
  | { readonly kind: 'together' }
  | { readonly kind: 'latin hypercube' | 'sobol' | 'random'; readonly count: number };

export interface Sweep {
  readonly name: string;
  readonly subject: Subject;
  readonly parameters: readonly Swept[];
  readonly draw: Draw;
  /** Runs of every point, each with a scene seed of its own; the same ones at every point. */
  readonly repeats: number;
  readonly seed: number;
  readonly measures: readonly Measure[];
  readonly stopWhen: Expression | undefined;
  readonly keep: 'summary' | 'frames' | 'all';
  readonly keepOf: 'all' | 'failed' | 'none';
  readonly limits: { readonly wallSeconds: number; readonly memoryBytes: number };
}

/** Something to be measured, as the file says it, its expression read. */
export interface Measure {
  readonly name: string;
  readonly file: MeasureFile;
  readonly is?: Expression;
}
