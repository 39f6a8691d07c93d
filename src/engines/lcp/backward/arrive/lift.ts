// A group that lies together, held up a little and let go: a first guess for bodies that only keep each other where they are.

import type { Random } from '../../../../num/index.ts';
import type { Model } from '../../model.ts';
import { makeMotion } from '../../motion.ts';
import { horizontal } from '../horizontal.ts';
import type { ReplayStart } from '../replay.ts';

const side = new Float64Array(3);

export function lift(
  model: Model,
  end: Float64Array,
  bodies: readonly number[],
  height: number,
  up: Float64Array,
  random: Random,
): ReplayStart {
  const poses = end.slice();
  const motion = makeMotion(model.bodies);
  for (const body of bodies) {
    horizontal(side, up, random.between(0, 2 * Math.PI));
    // never all at once: each a little higher or lower than the next
    const own = height * random.between(1, 1.04);
    for (let k = 0; k < 3; k++) {
      poses[7 * body + k] += own * up[k] + 1e-3 * height * side[k];
    }
  }
  return { poses, motion };
}
