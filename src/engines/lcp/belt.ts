// Surfaces that run under what touches them, like conveyor belts.
//
// A belt's point moves by R s more than its body does, s fixed to the body. Friction stops what slips against that; nothing is pushed
// along the normal, so that a belt carries, turns and brakes but never lifts.

import { rotateByQuaternion } from '../../num/index.ts';
import type { Model } from './model.ts';

const turned = new Float64Array(3);

/** Whether the surface of either of two bodies runs. */
export function hasBelt({ surfaces }: Pick<Model, 'surfaces'>, a: number, b: number): boolean {
  return surfaces[a] !== undefined || surfaces[b] !== undefined;
}

/** Adds how fast the surface of a runs against that of b [m/s], world axes. */
export function addBelts(
  { surfaces }: Pick<Model, 'surfaces'>,
  poses: Float64Array,
  a: number,
  b: number,
  out: Float64Array,
): void {
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const surface = surfaces[body];
    if (surface === undefined) continue;
    rotateByQuaternion(turned, 0, poses, 7 * body + 3, surface, 0);
    for (let k = 0; k < 3; k++) out[k] += side === 0 ? turned[k] : -turned[k];
  }
}
