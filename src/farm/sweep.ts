// A sweep as it is run: everything in it, meshes included, so that it needs no folder and no network.

import type { SceneFile } from '../scene/schema/index.ts';
import type { Expression } from './expression/index.ts';
import type { Goal } from './goal.ts';
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
  /** What expressions and tables call it. */
  readonly name: string;
  /** Pointers to the numbers that it drives; none where it is only for expressions. */
  readonly at: readonly string[];
  /** Where its values come from. */
  readonly from: Source;
}

/** Where its values come from. */
export type Source =
  | {
      readonly kind: 'values';
      /** As they are listed. */
      readonly values: readonly number[];
    }
  | {
      readonly kind: 'range';
      /** From and to. */
      readonly range: readonly [number, number];
      /** 0 where only draws use it. */
      readonly count: number;
      /** Whether steps are equal as differences or as ratios. */
      readonly scale: 'linear' | 'log';
    }
  | {
      readonly kind: 'is';
      /** Of other parameters. */
      readonly is: Expression;
    };

/** Which points are run. */
export type Draw =
  | { readonly kind: 'grid' }
  | { readonly kind: 'together' }
  | {
      /** How they are drawn. */
      readonly kind: 'latin hypercube' | 'sobol' | 'random';
      /** How many. */
      readonly count: number;
    };

/** A sweep as it is run: everything in it, so that it needs no folder. */
export interface Sweep {
  /** What tables and folders call it. */
  readonly name: string;
  /** What is run. */
  readonly subject: Subject;
  /** What changes from run to run. */
  readonly parameters: readonly Swept[];
  /** Which points are run. */
  readonly draw: Draw;
  /** Runs of every point, each with a scene seed of its own; the same ones at every point. */
  readonly repeats: number;
  /** Of draws, and of the first repeat. */
  readonly seed: number;
  /** What is measured of each run. */
  readonly measures: readonly Measure[];
  /** Where a run may end early. */
  readonly stopWhen: Expression | undefined;
  /** How much of a recording is kept. */
  readonly keep: 'summary' | 'frames' | 'all';
  /** Of which runs. */
  readonly keepOf: 'all' | 'failed' | 'none';
  /** What a run may take. */
  readonly limits: { readonly wallSeconds: number; readonly memoryBytes: number };
  /** What is looked for, where not all points are run. */
  readonly search?: Goal;
}

/** Something to be measured, as the file says it, its expression read. */
export interface Measure {
  /** What expressions and tables call it. */
  readonly name: string;
  /** As the file says it. */
  readonly file: MeasureFile;
  /** Of parameters and other measures. */
  readonly is?: Expression;
}
