// Turntable, friction 0: a block on a turntable that speeds up goes straight on, as if nothing turned under it.
//
//   carom run turntable-frictionless

import { bodyPosition, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { isThrownOff, turntable } from './parts/turntable.ts';

export const scene = turntable('turntable-frictionless', 0);

export const expectations: Expectation[] = [
  { says: 'block and table never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the block goes straight on at its speed',
    holds: (r) => {
      const [x, , z] = bodyPosition(r, 'block', 1);
      return Math.abs(x - 1.5) < 1e-3 && Math.abs(z + 0.785 * 1.5) < 1e-3;
    },
  },
  { says: 'it falls off where it leaves the table', holds: isThrownOff },
];

export const budgetSeconds = 10;
