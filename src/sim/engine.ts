// The contract between an engine and everything around it.

import type { Fault } from '../scene/fault/index.ts';
import type { Scene } from '../scene/index.ts';
import type {
  Bending,
  Column,
  Frame,
  Guarantee,
  Input,
  Recording,
  State,
  StepSink,
} from '../record/index.ts';
import type { Arena } from '../num/kernels/index.ts';
import type { Complaint } from './complaint.ts';
import type { WorkPool } from './pool.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The value of an option, its range, and what it means: forms, help and validation come from it. */
export type Option =
  | {
      readonly kind: 'number';
      /** What it is unless said. */
      readonly default: number;
      /** Such as "m"; empty where it has none. */
      readonly unit: string;
      /** The smallest value. */
      readonly min: number;
      /** The largest value. */
      readonly max: number;
      /** What it means. */
      readonly doc: string;
    }
  | {
      readonly kind: 'integer';
      /** What it is unless said. */
      readonly default: number;
      /** The smallest value. */
      readonly min: number;
      /** The largest value. */
      readonly max: number;
      /** What it means. */
      readonly doc: string;
    }
  | {
      readonly kind: 'boolean';
      /** What it is unless said. */
      readonly default: boolean;
      /** What it means. */
      readonly doc: string;
    }
  | {
      readonly kind: 'choice';
      /** What it is unless said. */
      readonly default: string;
      /** What it may be. */
      readonly choices: readonly string[];
      /** What may be given instead of them, if anything; `refuse` says whether it makes sense. */
      readonly other?: string;
      /** What it means. */
      readonly doc: string;
    };

/** An option for each name. */
export type OptionSchema<Options extends object> = { readonly [Name in keyof Options]: Option };

/** All options of an engine, none left out; choices are texts. */
export type AllOptions<Options extends object> = {
  readonly [Name in keyof Options]-?: Options[Name] extends string | undefined
    ? string
    : NonNullable<Options[Name]>;
};

/** A simulation method: takes a scene, refuses what it cannot honour, and starts. */
export interface Engine<Options extends object = object> {
  /** Also its folder and its name on the command line. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** What can be set. */
  readonly options: OptionSchema<Options>;
  /** What `verify` holds it to. */
  readonly promise: Guarantee;
  /** Where a run with these options promises more than that. Pure. */
  promiseFor?(scene: Scene, options: Readonly<Options>): Guarantee;
  /** What of a scene's vocabulary it knows; its `refuse` names the rest. */
  readonly vocabulary: Vocabulary;
  /** The columns of the reports that `advance` returns. */
  readonly columns: readonly Column[];
  /** Further columns that are known only with the scene; they stand behind the others. */
  columnsFor?(scene: Scene): readonly Column[];
  /** Every reason why this scene cannot be simulated here; empty when it can. Pure. */
  refuse(scene: Scene, options: Readonly<Options>): readonly Fault[];
  /** What it accepts but is seldom meant, a sentence each. Pure. */
  notes?(scene: Scene, options: Readonly<Options>): readonly string[];
  /** A simulation at the start of the scene, which was not refused. */
  start(scene: Scene, options: Readonly<Options>, context: Context): Simulation;
}

/** All columns of an engine's reports about a scene. */
export function columnsOf<Options extends object>(engine: Engine<Options>, scene: Scene): readonly Column[] {
  return [...engine.columns, ...(engine.columnsFor?.(scene) ?? [])];
}

/** What a run of an engine promises; its recording says so. */
export function promiseOf<Options extends object>(
  engine: Engine<Options>,
  scene: Scene,
  options: Readonly<Options>,
): Guarantee {
  return engine.promiseFor?.(scene, options) ?? engine.promise;
}

/** What the outside lends a simulation: an earlier recording, threads, memory, and a way to stop. */
export interface Context {
  /** An earlier recording to go on from, or to look at. */
  readonly input?: Recording;
  /** Ready before start; one thread where there is no isolation. */
  readonly pool: WorkPool;
  /** One WebAssembly memory per simulation. */
  readonly arena: Arena;
  /** Polled inside long steps; a step that sees true throws `Stopped`. */
  stop(): boolean;
  /** How far a long preparation is, 0 … 1, and what it does. */
  progress(fraction: number, doing: string): void;
}

/** What an advance took. */
export interface StepReport {
  /** Steps (or events) taken since the last report. */
  readonly steps: number;
  /** One number for each of the engine's columns. */
  readonly values: Float64Array;
  /** What went worse than asked. */
  readonly complaints?: readonly Complaint[];
}

/** A scene on its engine, at some time. */
export interface Simulation {
  /** Live arrays; a getter, because arrays may change length. */
  readonly state: State;
  /** Which bodies are seen to bend, and how; `writeFrame` then writes `bends`. Does not change while it runs. */
  readonly bending?: Bending;
  /** Bodies that are not there now, in increasing order; all of an engine in which none comes or goes are. */
  readonly absent?: Uint32Array;
  /** Replaces the whole state; the next advance continues bit for bit from there. */
  restore(state: State): void;
  /** Moves the clock to `until` [s], later or, where the engine can, earlier. */
  advance(until: number, sink: StepSink): StepReport;
  /** Something from outside; logged by `run`, so it replays. */
  apply(input: Input): void;
  /** The configuration at the present clock; between fixed steps, a blend along the path that was checked. */
  writeFrame(frame: Frame): void;
}

/** A step that failed: says which bodies, which contact and what to change; the state is the last good one. */
export class StepError extends Error {
  /** When [s]. */
  readonly time: number;
  /** What is wrong. */
  readonly faults: readonly Fault[];

  constructor(time: number, message: string, faults: readonly Fault[]) {
    super(message);
    this.name = 'StepError';
    this.time = time;
    this.faults = faults;
  }
}

/** Thrown inside a step when the context asked to stop. */
export class Stopped extends Error {
  constructor() {
    super('stopped on request');
    this.name = 'Stopped';
  }
}
