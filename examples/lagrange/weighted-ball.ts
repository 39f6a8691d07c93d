// Weighted ball: a ball with a weight off its centre rolls and spins erratically across a plane.
// It never slips, however wildly it turns.
//
//   carom run weighted-ball

import { bodyHeight, bodyPosition, bodyTravel, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, keepsEnergy, specified, speedAt } from './parts/scene.ts';

export const scene = specified('weighted-ball', 10);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'the ball does not slip on the plane',
    holds: (r) =>
      always(r, (time) => {
        const [x, y] = bodyPosition(r, 'Ball', time);
        return speedAt(r, 'Ball', [x, y, 0], time) < 1e-9;
      }),
  },
  { says: 'it gets somewhere', holds: (r) => bodyTravel(r, 'Ball', 'first', 'last') > 0.1 },
  { says: 'it stays on the plane', holds: (r) => always(r, (t) => bodyHeight(r, 'Ball', t) === 0.5) },
];

export const budgetSeconds = 10;
