// Turntable, friction 0.5: the block turns with the table until 1.81 rad/s, where friction can no longer bend its way.
//
//   carom run turntable-grippy

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { isThrownOff, speedAtSlip, turntable } from './parts/turntable.ts';

export const scene = turntable('turntable-grippy', 0.5);

export const expectations: Expectation[] = [
  { says: 'block and table never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'it lets go at 1.81 rad/s, and a moment later has slipped by 5 mm',
    holds: (r) => speedAtSlip(r) > 1.79 && speedAtSlip(r) < 1.88,
  },
  { says: 'it is thrown off', holds: isThrownOff },
];

export const budgetSeconds = 10;
