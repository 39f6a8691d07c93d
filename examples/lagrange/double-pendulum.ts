// Double pendulum: one pendulum hangs off another, frames in frames.
// Its motion is wild, but what it has of height and speed together stays the same.
//
//   carom run double-pendulum

import { bodyHeight, distanceBetween, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, keepsEnergy, specified } from './parts/scene.ts';

export const scene = specified('double-pendulum', 10);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'the arms keep their lengths',
    holds: (r) =>
      always(
        r,
        (time) =>
          Math.abs(distanceBetween(r, 'Pivot', 'Elbow', time) - 1) < 1e-9 &&
          Math.abs(distanceBetween(r, 'Elbow', 'Bob', time) - 1) < 1e-9,
      ),
  },
  {
    says: 'both masses together never rise above where they were let go',
    holds: (r) => {
      const height = (time: number | 'first') => bodyHeight(r, 'Elbow', time) + bodyHeight(r, 'Bob', time);
      return always(r, (time) => height(time) < height('first') + 1e-7);
    },
  },
];

export const budgetSeconds = 10;
