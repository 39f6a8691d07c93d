// What a page and the worker of its simulation say to each other.

import type { Bending, Column, FrameRecord, Guarantee, Input, OptionValues, State } from '../record/index.ts';
import type { Fault } from '../scene/fault/index.ts';
import type { SceneFile } from '../scene/schema/index.ts';
import type { Apart, Scene } from '../scene/index.ts';
import type { Complaint, PackedError } from '../sim/index.ts';

/** Something from outside; when it takes effect is decided, and logged, at the next frame. */
export type LiveInput = Omit<Input, 'time'>;

export interface StartMessage {
  readonly kind: 'start';
  /** A scene file or a resolved scene; or a recording to go on with. */
  readonly scene?: SceneFile | Scene | string;
  readonly recording?: Blob;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly engine?: string;
  readonly options: OptionValues;
  readonly seed?: number;
  readonly hair?: number | false;
  readonly duration?: number;
  readonly threads: number;
  readonly lastFrame?: number;
  readonly inputs: readonly Input[];
  /** The last frame that may be made now; `allow` moves it on. */
  readonly allowed: number;
  readonly paused: boolean;
  readonly recorded: boolean;
  /** One shared number, not zero when the run is to stop inside a step; only where pages may share memory. */
  readonly stop?: SharedArrayBuffer;
}

export type ToWorker =
  | StartMessage
  | { readonly kind: 'apply'; readonly input: LiveInput }
  | { readonly kind: 'allow'; readonly frame: number }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' }
  /** What the state is between the frame that was made last and the next one. */
  | { readonly kind: 'snapshot'; readonly id: number }
  /** Goes on behind a frame that it stood at before, unrecorded from now on. */
  | { readonly kind: 'rewind'; readonly state: State; readonly frame: number; readonly allowed: number };

/** Known once a simulation has started. */
export interface Started {
  /** What is simulated. */
  readonly scene: Scene;
  /** Sizes of meshes that were read, repairs, and words that were passed over. */
  readonly notes: readonly string[];
  /** What was moved or shrunk a hair, because it touched something where it was put; `scene` has it so. */
  readonly apart: readonly Apart[];
  /** The engine that simulates. */
  readonly engine: string;
  /** All of its options. */
  readonly options: OptionValues;
  /** What it promises of intersections. */
  readonly promise: Guarantee;
  /** The columns of its reports. */
  readonly columns: readonly Column[];
  /** How many threads there are. */
  readonly threads: number;
  /** The first frame it makes: 0, or the one after the last that was recorded. */
  readonly firstFrame: number;
  /** The last frame it makes. */
  readonly lastFrame: number;
  /** Frame k is at k over this. */
  readonly frameRateHz: number;
  /** Bytes of the recording that went before and count. */
  readonly offset: number;
  /** Which bodies bend, and how. */
  readonly bending?: Bending;
}

/** How a simulation ended. */
export type LiveEnd =
  | { readonly ended: 'finished' }
  | { readonly ended: 'cancelled' }
  | {
      readonly ended: 'failed';
      /** A sentence, and where the engine knows more, what is wrong and what to do. */
      readonly what: string;
      /** [s] */
      readonly time?: number;
      /** What is wrong, where it is known. */
      readonly faults: readonly Fault[];
    };

export type FromWorker =
  | { readonly kind: 'started'; readonly started: Started }
  /** It could not start. */
  | { readonly kind: 'refused'; readonly error: PackedError }
  | { readonly kind: 'frame'; readonly record: FrameRecord }
  /** The next bytes of the recording; with them so many frames are safe. */
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly offset: number;
      readonly frames: number;
    }
  | { readonly kind: 'snapshot'; readonly id: number; readonly state: State }
  | { readonly kind: 'unapplied'; readonly input: LiveInput; readonly faults: readonly Fault[] }
  /** What the engine did worse than asked in the coming frame. */
  | { readonly kind: 'complaint'; readonly complaint: Complaint }
  | { readonly kind: 'ended'; readonly end: LiveEnd };
