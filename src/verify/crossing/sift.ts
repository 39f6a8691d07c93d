// The pairs of simplices of two rigid bodies, as remembered: proved clear of each other, or left as suspects.

import { provenGap, separationAtEnd } from './crossing.ts';
import type { Encounter } from './encounter.ts';
import { CLEAR_AND_FAR, type Neighbours, UNKNOWN } from './neighbours.ts';
import type { PairList } from '../tree.ts';

/**
 * Appends to `suspects` every pair not proved clear over the present stretch.
 * @param slack  remembered distances may be wrong by this [m]
 * @param limit  a gap at the end of the stretch [m] above which it need not be known
 * @returns the smaller of `limit` and the smallest gap at the end between pairs that are remembered [m]
 */
export function sift(
  encounter: Encounter,
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
    const proof = neighbours.prove(encounter, i, slack, smallest);
    if (proof === CLEAR_AND_FAR) continue;
    const p = pairs[2 * i + (mover === a ? 0 : 1)];
    const q = pairs[2 * i + (mover === a ? 1 : 0)];
    encounter.chooseSimplices(a, p, b, q);
    neighbours.suggest(encounter, i);
    if (proof === UNKNOWN) {
      const gap = provenGap(encounter, 0);
      if (gap === 0) suspects.push(p, q);
      else if (gap >= smallest) continue;
    }
    if (smallest > 0) smallest = Math.min(smallest, Math.max(0, separationAtEnd(encounter, smallest)));
  }
  return smallest;
}
