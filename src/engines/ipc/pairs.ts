// A pair of bodies that may touch during this step, and everything that holds for all its contacts.

export interface Pair {
  /** Bodies, a < b. */
  readonly a: number;
  readonly b: number;
  /** Its candidates: start ≤ index < end. */
  start: number;
  end: number;
  /** Activation distance d̂ [m], above the minimum separation. */
  dHat: number;
  /** Minimum separation ξ [m]. */
  separation: number;
  /** κ [kg], the factor of the barrier b(d) [m²] in the incremental potential [kg m²]. */
  stiffness: number;
  /** Coefficient of friction, and the slip within a step [m] below which it sticks. */
  friction: number;
  stickDistance: number;
  /** Upper bound on the relative motion of any two of its points since its candidates were found [m]. */
  motion: number;
  /** The same for the present Newton direction, at its full length [m]. */
  bound: number;
}
