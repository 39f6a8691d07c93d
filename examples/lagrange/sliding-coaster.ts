// Sliding coaster: five cars without wheels, each at a fixed distance from the next.
// Drive the first with the arrow keys.
//
//   carom run sliding-coaster

import { atan2, cos } from '../../src/num/elementary.ts';
import { bodyPosition, distanceBetween, type Expectation } from '../../src/sim/outcome.ts';
import { always, keepsConstraints, losesEnergy, specified } from './parts/scene.ts';

const CARS = [1, 2, 3, 4, 5];

export const scene = specified('sliding-coaster', 20);

export const expectations: Expectation[] = [
  losesEnergy,
  keepsConstraints,
  {
    says: 'the cars stay on the track',
    holds: (r) =>
      always(r, (time) =>
        CARS.every((i) => {
          const [x, y, z] = bodyPosition(r, `Car[${i}]`, time);
          return Math.abs(z - 12.5 * cos(4 * atan2(y, x))) < 1e-8;
        }),
      ),
  },
  {
    says: 'each car stays 4 m from the next',
    holds: (r) =>
      always(r, (time) =>
        CARS.slice(1).every(
          (i) => Math.abs(distanceBetween(r, `Car[${i - 1}]`, `Car[${i}]`, time) - 4) < 1e-9,
        ),
      ),
  },
];

export const budgetSeconds = 10;
