// What is expected of every coaster, whatever its cars.

import { atan2, cos } from '../../../src/num/elementary/index.ts';
import { bodyPosition, distanceBetween, type Expectation } from '../../../src/sim/index.ts';
import { always, motionOf } from './scene.ts';

type Cars = readonly number[];

export const stayOnTheTrack = (cars: Cars): Expectation => ({
  says: cars.length === 1 ? 'the car stays on the track' : 'the cars stay on the track',
  holds: (r) =>
    always(r, (time) =>
      cars.every((i) => {
        const [x, y, z] = bodyPosition(r, `Car[${i}]`, time);
        return Math.abs(z - 12.5 * cos(4 * atan2(y, x))) < 1e-8;
      }),
    ),
});

export const stayApart = (cars: Cars): Expectation => ({
  says: 'each car stays 4 m from the next',
  holds: (r) =>
    always(r, (time) =>
      cars.slice(1).every((i) => Math.abs(distanceBetween(r, `Car[${i - 1}]`, `Car[${i}]`, time) - 4) < 1e-9),
    ),
});

export const rollOnTheirWheels = (cars: Cars): Expectation => ({
  says:
    cars.length === 1 ? 'the wheels turn as fast as the car goes' : 'the wheels turn as fast as the cars go',
  holds: (r) =>
    always(r, (time) =>
      cars.every((i) => {
        const car = motionOf(r, `Car[${i}]`, time);
        const wheel = motionOf(r, `FWheel[${i}]`, time);
        const turn = Math.sqrt([3, 4, 5].reduce((sum, k) => sum + (wheel[k] - car[k]) ** 2, 0));
        const speed = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + car[k] ** 2, 0));
        return Math.abs(0.4 * turn - speed) < 1e-7 * (1 + speed);
      }),
    ),
});
