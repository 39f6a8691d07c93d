// Bodies as this engine sees them: rigid motion and, where they are flexible, vibration modes below the contact cap.
//
//   x(X, t) = p + R (X + Σ_m U_m(X) q_m)
//
// Generalised velocity: v of the centre of mass (world axes), ω in principal body axes, q̇. With mass-normalised
// modes the mass matrix is diagonal: (m m m, I₁ I₂ I₃, 1 … 1). What does not move freely has no v and ω; it may still
// have modes, between the clamps that hold it.
//
// Zheng, James 2011, "Toward High-Quality Modal Contact Sound", §3.1.

import type { Motion, Scene } from '../../../scene/index.ts';
import type { Columns } from './columns.ts';
import type { SpinShape } from './spin-shape.ts';
import type { Surface } from './surface.ts';

export interface ModalBody {
  readonly index: number;
  readonly name: string;
  readonly motion: Motion;
  /** [kg]; moments [kg m²]. */
  readonly mass: number;
  readonly inertia: Float64Array;
  /** How many modes are below the cap; 0 for rigid bodies. */
  readonly modes: number;
  /** ω [rad/s], increasing, and c [1/s] of each mode: q̈ + c q̇ + ω² q = f. */
  readonly omegas: Float64Array;
  readonly rates: Float64Array;
  /** What is tested for contact, in body coordinates at rest. */
  readonly surface: Surface;
  /** U at the vertices of the surface [1/√kg]: shapes[(vertex * modes + mode) * 3 + k]. */
  readonly shapes: Float64Array;
  /** Largest |U_m| of any vertex [1/√kg]. */
  readonly reaches: Float64Array;
  /** What stands on each place of the surface; undefined where its contacts are found by formula. */
  readonly columns?: Columns | undefined;
  /** What rotation acts on; undefined where the body cannot turn or has no modes. */
  readonly spin?: SpinShape | undefined;
  /** Largest distance of the rest surface from the centre of mass [m]. */
  readonly radius: number;
  /** Rigid balls and floors are tested by formula. */
  readonly kind: 'mesh' | 'sphere' | 'plane';
  /** Of a floor: its unit normal, body coordinates. */
  readonly normal: Float64Array;
  /** Deviation of the Gaussian tilt of its contact normals [rad], fixed to the surface; 0 for none. */
  readonly roughness: number;
}

export interface ModalBodies {
  readonly scene: Scene;
  readonly bodies: readonly ModalBody[];
  /** Where the modes of each body begin in `Configuration.modal`; one more than there are bodies. */
  readonly firstMode: Int32Array;
  /** Laws of a pair: its rule where there is one, else what the materials give. */
  friction(a: number, b: number): number;
  restitution(a: number, b: number): number;
}

/** Where everything is: the part of the state that contacts depend on. */
export interface Configuration {
  /** Centres of mass [m], xyz a body. */
  readonly positions: Float64Array;
  /** Unit quaternions, x y z w a body. */
  readonly rotations: Float64Array;
  /** q [m√kg] of all modes of all bodies; modes that are not simulated stay frozen at some value. */
  readonly modal: Float64Array;
}
