// Bed of nails: two cloths, one on the other, fall onto a bed of nails, and the upper one is then tugged away.
// Isolated points against sheets, and sheets sliding over sharp points, are what sampled collision tests miss.
//
//   carom run bed-of-nails

import { column, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { clothsOnNails } from './parts/cloths-on-nails.ts';
import { extent, middle } from './parts/measure.ts';

export const scene = clothsOnNails('bed-of-nails', 12);

export const expectations: Expectation[] = [
  { says: 'nothing touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the cloths sag between the nails, but their tops stay above the points',
    holds: (r) => extent(r, 'lower', 'last', 1)[0] < 0.055 && extent(r, 'lower', 'last', 1)[1] > 0.06,
  },
  {
    says: 'the upper one is drawn away',
    holds: (r) => middle(r, 'upper', 'last')[0] - middle(r, 'upper', 'first')[0] > 0.05,
  },
  {
    says: 'the lower one follows by less',
    holds: (r) =>
      middle(r, 'lower', 'last')[0] - middle(r, 'lower', 'first')[0] <
      middle(r, 'upper', 'last')[0] - middle(r, 'upper', 'first')[0],
  },
  { says: 'many points bear them', holds: (r) => Math.max(...column(r, 'contacts')) > 50 },
];

export const budgetSeconds = 19;
