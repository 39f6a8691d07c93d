// A point of a body drawn from outside to a point of the world, by a spring and a damper.
//
//   F = −k (s + h v) / (1 + h² k W) − d v / (1 + 4 h (d + h k) W)
//
// with s the stretch, v the point's velocity and W what the point gives way at most. Both parts are as an implicit step would have
// them, so that the pull is stable however stiff it is: as k and d grow, errors shrink to two thirds and less in a step, whether positions
// follow the new velocity (x + h v′) or the mean one (x + ½ h (v + v′)). At rest d takes nothing from the pull.

/** Of the state of a drag: stiffness [N/m] (0: none), damping [N s/m], point in body coordinates, target in the world [m]. */
export const dragSize = 8;

/** The point that is drawn. */
export interface DraggedPoint {
  /** Where the body's centre is in the world [m], and the way from there to the point, world axes [m]. */
  readonly centre: Float64Array;
  readonly arm: Float64Array;
  /** Of the point [m/s]. */
  readonly velocity: Float64Array;
  /** W [1/kg]. */
  readonly gives: number;
}

/**
 * Writes force and torque about the body's centre for the drag at drags[at].
 * @param h  the coming step [s]
 */
export function writePull(
  out: Float64Array,
  drags: Float64Array,
  at: number,
  { centre, arm, velocity, gives }: DraggedPoint,
  h: number,
): void {
  const stiffness = drags[at];
  const damping = drags[at + 1];
  const spring = stiffness / (1 + h * h * stiffness * gives);
  const damper = damping / (1 + 4 * h * (damping + h * stiffness) * gives);
  for (let k = 0; k < 3; k++) {
    const stretch = centre[k] + arm[k] - drags[at + 5 + k];
    out[k] = -spring * (stretch + h * velocity[k]) - damper * velocity[k];
  }
  const [x, y, z] = arm;
  out[3] = y * out[2] - z * out[1];
  out[4] = z * out[0] - x * out[2];
  out[5] = x * out[1] - y * out[0];
}
