// Inextensible curtain: the same ball and curtain, but no edge may ever get longer than 3%.
// Nested penalty layers on the length of every edge hold it, whatever the ball's speed.
//
//   carom run curtain-inextensible

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { curtain } from './parts/curtain.ts';
import { extent, largestStretch } from './parts/measure.ts';

export const scene = curtain('curtain-inextensible', 0.03);

export const expectations: Expectation[] = [
  { says: 'nothing touches', holds: (r) => smallestGap(r) > 0 },
  { says: 'no edge stretches by 3%', holds: (r) => largestStretch(r, 'curtain') < 1.03 },
  {
    says: 'the ball does not get through',
    holds: (r) => extent(r, 'ball', 'last', 2)[0] > extent(r, 'curtain', 'last', 2)[0] - 0.01,
  },
];

export const budgetSeconds = 15;
