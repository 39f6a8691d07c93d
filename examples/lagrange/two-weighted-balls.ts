// Two weighted balls: two systems that know nothing of each other in one specification.
// The compiler finds that out and integrates each on its own.
//
//   carom run two-weighted-balls

import { bodyPosition, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, keepsEnergy, specified, speedAt } from './parts/scene.ts';

export const scene = specified('two-weighted-balls', 10);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'ball 1 does not slip on the plane',
    holds: (r) =>
      always(r, (time) => {
        const [x, y] = bodyPosition(r, 'Ball[1]', time);
        return speedAt(r, 'Ball[1]', [x, y, 0], time) < 1e-9;
      }),
  },
  {
    says: 'ball 2 does not slip on the plane',
    holds: (r) =>
      always(r, (time) => {
        const [x, y] = bodyPosition(r, 'Ball[2]', time);
        return speedAt(r, 'Ball[2]', [x, y, 0], time) < 1e-9;
      }),
  },
];

export const budgetSeconds = 10;
