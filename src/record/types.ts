// What a simulation says while it runs, and what a recording keeps.
//
// A recording is a row of *frames* (evenly spaced, for people) and, where the engine gives it,
// the *path*: the knots between frames. Between two knots each rigid body moves with constant
// angular velocity about a fixed axis and constant linear velocity, R(s) = exp(s[ω]) R₀ with
// |ω| < π over the segment: exactly the motion an intersection-free engine has checked.

/** The configuration at one instant. */
export interface Frame {
  /** [s] */
  time: number;
  /** Seven numbers a body: position [m], orientation quaternion x y z w. */
  readonly poses: Float64Array;
  /** Six numbers a body: linear [m/s] and angular velocity [rad/s], world axes. */
  readonly velocities: Float64Array;
  /** Positions of all deformables' vertices [m], in the scene's order. */
  readonly vertices: Float64Array;
  /**
   * Bodies that are not there, in increasing order: their poses mean nothing until they are enabled. None where all are there.
   * One that the frame before lacks and this one has is there from the first jump of the path in between on; one that this frame
   * lacks and the one before has is not there from that frame on.
   */
  absent?: Uint32Array | undefined;
  /** How far bodies bend: the coordinates of one body's modes after the other's, as `Bending` has them; none where none does. */
  readonly bends?: Float64Array;
}

/** A surface that bends: at coordinates q its vertices are at positions + Σ_m q_m displacements_m, body axes. */
export interface BendingShape {
  /** At rest [m], xyz a vertex, body coordinates; finer than the body's mesh, which may be too coarse to bend. */
  readonly positions: Float64Array;
  /** Three vertices each. */
  readonly faces: Uint32Array;
  /** How many there are. */
  readonly modes: number;
  /** For a coordinate of 1 [m]: displacements[(mode * vertices + vertex) * 3 + k]. */
  readonly displacements: Float32Array;
}

/** Which bodies bend, and how: known when a simulation has started. */
export interface Bending {
  /** Bodies that are alike share one. */
  readonly shapes: readonly BendingShape[];
  /** In the scene's order; the coordinates of the first come first in a frame. */
  readonly bodies: readonly { readonly body: number; readonly shape: number }[];
}

/** One side of a contact during one step: two rows make a contact, one for each body. */
export interface Contact {
  /** Number of the contact within its frame; both sides share it. */
  pair: number;
  /** Index of the body (bodies first, then deformables counted on from them) and of the other one. */
  body: number;
  /** The other one. */
  other: number;
  /** Where, in body coordinates (world coordinates for deformables) [m]. */
  px: number;
  /** The same along y. */
  py: number;
  /** The same along z. */
  pz: number;
  /** What of the body touches: 4 × index + (0 vertex, 1 edge, 2 face). */
  feature: number;
  /** Unit normal in the world, pointing out of the other body into this one. */
  nx: number;
  /** The same along y. */
  ny: number;
  /** The same along z. */
  nz: number;
  /** Impulse on this body over the step [N s]: along the normal, and the tangential vector. */
  normalImpulse: number;
  /** Tangential, along x. */
  tx: number;
  /** Along y. */
  ty: number;
  /** Along z. */
  tz: number;
  /** How far apart the surfaces are when the step ends [m]; below 0 where they overlap. */
  gap: number;
  /** Slip when the step ends [m/s]: how fast this body's point moves against the other's, across the normal, world axes. */
  sx: number;
  /** Along y. */
  sy: number;
  /** Along z. */
  sz: number;
  /** When the step began [s] and how long it was [s]. */
  start: number;
  /** How long the step was [s]. */
  duration: number;
  /** Friction coefficient of the pair. */
  friction: number;
}

/** Where a simulation puts what happens while it advances. Objects passed in are copied at once. */
export interface StepSink {
  /** What is worth telling. */
  readonly wants: { readonly path: boolean; readonly contacts: boolean };
  /**
   * All bodies' poses (7 each) at a knot of the checked path, the start included. Times never decrease and do
   * not pass the `until` of the advance: a step that ends beyond it tells its knot when the clock gets there.
   * Two knots at one time, or one at the time of the frame before that is not where that was, are a jump: a body was put
   * elsewhere in between, and did not move there.
   */
  knot(time: number, poses: Float64Array): void;
  /** A vertex of a deformable turns at this time; between its turns it moves straight. */
  turn(vertex: number, time: number, x: number, y: number, z: number): void;
  /**
   * Where all vertices of a deformable are at a knot [m], xyz each: between two of its knots every one of them moves straight.
   * For deformables that move together, whose vertices would otherwise all turn at once. Times are as for `knot`, of each
   * deformable by itself. Engines that tell turns need not tell it; of one deformable between two frames only one of them is told.
   */
  vertexKnot?(time: number, deformable: number, positions: Float64Array): void;
  /**
   * An upper bound [m] on how far any vertex strays from the straight line between frames, or between its turns
   * where these are given. Where there are deformables and neither is ever told, a recording says "not known".
   */
  stray(bound: number): void;
  /** A side of a contact. */
  contact(contact: Contact): void;
  /**
   * What a joint did to its first body in a step that began at `start` and took `duration` [s]: mean force [N], and torque about
   * the joint's point [N m], world axes, at values[at…at + 5]. Engines that do not know it need not tell.
   */
  reaction?(joint: number, start: number, duration: number, values: Float64Array, at: number): void;
}

/** One column of an engine's report. */
export interface Column {
  /** One word. */
  readonly name: string;
  /** Such as "J"; empty where it has none. */
  readonly unit: string;
  /** What it means, in a sentence. */
  readonly doc: string;
}

/** What an engine promises about intersections; `verify` holds it to this. */
export type Guarantee =
  | {
      readonly kind: 'never intersects';
      /** Of spheres, capsules, tori, rounded boxes, cylinders, cones and particles, not of the meshes that draw them. */
      readonly round?: true;
      /** Sheets and rods are as thick as they say, half of it on either side; parts of one that are nearer at rest do not touch. */
      readonly thick?: true;
    }
  /** Surfaces of different items, and parts of a deformable that share no vertex, never come nearer than `least` [m]. */
  | {
      readonly kind: 'separation';
      /** [m] */
      readonly least: number;
      /** Of spheres, capsules, tori, rounded boxes, cylinders, cones and particles, not of the meshes that draw them. */
      readonly round?: true;
      /** Sheets and rods are as thick as they say, half of it on either side; parts of one that are nearer at rest do not touch. */
      readonly thick?: true;
    }
  | {
      readonly kind: 'depth';
      /** How deep things may overlap [m]. */
      readonly limit: number;
    }
  | { readonly kind: 'none' };

/** Something from outside that changed a running simulation; kept so that the run replays. */
export interface Input {
  /** [s] */
  readonly time: number;
  /** What it does. */
  readonly kind: InputKind;
  /** Index of the body, joint, parameter or control. */
  readonly target: number;
  /** Numbers, as the kind wants them. */
  readonly values: readonly number[];
}

/** What each means is in sim/inputs.ts. Recordings keep places in this list, so it only grows. */
export const INPUT_KINDS = [
  'force',
  'drag',
  'motor',
  'parameter',
  'control',
  'impulse',
  'velocity',
  'pose',
  'enable',
  'disable',
] as const;
/** What an input does. */
export type InputKind = (typeof INPUT_KINDS)[number];

/** Every number a simulation may change, by name. Copying these arrays is the snapshot. */
export type State = Record<string, Float64Array | Int32Array | Uint32Array>;
