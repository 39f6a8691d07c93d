// Turntable, friction 0.1: the block holds on at first, but the table soon turns too fast and throws it off.
//
//   carom run turntable-slippery

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { isThrownOff, speedAtSlip, turntable } from './parts/turntable.ts';

export const scene = turntable('turntable-slippery', 0.1);

export const expectations: Expectation[] = [
  { says: 'block and table never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'it lets go just above 0.81 rad/s',
    holds: (r) => speedAtSlip(r) > 0.79 && speedAtSlip(r) < 0.95,
  },
  { says: 'it is thrown off', holds: isThrownOff },
];

export const budgetSeconds = 10;
