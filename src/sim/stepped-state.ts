// The state of engines that take fixed steps: where bodies are, and one step back, for frames that fall between two steps.

/** The state of an engine of fixed steps. */
export interface SteppedState extends Record<string, Float64Array | Int32Array | Uint32Array> {
  /** How far the caller has asked us to go [s]; -1 before the first time. */
  clock: Float64Array;
  /** Steps taken: the arrays below are at tick × timeStep. */
  tick: Uint32Array;
  /** Seven numbers a body, after the last step. */
  poses: Float64Array;
  /** Six numbers a body, after the last step. */
  velocities: Float64Array;
  /** Angular momentum of each body about its centre, world axes [kg m²/s]. */
  momenta: Float64Array;
  /** Poses before it. */
  previousPoses: Float64Array;
  /** Velocities before it. */
  previousVelocities: Float64Array;
  /** Momenta before it. */
  previousMomenta: Float64Array;
  /** Force and torque from outside, six a body, until they are changed. */
  applied: Float64Array;
}

/** The state at the start of a scene. */
export function startSteps(
  poses: Float64Array,
  velocities: Float64Array,
  momenta: Float64Array,
): SteppedState {
  return {
    clock: Float64Array.of(-1),
    tick: Uint32Array.of(0),
    poses,
    velocities,
    momenta,
    previousPoses: poses.slice(),
    previousVelocities: velocities.slice(),
    previousMomenta: momenta.slice(),
    applied: new Float64Array(2 * momenta.length),
  };
}
