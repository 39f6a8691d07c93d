// Everything a recording keeps of one frame, from the frame before (not included) up to it.

import type { Frame, Input } from './types.ts';

/** Knots of the rigid bodies' path after the frame before, up to and including this frame. */
export interface Knots {
  /** [s], never decreasing. */
  readonly times: Float64Array;
  /** Seven numbers a body for each knot. */
  readonly poses: Float64Array;
}

/** Where deformable vertices turned; between its turns a vertex moves straight. */
export interface Turns {
  readonly vertices: Uint32Array;
  /** [s] */
  readonly times: Float64Array;
  /** [m], xyz a turn. */
  readonly positions: Float64Array;
}

/** Knots of one deformable's path: between two of them all of its vertices move straight. */
export interface VertexKnots {
  readonly deformable: number;
  /** Where its vertices begin among all of a frame's. */
  readonly firstVertex: number;
  /** [s], never decreasing. */
  readonly times: Float64Array;
  /** [m]: xyz of each of its vertices, for each knot. */
  readonly positions: Float64Array;
}

/** Contacts as columns, one row a side; the meaning of each is that of `Contact`. */
export interface ContactRows {
  readonly count: number;
  readonly pair: Uint32Array;
  readonly body: Uint32Array;
  readonly other: Uint32Array;
  readonly feature: Uint32Array;
  /** xyz a row. */
  readonly point: Float64Array;
  readonly normal: Float64Array;
  readonly normalImpulse: Float64Array;
  readonly tangentialImpulse: Float64Array;
  /** NaN where a recording was made before they were kept. */
  readonly gap: Float64Array;
  readonly slip: Float64Array;
  readonly start: Float64Array;
  readonly duration: Float64Array;
  readonly friction: Float64Array;
}

/** What joints did, one row a joint and step; the meaning of each is that of `StepSink.reaction`. */
export interface ReactionRows {
  readonly joint: Uint32Array;
  readonly start: Float64Array;
  readonly duration: Float64Array;
  /** xyz a row. */
  readonly force: Float64Array;
  readonly torque: Float64Array;
}

export interface FrameRecord {
  /** Its number; its time is that number divided by the frame rate. */
  readonly index: number;
  readonly frame: Frame;
  /** Steps or events since the frame before. */
  readonly steps: number;
  /** One number for each of the engine's columns. */
  readonly report: Float64Array;
  /** [m]; infinite where there are deformables and nothing is known. */
  readonly stray: number;
  readonly wallMs: number;
  readonly path: Knots;
  readonly turns: Turns;
  /** Of the deformables that have any, in increasing order. */
  readonly vertexKnots?: readonly VertexKnots[];
  readonly contacts: ContactRows;
  /** Where the scene has joints. */
  readonly reactions?: ReactionRows;
  /** What was applied after the frame before. */
  readonly inputs: readonly Input[];
}
