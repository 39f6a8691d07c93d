// What the judge reads of a recording: the scene, the promise, and the motion between frames.
//
// A Recording is one of these; tests make their own. Poses at frames and knots, and turns of
// vertices, are the whole motion: nothing of what an engine says about its gaps is believed.

import type { Bending, Frame, Guarantee, Knots, Turns, VertexKnots } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';

/** What can be judged: a recording, or anything like one. */
export interface MotionSource {
  /** What moves. */
  readonly scene: Scene;
  /** What it is held to. */
  readonly promise: Guarantee;
  /** How many frames there are. */
  readonly frameCount: number;
  /** A frame, by number. */
  frame(index: number): Promise<Frame>;
  /** Knots of the rigid bodies' path after frame `index` − 1 up to frame `index`; empty where there are none. */
  path(index: number): Promise<Knots>;
  /** Where deformables' vertices turned after frame `index` − 1 up to frame `index`. */
  turns(index: number): Promise<Turns>;
  /** Knots of deformables that move together, after frame `index` − 1 up to frame `index`; none where there is no such thing. */
  vertexKnots?(index: number): Promise<readonly VertexKnots[]>;
  /** How far [m] any vertex may have been from its recorded line since the frame before; not finite: not known. */
  stray(index: number): Promise<number>;
  /** How bodies bend, whose coordinates frames have; undefined where none does. */
  bending?(): Promise<Bending | undefined>;
  /** The body that an item stands for, where bodies that bend were put among the deformables (bent.ts). */
  bodyOf?(item: number): number;
}
