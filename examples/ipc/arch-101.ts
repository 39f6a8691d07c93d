// Arch of 101 stones: a catenary of loose stones stands on the ground by pressure and friction alone.
// With a hundred joints errors add up: most engines drop this arch or let its stones sink into each other.
//
//   carom run arch-101

import {
  bodyHeight,
  bodyNames,
  bodySpeed,
  bodyTravel,
  type Expectation,
  smallestGap,
} from '../../src/sim/index.ts';
import { arch, crownOf } from './parts/arch.ts';

export const scene = arch('arch-101', 101);

export const expectations: Expectation[] = [
  { says: 'the stones never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the crown keeps its height to 1%',
    holds: (r) =>
      Math.abs(bodyHeight(r, crownOf(101), 'last') / bodyHeight(r, crownOf(101), 'first') - 1) < 0.01,
  },
  {
    says: 'every stone is where it was, to a centimetre, and at rest',
    holds: (r) =>
      bodyNames(r, /^stone/).every(
        (name) => bodyTravel(r, name, 'first', 'last') < 0.01 && bodySpeed(r, name, 'last') < 1e-3,
      ),
  },
];

export const budgetSeconds = 90;
