// Pendula on a wheel: four pendula hang from a wheel that swings to and fro as time tells it.
// A constraint that depends on time does work, so energy comes and goes.
//
//   carom run pendula-on-wheel

import { sin } from '../../src/num/elementary/index.ts';
import { bodyAngle, column, distanceBetween, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, specified } from './parts/scene.ts';

export const scene = specified('pendula-on-wheel', 10);

export const expectations: Expectation[] = [
  keepsConstraints,
  {
    says: 'the wheel follows 90° sin(1.3 t)',
    holds: (r) =>
      [1, 2.5, 5, 9].every(
        (time) => Math.abs(bodyAngle(r, 'Hub', [1, 0, 0], time) - (Math.PI / 2) * sin(1.3 * time)) < 1e-8,
      ),
  },
  {
    says: 'the wheel does work on the pendula',
    holds: (r) => Math.max(...column(r, 'energy')) > column(r, 'energy')[0] + 10,
  },
  {
    says: 'each bob stays with its rod',
    holds: (r) =>
      always(r, (time) =>
        [1, 2, 3, 4].every((i) => Math.abs(distanceBetween(r, `Rod[${i}]`, `Bob[${i}]`, time) - 0.25) < 1e-9),
      ),
  },
];

export const budgetSeconds = 10;
