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
  /** Which vertex turns, counted over all deformables. */
  readonly vertices: Uint32Array;
  /** [s] */
  readonly times: Float64Array;
  /** [m], xyz a turn. */
  readonly positions: Float64Array;
}

/** Knots of one deformable's path: between two of them all of its vertices move straight. */
export interface VertexKnots {
  /** Which one. */
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
  /** How many rows there are. */
  readonly count: number;
  /** Number of the contact within its frame. */
  readonly pair: Uint32Array;
  /** Whose side it is. */
  readonly body: Uint32Array;
  /** Whom it touches. */
  readonly other: Uint32Array;
  /** What of the body touches: 4 × index + (0 vertex, 1 edge, 2 face). */
  readonly feature: Uint32Array;
  /** xyz a row. */
  readonly point: Float64Array;
  /** Out of the other into this one, xyz a row. */
  readonly normal: Float64Array;
  /** Over the step [N s]. */
  readonly normalImpulse: Float64Array;
  /** Over the step [N s], xyz a row. */
  readonly tangentialImpulse: Float64Array;
  /** NaN where a recording was made before they were kept. */
  readonly gap: Float64Array;
  /** When the step ends [m/s], xyz a row. */
  readonly slip: Float64Array;
  /** When the step began [s]. */
  readonly start: Float64Array;
  /** How long the step was [s]. */
  readonly duration: Float64Array;
  /** Friction coefficient of the pair. */
  readonly friction: Float64Array;
}

/** What joints did, one row a joint and step; the meaning of each is that of `StepSink.reaction`. */
export interface ReactionRows {
  /** Which joint. */
  readonly joint: Uint32Array;
  /** When the step began [s]. */
  readonly start: Float64Array;
  /** How long the step was [s]. */
  readonly duration: Float64Array;
  /** xyz a row. */
  readonly force: Float64Array;
  /** About the joint's point [N m], xyz a row. */
  readonly torque: Float64Array;
}

/** A frame, and what happened on the way there. */
export interface FrameRecord {
  /** Its number; its time is that number divided by the frame rate. */
  readonly index: number;
  /** Where everything is. */
  readonly frame: Frame;
  /** Steps or events since the frame before. */
  readonly steps: number;
  /** One number for each of the engine's columns. */
  readonly report: Float64Array;
  /** [m]; infinite where there are deformables and nothing is known. */
  readonly stray: number;
  /** What computing it took [ms]. */
  readonly wallMs: number;
  /** The path of the rigid bodies since the frame before. */
  readonly path: Knots;
  /** Where vertices of deformables turned since then. */
  readonly turns: Turns;
  /** Of the deformables that have any, in increasing order. */
  readonly vertexKnots?: readonly VertexKnots[];
  /** The contacts of the steps since then. */
  readonly contacts: ContactRows;
  /** Where the scene has joints. */
  readonly reactions?: ReactionRows;
  /** What was applied after the frame before. */
  readonly inputs: readonly Input[];
}
