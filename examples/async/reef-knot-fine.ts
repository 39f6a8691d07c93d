// Fine reef knot: the two ribbons with 4,000 vertices in cells about square, thinner so that neighbours do not push each other.
//
//   carom run reef-knot-fine

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { extent } from './parts/measure.ts';
import { reefKnot } from './parts/reef-knot.ts';

export const scene = reefKnot({
  name: 'reef-knot-fine',
  along: 250,
  across: 7,
  duration: 0.08, // it is tight from 0.06 on
  thickness: 5e-4,
  damping: [2e-5, 7.5e-5],
  force: 0.02,
});

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

export const budgetSeconds = 900;
