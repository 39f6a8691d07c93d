// Pasts of bodies that keep each other in their places, as balls in a bowl and fallen dominoes do: none of them would stay without the
// others, so no step back can take them apart one by one. A group of them is let go a little above where it lies:
//
//   all at once         held up as they lie, so that they land as they are to lie (lift.ts); from many heights, the higher the better
//   one after another   each from a little higher than the next, and aimed (aim.ts) until the forward engine brings all of them to
//                       their places; a few bodies only, since what one does then depends on all others
//
// What the engine does not bring back by itself is no past: either way ends with a run that says whether it does.

import { pow } from '../../../../num/elementary/index.ts';
import { Random } from '../../../../num/index.ts';
import { upDirection } from '../../gravity.ts';
import { makeMotion } from '../../motion.ts';
import { radiiOf } from '../alone/extents.ts';
import type { PassRequest } from '../pass/pass.ts';
import type { ReplayStart } from '../replay.ts';
import { aim, shareBack } from './aim.ts';
import { lift } from './lift.ts';

/** Stream of chance of its own. */
const STREAM = 11;
/** Those let go at once fall from between these, in radii of the largest, tried so many times from above. */
const HIGHEST = 4;
const LOWEST = 0.55;
const MOST_DROPS = 32;
/** Where none of the first drops brings this share back to their places, others do not either. */
const FEW = 0.5;
const FIRST_DROPS = 6;
/** More are not let go one after another. */
const MOST_AIMED = 12;
/** From how high these are let go, and by which part of it they differ. */
const HEIGHTS = [1, 0.8, 0.7, 0.65, 0.6, 0.6, 0.55, 0.55];
const SPREAD = 0.04;
const ROUNDS = 20;
/** How long they may take to settle [s]. */
const SETTLES = 2;

/**
 * A start that leads a group to the end; undefined where none was found.
 * @param group  bodies that touch nobody else at the end
 * @param rest   poses at which they can come to rest (ease.ts)
 */
export function arrive(
  { model, end, ticks, seed }: PassRequest,
  group: readonly number[],
  rest: Float64Array,
  stop: () => boolean,
): ReplayStart | undefined {
  const up = upDirection(model);
  const random = new Random(seed, STREAM).split(group[0]);
  const radii = radiiOf(model);
  const radius = group.reduce((most, body) => Math.max(most, radii[body]), 0);
  const until = Math.min(ticks, Math.ceil(SETTLES / model.timeStep));
  // where they would not even stay nobody can have come to rest
  const still = { poses: rest, motion: makeMotion(model.bodies) };
  if (shareBack(model, end.poses, group, still, until) < 1) return undefined;
  let most = 0;
  for (let drop = 0; drop < MOST_DROPS && (drop < FIRST_DROPS || most >= FEW); drop++) {
    if (stop()) return undefined;
    const height = HIGHEST * pow(LOWEST / HIGHEST, (drop + random.between(0, 1)) / MOST_DROPS);
    const start = lift(model, rest, group, height * radius, 0, up, random);
    const back = shareBack(model, end.poses, group, start, until);
    if (back === 1) return start;
    most = Math.max(most, back);
  }
  if (group.length > MOST_AIMED) return undefined;
  for (const height of HEIGHTS) {
    if (stop()) return undefined;
    const guess = lift(model, rest, group, height * radius, SPREAD, up, random);
    const start = aim(model, end.poses, group, guess, up, until, ROUNDS, stop);
    if (start !== undefined) return start;
  }
  return undefined;
}
