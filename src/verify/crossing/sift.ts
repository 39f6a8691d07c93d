// The pairs of simplices of two rigid bodies, as remembered: proved clear of each other, or left as suspects.

import { gapAtEnd, isClear, separationAtEnd } from './crossing.ts';
import { choosePair } from './encounter.ts';
import { CLEAR_AND_FAR, type Neighbours, UNKNOWN } from './neighbours.ts';
import { loadSimplices } from './simplex-pair.ts';
import type { PairList } from '../tree.ts';
import type { World } from '../world.ts';

const vertices = new Int32Array(6);

/**
 * Appends to `suspects` every pair not proved clear over the present stretch.
 * @param slack  remembered distances may be wrong by this [m]
 * @param limit  a gap at the end of the stretch [m] above which it need not be known
 * @returns the smaller of `limit` and the smallest gap at the end between pairs that are remembered [m]
 */
export function sift(
  world: World,
  neighbours: Neighbours,
  slack: number,
  limit: number,
  suspects: PairList,
): number {
  const { mover, base, pairs, gaps, reaches, slide, turn } = neighbours;
  const a = Math.min(mover, base);
  const b = Math.max(mover, base);
  let smallest = limit;
  for (let i = 0; i < neighbours.length; i++) {
    // most pairs are too far apart for a look
    if (gaps[i] - turn * reaches[i] > slide + slack + smallest) continue;
    const proof = neighbours.prove(world, i, slack, smallest);
    if (proof === CLEAR_AND_FAR) continue;
    const p = pairs[2 * i + (mover === a ? 0 : 1)];
    const q = pairs[2 * i + (mover === a ? 1 : 0)];
    const sizeA = loadSimplices(world, a, p, b, q, vertices);
    choosePair(world, a, b, vertices, sizeA, world.forms[b].simplices.sizes[q]);
    neighbours.suggest(world, i);
    if (proof === UNKNOWN) {
      if (!isClear(world, 0)) suspects.push(p, q);
      else if (gapAtEnd >= smallest) continue;
    }
    if (smallest > 0) smallest = Math.min(smallest, Math.max(0, separationAtEnd(world, smallest)));
  }
  return smallest;
}
