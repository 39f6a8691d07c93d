// Roller coaster, one car: a car on wheels that do not slip, on a track with hills and valleys.
// How its wheels turn follows from how it rolls: the compiler finds out and integrates them apart.
//
//   carom run roller-coaster-one

import { atan2, cos } from '../../src/num/elementary.ts';
import { bodyPosition, type Expectation } from '../../src/sim/outcome.ts';
import { always, keepsConstraints, losesEnergy, motionOf, specified } from './parts/scene.ts';

const CARS = [1];

export const scene = specified('roller-coaster-one', 20);

export const expectations: Expectation[] = [
  losesEnergy,
  keepsConstraints,
  {
    says: 'the car stays on the track',
    holds: (r) =>
      always(r, (time) =>
        CARS.every((i) => {
          const [x, y, z] = bodyPosition(r, `Car[${i}]`, time);
          return Math.abs(z - 12.5 * cos(4 * atan2(y, x))) < 1e-8;
        }),
      ),
  },
  {
    says: 'the wheels turn as fast as the car goes',
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
