// Turntable, friction 0: a block on a turntable that speeds up goes straight on, as if nothing turned under it.
//
//   carom run turntable-frictionless

import { bodyPosition, type Expectation, smallestGap } from '../../src/sim/outcome.ts';
import { isThrownOff, turntable } from './parts/turntable.ts';

export const scene = turntable('turntable-frictionless', 0);

export const expectations: Expectation[] = [
  { says: 'block and table never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the block leaves the table along a straight line',
    holds: (r) => Math.abs(bodyPosition(r, 'block', 'last')[0] - 1.5) < 0.01 && isThrownOff(r),
  },
];

export const budgetSeconds = 20;
