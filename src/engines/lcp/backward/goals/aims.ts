// Where a body that flies freely before its first bounce should have been: drawn from the goals of its place.

import type { Random } from '../../../../num/index.ts';
import type { Goal } from '../../../../scene/index.ts';
import { drawWithin } from './region.ts';

export interface Aim {
  readonly place: Float64Array;
  /** Since the start of the motion [s]. */
  readonly time: number;
}

/** Of a place that is passed at any time: within this part of the motion, before a body has been long on the ground. */
const EARLY = 0.3;

/**
 * One of the goals that say where a body is, and a place and time that fulfil it; undefined where there is none.
 * @param duration  of the motion [s]
 */
export function drawAim(
  goals: readonly Goal[],
  body: number,
  duration: number,
  random: Random,
): Aim | undefined {
  const placed = goals.filter(
    ({ bodies, startsIn, passes }) =>
      bodies.includes(body) && (startsIn !== undefined || passes !== undefined),
  );
  if (placed.length === 0) return undefined;
  const { startsIn, passes, time } = placed[Math.floor(random.uniform() * placed.length)];
  const place = new Float64Array(3);
  if (startsIn !== undefined) {
    drawWithin(startsIn, random, place);
    return { place, time: 0 };
  }
  place.set(passes!);
  return { place, time: time ?? EARLY * duration * random.uniform() };
}
