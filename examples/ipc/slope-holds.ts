// Slope, held: a block on a slope of tan θ = 0.5 stays where it is at friction 0.5, the critical value.
// Engines that regularise friction carelessly let it creep; here it keeps its place to a millimetre in 5 s.
//
//   carom run slope-holds

import { bodyTravel, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { slope } from './parts/slope.ts';

export const scene = slope('slope-holds', 0.5);

export const expectations: Expectation[] = [
  { says: 'block and slope never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the block moves less than 1 mm in 5 s',
    holds: (r) => bodyTravel(r, 'block', 'first', 'last') < 1e-3,
  },
];

export const budgetSeconds = 10;
