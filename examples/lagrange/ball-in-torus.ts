// Ball in a torus: a ball rolls round and up and down inside a ring-shaped trough.
// Two frames without mass turn to where it touches.
//
//   carom run ball-in-torus

import { bodyPosition, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, keepsEnergy, specified, speedAt } from './parts/scene.ts';

export const scene = specified('ball-in-torus', 10);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'its centre stays 0.4 m from the middle of the tube',
    holds: (r) =>
      always(r, (time) => {
        const [x, y, z] = bodyPosition(r, 'Ball', time);
        const out = Math.sqrt(x * x + y * y) - 2;
        return Math.abs(Math.sqrt(out * out + (z - 1) * (z - 1)) - 0.4) < 1e-9;
      }),
  },
  {
    says: 'where it touches the wall it stands still: it does not slip',
    holds: (r) => always(r, (time) => speedAt(r, 'Ball', bodyPosition(r, 'Contact', time), time) < 1e-8),
  },
];

export const budgetSeconds = 10;
