// Free flight, a step back: what forces gave in a step is taken from a body again.

import { addForces } from '../forward/members.ts';
import type { Model } from '../model.ts';
import type { Motion } from '../motion.ts';

const given = new Float64Array(6);

/** @param before  where the motion before the step goes; may be `after` itself */
export function takeForcesBack(
  model: Model,
  poses: Float64Array,
  body: number,
  time: number,
  after: Motion,
  before: Motion,
): void {
  given.fill(0);
  addForces(model, poses, body, time, given, 0, given, 3);
  for (let k = 0; k < 3; k++) {
    before.velocities[3 * body + k] = after.velocities[3 * body + k] - given[k];
    before.momenta[3 * body + k] = after.momenta[3 * body + k] - given[3 + k];
  }
}
