// Ball in a drum: a ball rolls inside an ellipsoidal drum that turns, and is carried along by its wall.
// The wall moves too, so ball and wall move alike where they touch.
//
//   carom run ball-in-drum

import { bodyAngle, bodyPosition, column, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, specified } from './parts/scene.ts';

export const scene = specified('ball-in-drum', 10);

export const expectations: Expectation[] = [
  keepsConstraints,
  {
    says: 'the drum turns evenly',
    holds: (r) => Math.abs(bodyAngle(r, 'Hoop[3]', [1, 0, 0], 'last') - 1.5 * 10) < 1e-7,
  },
  {
    says: 'the ball stays inside',
    holds: (r) =>
      always(r, (time) => {
        const [x, y, z] = bodyPosition(r, 'Ball', time);
        return (x / 2) ** 2 + (y / 1.5) ** 2 + ((z - 2) / 1.5) ** 2 < 1;
      }),
  },
  {
    says: 'the wall does work on it',
    holds: (r) => Math.max(...column(r, 'energy')) > column(r, 'energy')[0] + 0.5,
  },
];

export const budgetSeconds = 10;
