// Pasts of a few bodies that keep each other in their places, as balls in a bowl do: none of them would stay without the others, so
// no step back can take them apart one by one. They are let go together a little above where they lie, and aimed (aim.ts)
// until the forward engine brings all of them there; the higher, the better.

import { Random } from '../../../../num/index.ts';
import { upDirection } from '../../gravity.ts';
import { radiiOf } from '../alone/extents.ts';
import type { PassRequest } from '../pass/pass.ts';
import type { ReplayStart } from '../replay.ts';
import { aim } from './aim.ts';
import { lift } from './lift.ts';

/** Stream of chance of its own. */
const STREAM = 11;
/** More are not let go together: what one does then depends on too many others. */
const MOST_TOGETHER = 12;
/** From how high they are let go, in radii of the largest. */
const HEIGHTS = [1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6, 0.55];
const ROUNDS = 12;
/** How long they may take to settle [s]. */
const SETTLES = 2;

/** A start that leads to the end; undefined where none was found, or there are too many bodies. */
export function arrive(
  { model, end, ticks, seed }: PassRequest,
  stop: () => boolean = () => false,
  progress: (fraction: number) => void = () => undefined,
): ReplayStart | undefined {
  const bodies = Array.from({ length: model.bodies }, (_, b) => b).filter((b) => model.isDynamic[b] === 1);
  if (bodies.length > MOST_TOGETHER) return undefined;
  const up = upDirection(model);
  const random = new Random(seed, STREAM);
  const radii = radiiOf(model);
  const radius = bodies.reduce((most, body) => Math.max(most, radii[body]), 0);
  const until = Math.min(ticks, Math.ceil(SETTLES / model.timeStep));
  for (const [i, height] of HEIGHTS.entries()) {
    progress(i / HEIGHTS.length);
    if (stop()) return undefined;
    const guess = lift(model, end.poses, bodies, height * radius, up, random);
    const start = aim(model, end.poses, bodies, guess, up, until, ROUNDS, stop);
    if (start !== undefined) return start;
  }
  return undefined;
}
