// Where a body that flies freely before its first bounce should have been: drawn from the goals of its place.

import type { Random } from '../../../../num/index.ts';
import type { Goal } from '../../../../scene/index.ts';
import { horizontalPart } from '../horizontal.ts';
import { drawWithin } from './region.ts';

export interface Aim {
  readonly place: Float64Array;
  /** Since the start of the motion [s]. */
  readonly time: number;
}

/** Of a place that is passed at any time: within this part of the motion, before a body has been long on the ground. */
const EARLY = 0.3;
/** Of a side: not further away than so many radii. */
const FAR = 10;
/** … and so far beside that line, as a part of the way: not all come along one line. */
const SPREAD = 0.4;

/** What of a body an aim depends on. */
interface Aimed {
  readonly body: number;
  /** Where it ends [m]. */
  readonly place: ArrayLike<number>;
  readonly radius: number;
  readonly up: Float64Array;
  /** Of the motion [s]. */
  readonly duration: number;
}

/** One of the goals that say where a body is or comes from, and a place and time that fulfil it; undefined where there is none. */
export function drawAim(goals: readonly Goal[], about: Aimed, random: Random): Aim | undefined {
  const placed = goals.filter(
    ({ bodies, startsIn, passes, from }) =>
      bodies.includes(about.body) && (startsIn !== undefined || passes !== undefined || from !== undefined),
  );
  if (placed.length === 0) return undefined;
  const { startsIn, passes, from, time } = placed[Math.floor(random.uniform() * placed.length)];
  const place = new Float64Array(3);
  if (startsIn !== undefined) drawWithin(startsIn, random, place);
  else if (from !== undefined) drawAside(from, about, random, place);
  else {
    place.set(passes!);
    return { place, time: time ?? EARLY * about.duration * random.uniform() };
  }
  return { place, time: 0 };
}

/** Some sizes of the body away on that side, and above its end. */
function drawAside(
  from: ArrayLike<number>,
  { place: end, radius, up }: Aimed,
  random: Random,
  place: Float64Array,
): void {
  const side = new Float64Array(3);
  horizontalPart(side, [from[0], from[1], from[2]], up);
  const beside = radius * random.between(1, FAR);
  const above = radius * random.between(1, FAR);
  const across = beside * random.between(-SPREAD, SPREAD);
  for (let k = 0; k < 3; k++) {
    const k1 = (k + 1) % 3;
    const k2 = (k + 2) % 3;
    const level = up[k1] * side[k2] - up[k2] * side[k1];
    place[k] = end[k] + beside * side[k] + across * level + above * up[k];
  }
}
