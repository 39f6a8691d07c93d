// Bodies that touch or overlap at the start, as the engine of the scene sees them. Found again after every change.

import { signal } from '@preact/signals';

export interface Overlap {
  /** Indices of bodies of the open scene. */
  readonly a: number;
  readonly b: number;
  /** Faces of each body's mesh that cross the other, or come nearest to it. */
  readonly facesA: Uint32Array;
  readonly facesB: Uint32Array;
  /** For people, both bodies and faces named. */
  readonly sentence: string;
}

export const overlaps = signal<readonly Overlap[]>([]);
/** Whether they are being looked for. */
export const checking = signal(false);
