// What the page, the worker that finds modes and makes sounds, and the worklet that rings bodies say to each other.

import type { Fault } from '../../../../src/scene/fault/index.ts';
import type { Material, Scene, Vec3 } from '../../../../src/scene/index.ts';
import type { Strike } from '../../../../src/sound/index.ts';

/** How each mode is heard, Re T and Im T of src/sound/transfer.ts. */
export interface Heard {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

interface BodyTask {
  readonly body: number;
  readonly material: Material;
  /** Where the listener is, in coordinates of the body [m]. */
  readonly listener: Vec3;
}

export type Task =
  | { readonly kind: 'open'; readonly scene: Scene; readonly count: number }
  | ({ readonly kind: 'modes' } & BodyTask)
  | ({ readonly kind: 'hear' } & BodyTask)
  /** As a file of its own. */
  | ({
      readonly kind: 'hit';
      readonly strike: Strike;
      readonly rateHz: number;
      readonly seconds: number;
    } & BodyTask)
  /** The knock of a body whose modes are above hearing. */
  | ({ readonly kind: 'click'; readonly strike: Strike; readonly rateHz: number } & BodyTask)
  | {
      readonly kind: 'render';
      /** The bytes of the recording, or their address. */
      readonly source: Blob | string;
      /** The same recording has the same number. */
      readonly take: number;
      readonly listener: Vec3;
      /** Where the nose points and the crown; without, one microphone. */
      readonly ears?: { readonly facing: Vec3; readonly up: Vec3 };
      readonly rateHz: number;
      readonly tail: number;
      readonly materials: ReadonlyMap<string, Material>;
    };

/** The modes of a body, as src/modes has them. */
export interface FoundModes {
  readonly omegas: Float64Array;
  /** α + βω² [1/s]. */
  readonly rates: Float64Array;
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  readonly shapes: Float64Array;
  readonly heard: Heard;
}

interface RenderedStem {
  readonly body: number;
  readonly name: string;
  /** [Pa]; two with ears, the left one first. */
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly peak: number;
  readonly modes: number;
  readonly impacts: number;
}

export interface Rendered {
  readonly rateHz: number;
  readonly stems: readonly RenderedStem[];
  /** Loudest sample of all together [Pa]. */
  readonly peak: number;
  /** How long it took to make [s]. */
  readonly seconds: number;
  readonly silent: readonly { readonly name: string; readonly why: string }[];
  /** Wave and spectrogram, four bytes a pixel. */
  readonly picture: {
    readonly width: number;
    readonly height: number;
    readonly rgba: Uint8ClampedArray<ArrayBuffer>;
  };
}

export type Answer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'modes'; readonly modes: FoundModes }
  | { readonly kind: 'heard'; readonly heard: Heard }
  | { readonly kind: 'wav'; readonly bytes: Uint8Array }
  /** [Pa] */
  | { readonly kind: 'click'; readonly samples: Float32Array<ArrayBuffer> }
  | { readonly kind: 'rendered'; readonly rendered: Rendered }
  /** It has no modes that can be heard; it may still click where it is hit. */
  | { readonly kind: 'silent'; readonly why: string; readonly clicks: boolean }
  | { readonly kind: 'failed'; readonly what: string; readonly faults: readonly Fault[] };

export type FromWorker =
  | { readonly number: number; readonly answer: Answer }
  | { readonly fraction: number; readonly doing: string };

export type ToWorklet =
  | ({
      readonly kind: 'body';
      readonly body: string;
      readonly omegas: Float64Array;
      readonly rates: Float64Array;
    } & Heard)
  | ({ readonly kind: 'hear'; readonly body: string } & Heard)
  | {
      readonly kind: 'strike';
      readonly body: string;
      /** U·J of each mode [m√kg/s]. */
      readonly forces: Float64Array;
      /** [s] */
      readonly length: number;
    }
  | { readonly kind: 'hush' };
