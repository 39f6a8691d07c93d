// Marble run: two marbles roll down a double helix into a basket on a lever, which lifts a ball over a ledge. Second
// stage of the marble machine; the marbles are as the feeder left them. The chutes vibrate in contact; all else is rigid and
// only sounds.
//
//   carom run marble-run
//   carom sound out/marble-run.carom --stems

import { bodyHeight, bodyPosition, type Expectation } from '../../src/sim/outcome.ts';
import { handedBall, handedMarbles, isHanded } from './parts/handed.ts';
import { marbleRun } from './parts/marble-run.ts';
import { allSolved } from './parts/measure.ts';

export const scene = marbleRun('marble-run', 3.28, handedMarbles);

export const expectations: Expectation[] = [
  allSolved,
  {
    says: 'both marbles are in the basket',
    holds: (r) =>
      ['marble-1', 'marble-2'].every((name) => {
        const [x, y, z] = bodyPosition(r, name, 'last');
        const basket = bodyPosition(r, 'basket', 'last');
        return Math.abs(x - basket[0]) < 0.06 && Math.abs(y - basket[1]) < 0.07 && z < basket[2] + 0.03;
      }),
  },
  {
    says: 'the basket has gone down',
    holds: (r) => bodyHeight(r, 'basket', 'last') < bodyHeight(r, 'basket', 'first') - 0.02,
  },
  { says: 'the ball has rolled over the ledge', holds: (r) => bodyPosition(r, 'ball', 'last')[1] > 0.56 },
  { says: 'it ends as it falls into the cart', holds: (r) => isHanded(r, 'ball', handedBall) },
];

export const budgetSeconds = 200;
