// Fine curtain: the curtain of springs with 2,601 vertices, and folds to match.
// The same ball, the same cloth; what stretched in a few large triangles before now does so in a cone of many.
//
//   carom run curtain-fine

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { curtain } from './parts/curtain.ts';
import { extent, largestStretch } from './parts/measure.ts';

export const scene = curtain('curtain-fine', 0, 50);

export const expectations: Expectation[] = [
  { says: 'nothing touches', holds: (r) => smallestGap(r) > 0 },
  { says: 'the curtain stretches by more than 15%', holds: (r) => largestStretch(r, 'curtain') > 1.15 },
  {
    says: 'the ball does not get through',
    holds: (r) => extent(r, 'ball', 'last', 2)[0] > extent(r, 'curtain', 'last', 2)[0] - 0.01,
  },
];

export const budgetSeconds = 300;
