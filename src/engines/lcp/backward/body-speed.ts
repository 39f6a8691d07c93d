// How fast a body is.

import type { Model } from '../model.ts';
import type { Motion } from '../motion.ts';
import { writeVelocity } from '../state.ts';

export function isStill({ velocities, momenta }: Motion, body: number): boolean {
  for (let k = 3 * body; k < 3 * body + 3; k++) if (velocities[k] !== 0 || momenta[k] !== 0) return false;
  return true;
}

/** Of the centre and, by turning, about as much as of the surface [m/s]. */
export function bodySpeed(model: Model, { velocities, momenta }: Motion, body: number): number {
  const at = 3 * body;
  let linear = 0;
  let angular = 0;
  for (let k = 0; k < 3; k++) {
    linear += velocities[at + k] * velocities[at + k];
    angular += momenta[at + k] * momenta[at + k];
  }
  const inertia = Math.min(model.inertias[at], model.inertias[at + 1], model.inertias[at + 2]);
  return Math.sqrt(linear) + (angular > 0 ? Math.sqrt(angular / (model.masses[body] * inertia)) : 0);
}

const twist = new Float64Array(6);

/** How fast it turns [rad/s]. */
export function turnOf(model: Model, poses: Float64Array, body: number, motion: Motion): number {
  writeVelocity(model, poses, body, 0, motion, twist, 0);
  return Math.sqrt(twist[3] * twist[3] + twist[4] * twist[4] + twist[5] * twist[5]);
}
