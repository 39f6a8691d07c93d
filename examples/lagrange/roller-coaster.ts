// Roller coaster: three cars on wheels that do not slip, linked to each other, on a track with hills and valleys.
// Drive the first with the arrow keys, or from the command line: --control UpDown=1.
//
//   carom run roller-coaster

import { atan2, cos } from '../../src/num/elementary.ts';
import { bodyPosition, distanceBetween, type Expectation } from '../../src/sim/outcome.ts';
import { always, keepsConstraints, losesEnergy, motionOf, specified } from './parts/scene.ts';

const CARS = [1, 2, 3];

export const scene = specified('roller-coaster', 20);

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
  {
    says: 'the wheels turn as fast as the cars go',
    holds: (r) =>
      always(r, (time) =>
        CARS.every((i) => {
          const car = motionOf(r, `Car[${i}]`, time);
          const wheel = motionOf(r, `FWheel[${i}]`, time);
          const turn = Math.sqrt([3, 4, 5].reduce((sum, k) => sum + (wheel[k] - car[k]) ** 2, 0));
          const speed = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + car[k] ** 2, 0));
          return Math.abs(0.4 * turn - speed) < 1e-7 * (1 + speed);
        }),
      ),
  },
];

export const budgetSeconds = 10;
