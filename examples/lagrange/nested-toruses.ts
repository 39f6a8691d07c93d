// Nested toruses: a ring rolls inside a ring that rolls inside a ring.
// Rolling is a condition on velocities; here it ties each ring’s turn to its way along the other.
//
//   carom run nested-toruses

import { atan2 } from '../../src/num/elementary/index.ts';
import { bodyAngle, bodyPosition, type Expectation } from '../../src/sim/index.ts';
import { keepsConstraints, keepsEnergy, specified } from './parts/scene.ts';

const [A, B] = [2, 1.2]; // [m]

export const scene = specified('nested-toruses', 10);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'the middle ring turns back by (A − B)/B of what it goes round',
    holds: (r) =>
      [1, 3, 7, 10].every((time) => {
        const turned = bodyAngle(r, 'MiddleRim', [1, 0, 0], time);
        return Math.abs(turned + ((A - B) / B) * (orbit(time) - orbit(0))) < 1e-6;

        /** The angle of the ring's centre about the outer ring's, from straight below. */
        function orbit(at: number): number {
          const [, y, z] = bodyPosition(r, 'MiddleRim', at);
          return atan2(y, 2.2 - z);
        }
      }),
  },
];

export const budgetSeconds = 10;
