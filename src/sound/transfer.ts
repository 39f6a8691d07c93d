// How loud each mode of a body is where somebody listens.
//
// Sounds are e^(−iωt). A mode with acceleration q̈(t) = Re(a e^(−iωt)) [m√kg/s²] gives the pressure
//
//   p(t) = Re(T a e^(−iω(t − r/c)))   [Pa],   r = |x|, c the speed of sound
//
// at x, in coordinates of the body: the delay r/c is *not* in T, so that one delay line a body serves all its modes.

/** How modes are heard at a place. */
export interface Transfer {
  /** Modes it knows; those of the body. */
  readonly count: number;
  /** Writes Re T and Im T [Pa / (m√kg/s²)] of a mode at a point outside of the body [m], body coordinates. */
  amplitude(mode: number, x: number, y: number, z: number, out: Float64Array): void;
}

/** Of air at 20 °C. */
export const AIR_DENSITY = 1.204; // [kg/m³]
/** In air [m/s]. */
export const SPEED_OF_SOUND = 343.2; // [m/s]
