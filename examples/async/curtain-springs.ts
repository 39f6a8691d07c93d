// Curtain of springs: a ball thrown into a curtain stretches it like rubber.
// However stiff the springs, a fast enough ball stretches them as far as one likes. Compare curtain-inextensible.
//
//   carom run curtain-springs

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { curtain } from './parts/curtain.ts';
import { extent, largestStretch } from './parts/measure.ts';

export const scene = curtain('curtain-springs', 0);

export const expectations: Expectation[] = [
  { says: 'nothing touches', holds: (r) => smallestGap(r) > 0 },
  { says: 'the curtain stretches by more than 15%', holds: (r) => largestStretch(r, 'curtain') > 1.15 },
  {
    says: 'the ball does not get through',
    holds: (r) => extent(r, 'ball', 'last', 2)[0] > extent(r, 'curtain', 'last', 2)[0] - 0.01,
  },
];

export const budgetSeconds = 10;
