// How fast bodies move: the linear velocity of the centre and the angular momentum, by body. Kicks change these and
// nothing else; drifts change poses and nothing else.

export interface Motion {
  /** Of the centres [m/s], xyz a body. */
  readonly velocities: Float64Array;
  /** Angular momenta about the centres, world axes [kg m²/s], xyz a body. */
  readonly momenta: Float64Array;
}

export function makeMotion(bodies: number): Motion {
  return { velocities: new Float64Array(3 * bodies), momenta: new Float64Array(3 * bodies) };
}

export function copyMotion(to: Motion, from: Motion): void {
  to.velocities.set(from.velocities);
  to.momenta.set(from.momenta);
}

export function copyMotionOf(body: number, to: Motion, from: Motion): void {
  for (let k = 3 * body; k < 3 * body + 3; k++) {
    to.velocities[k] = from.velocities[k];
    to.momenta[k] = from.momenta[k];
  }
}
