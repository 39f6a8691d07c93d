// Reef knot: two ribbons, each a bight through the other, pulled tight by forces at their ends.
// As the knot tightens the layers of the tightest places get deeper and their steps shorter; the rest goes on as before.
//
//   carom run reef-knot

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { extent } from './parts/measure.ts';
import { reefKnot } from './parts/reef-knot.ts';

export const scene = reefKnot({ name: 'reef-knot', along: 90, duration: 0.2, force: 0.02 });

export const expectations: Expectation[] = [
  { says: 'the ribbons never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the knot has drawn together',
    holds: (r) =>
      extent(r, 'left', 'last', 0)[1] - extent(r, 'right', 'last', 0)[0] <
      0.7 * (extent(r, 'left', 'first', 0)[1] - extent(r, 'right', 'first', 0)[0]),
  },
  {
    says: 'it holds: each ribbon is still caught in the other',
    holds: (r) => extent(r, 'left', 'last', 0)[1] > extent(r, 'right', 'last', 0)[0],
  },
];

export const budgetSeconds = 19;
