// What the panel asks the compiler in its worker, and what that answers.

import type { Span, SpecFault } from '../../../../src/lagrange/language/index.ts';
import type { MathNode } from './math.ts';

export type FileKind = 'ts' | 'js' | 'cpp' | 'wasm' | 'latex';

export type Ask =
  | { readonly kind: 'compile' | 'look'; readonly text: string }
  /** Of the text that was compiled last; by itself, as it is when it runs. */
  | { readonly kind: 'classes' | 'equations' | 'program'; readonly text: string; readonly mode: number }
  | { readonly kind: 'costs'; readonly text: string; readonly without: readonly string[] }
  | { readonly kind: 'file'; readonly text: string; readonly what: FileKind };

export type Answer =
  /** Some faults, such as a start that cannot be met, leave a text that compiles. */
  | {
      readonly kind: 'compiled';
      readonly faults: readonly SpecFault[];
      readonly compiles: boolean;
      /** From the text to a module that runs [ms]. */
      readonly wallMs: number;
    }
  | { readonly kind: 'look'; readonly look: Look }
  | { readonly kind: 'classes'; readonly classes: Classes }
  | { readonly kind: 'equations'; readonly sections: readonly Section[] }
  | { readonly kind: 'program'; readonly program: string }
  | { readonly kind: 'costs'; readonly costs: Costs }
  | { readonly kind: 'file'; readonly content: string | Uint8Array }
  | { readonly kind: 'failed'; readonly what: string };

export interface FrameLook {
  /** "Car[2]" */
  readonly name: string;
  /** −1 for the root. */
  readonly parent: number;
  /** Its statement; frames of a loop share one. */
  readonly span: Span;
  /** In the world, as written: x y z, quaternion x y z w, and the 3 × 3 matrix of what is inside it, by rows. */
  readonly position: readonly number[];
  readonly rotation: readonly number[];
  readonly linear: readonly number[];
  /** Components that vary, shapes, masses, cameras and lights, in words. */
  readonly bears: readonly string[];
  /** Of the camera that rides on it: how wide it sees [rad], 0 where it does not say. */
  readonly camera?: number;
}

export interface ControlLook {
  readonly name: string;
  readonly device: 'axis' | 'slider' | 'key' | 'pointer';
  readonly keys: readonly string[];
  readonly value: number;
  readonly range?: readonly [number, number];
}

/** What there is to see of a text that compiles. */
export interface Look {
  readonly name: string;
  readonly frames: readonly FrameLook[];
  readonly controls: readonly ControlLook[];
  readonly modes: readonly string[];
  readonly variables: number;
  readonly constraints: number;
}

export interface ClassRow {
  readonly name: string;
  /** "Q2", "H1", "N2". */
  readonly where: string;
  readonly why: string;
  readonly span: Span;
}

export interface Classes {
  readonly variables: readonly ClassRow[];
  readonly constraints: readonly ClassRow[];
}

export interface Section {
  readonly title: string;
  readonly says?: string;
  readonly lines: readonly { readonly math: MathNode; readonly says?: string }[];
  /** Lines that were left out. */
  readonly more: number;
}

export interface Costs {
  readonly operations: number;
  readonly wasmBytes: number;
  readonly compileMs: number;
  /** Of a right-hand side [µs]. */
  readonly rateMicroseconds: number;
  /** Of a sixtieth of a second [µs]. */
  readonly frameMicroseconds: number;
}
