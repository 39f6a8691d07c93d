// Dancing snowman: the weighted ball, dressed, with a camera for the guests and one in the eyes.
// The stone in its foot keeps it from falling over, and the rolling makes it dance.
//
//   carom run snowman

import { bodyHeight, bodyPosition, bodyTilt, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, keepsEnergy, specified, speedAt } from './parts/scene.ts';

export const scene = specified('snowman', 15);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'its foot does not slip on the plane',
    holds: (r) =>
      always(r, (time) => {
        const [x, y] = bodyPosition(r, 'Foot', time);
        return speedAt(r, 'Foot', [x, y, 0], time) < 1e-9;
      }),
  },
  {
    says: 'its head stays above its foot',
    holds: (r) => always(r, (time) => bodyHeight(r, 'Head', time) > bodyHeight(r, 'Foot', time)),
  },
  { says: 'it sways', holds: (r) => bodyTilt(r, 'Foot', 1) > 0.05 },
];

export const budgetSeconds = 10;
