// What a page tells the worklet, and what it answers.

import type { WasmModule } from '../../num/kernels/index.ts';
import type { ListenerPose } from './ears.ts';

/** A body as the worklet needs it. */
export interface LiveBody {
  /** [Hz], increasing. */
  readonly frequencies: Float64Array;
  /** c [1/s]. */
  readonly dampings: Float64Array;
  /** Nearer nothing gets louder [m]. */
  readonly radius: number;
}

/** Bounds that keep it in time. */
export interface LiveLimits {
  /** Bodies that ring at once: beyond, the softest ends. */
  readonly bodies: number;
  /** Modes that ring at once: beyond, soft bodies lose their highest. */
  readonly modes: number;
}

/** What the worklet is made with. */
export interface LiveStart {
  readonly bodies: readonly LiveBody[];
  readonly limits: LiveLimits;
  /** Samples of 1 a pascal. */
  readonly gain: number;
  /** From the stamp of a contact to its sound [s]. */
  readonly lead: number;
  /** None where WebAssembly is not allowed: then its twin rings. */
  readonly module: WasmModule | undefined;
}

/** Numbers of a contact before the amplitudes of its modes: body, time after `base` and length [s], corner and cut [Hz]. */
export const CONTACT_SIZE = 5;

/** From the page. */
export type ToLive =
  | { readonly kind: 'contacts'; readonly base: number; readonly numbers: Float32Array }
  | { readonly kind: 'places'; readonly numbers: Float32Array }
  | { readonly kind: 'listener'; readonly pose: ListenerPose }
  | { readonly kind: 'stats'; readonly id: number }
  | { readonly kind: 'close' };

/** What the worklet counts. */
export interface LiveCounts {
  /** Contacts that are heard. */
  readonly heard: number;
  /** That found no room among the forces of their body, or of all. */
  readonly crowded: number;
  /** That came more than a quarter of a second after their stamp. */
  readonly late: number;
  /** That were no numbers, or of no body. */
  readonly wrong: number;
  /** Bodies that were ended for louder ones. */
  readonly stolen: number;
  /** Times that one lost its highest modes. */
  readonly thinned: number;
  /** Samples above full scale. */
  readonly clipped: number;
  /** Times that all was silenced because something was no number. */
  readonly silenced: number;
  /** Bodies that ring now. */
  readonly bodies: number;
  /** Modes that ring now. */
  readonly modes: number;
  /** From a stamp to the first sample of its sound, at most [s]. */
  readonly worstDelay: number;
  /** The same on average [s]. */
  readonly meanDelay: number;
  /** The part of its time that the worklet takes. */
  readonly load: number;
}

/** To the page. */
export interface FromLive {
  readonly kind: 'stats';
  readonly id: number;
  readonly counts: LiveCounts;
}
