// A group that lies together, held up and let go: a first guess for bodies that only keep each other where they are.
//
// Held up as it lies it comes down as it was: what stops it bears each body as it does at rest, only harder, so all bounce alike and
// come to rest together, as long as what they stand on meets them within one step. The more each is higher or lower than the next,
// the further that is from the truth, and the more like something that was thrown in.

import type { Random } from '../../../../num/index.ts';
import type { Model } from '../../model.ts';
import { makeMotion } from '../../motion.ts';
import { horizontal } from '../horizontal.ts';
import type { ReplayStart } from '../replay.ts';

/** By how much of that they are set to one side. */
const ASIDE = 0.025;

const side = new Float64Array(3);

/** @param spread  by which part of the height they differ in it */
export function lift(
  model: Model,
  rest: Float64Array,
  bodies: readonly number[],
  height: number,
  spread: number,
  up: Float64Array,
  random: Random,
): ReplayStart {
  const poses = rest.slice();
  const motion = makeMotion(model.bodies);
  for (const body of bodies) {
    horizontal(side, up, random.between(0, 2 * Math.PI));
    const own = height * (1 + spread * random.between(0, 1));
    for (let k = 0; k < 3; k++) poses[7 * body + k] += own * up[k] + ASIDE * spread * height * side[k];
  }
  return { poses, motion };
}
