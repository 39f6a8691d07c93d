// Where a body that flies freely before its first bounce should have been: drawn from the goals of its place.

import type { Random } from '../../../../num/index.ts';
import type { Goal } from '../../../../scene/index.ts';
import { drawWithin } from './region.ts';

export interface Aim {
  readonly place: Float64Array;
  /** Since the start of the motion [s]. */
  readonly time: number;
}

/** One of the goals that say where a body is at which time, and a place that fulfils it; undefined where there is none. */
export function drawAim(goals: readonly Goal[], body: number, random: Random): Aim | undefined {
  const placed = goals.filter(
    ({ bodies, startsIn, time }) => bodies.includes(body) && (startsIn !== undefined || time !== undefined),
  );
  if (placed.length === 0) return undefined;
  const { startsIn, passes, time } = placed[Math.floor(random.uniform() * placed.length)];
  const place = new Float64Array(3);
  if (startsIn !== undefined) drawWithin(startsIn, random, place);
  else if (passes !== undefined) place.set(passes);
  return { place, time: startsIn !== undefined ? 0 : (time ?? 0) };
}
