// Three bodies: equal planets chase each other round a figure eight.
// One after the other passes the same places, a third of the period apart.
//
//   carom run three-bodies

import { bodyPosition, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, keepsEnergy, specified } from './parts/scene.ts';

const PERIOD = 6.32591398;

export const scene = specified('three-bodies', 12.7);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'their centre of mass stays where it is',
    holds: (r) =>
      always(r, (time) =>
        [0, 1].every(
          (k) =>
            Math.abs([1, 2, 3].reduce((sum, i) => sum + bodyPosition(r, `Planet[${i}]`, time)[k], 0)) < 1e-7,
        ),
      ),
  },
  {
    says: 'after 6.3259 s each is back where it was',
    holds: (r) =>
      [1, 2, 3].every((i) => {
        const [a, b] = [0, PERIOD].map((time) => bodyPosition(r, `Planet[${i}]`, time));
        return Math.abs(a[0] - b[0]) < 0.02 && Math.abs(a[1] - b[1]) < 0.02;
      }),
  },
];

export const budgetSeconds = 10;
