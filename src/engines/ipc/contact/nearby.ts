// Pairs of bodies that may come near each other, and for how much motion of the bodies they were found.

import { BroadPhase } from '../../../geometry/tree/index.ts';
import type { Pair } from './pairs.ts';

export interface Nearby {
  /** Ascending by (a, b). */
  pairs: Pair[];
  readonly broad: BroadPhase;
  /** World boxes of the bodies, six numbers each. */
  readonly boxes: Float64Array;
  /** How far each body has moved since the pairs were found, and how far it may [m]; below zero: none were found. */
  readonly moved: Float64Array;
  readonly budget: Float64Array;
  /** No body gets room for more than this in one step [m]: what would take it farther is no motion that it can make. */
  widest: number;
  /** Whether a body would have gone further than that: the pairs must be found again. */
  budgetSpent: boolean;
}

export function createNearby(count: number): Nearby {
  return {
    pairs: [],
    broad: new BroadPhase(),
    boxes: new Float64Array(6 * count),
    moved: new Float64Array(count),
    budget: new Float64Array(count).fill(-1),
    widest: 0,
    budgetSpent: false,
  };
}
