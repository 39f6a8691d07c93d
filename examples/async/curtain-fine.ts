// Fine curtain: the curtain of springs with 2,601 vertices, and folds to match.
// What stretched in a few large triangles there does so in a cone of many; with less damping the cloth is thrown up, and the ball leaves below it.
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
    says: 'the ball throws the curtain up and leaves below its hem',
    holds: (r) =>
      extent(r, 'curtain', 'last', 1)[0] > 0.3 &&
      extent(r, 'ball', 'last', 1)[1] < extent(r, 'curtain', 'last', 1)[0],
  },
];

export const budgetSeconds = 300;
