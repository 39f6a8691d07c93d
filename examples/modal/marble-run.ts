// Marble run: two marbles roll down a double helix into a basket on a lever, which lifts a ball over a ledge. Second
// stage of the marble machine; the marbles are as the feeder left them. The chutes vibrate in contact; all else is rigid and
// only sounds.
//
//   carom run marble-run
//   carom sound out/marble-run.carom --stems

import { bodyHeight, bodyPosition, type Expectation } from '../../src/sim/index.ts';
import { type Hearing, level, type SoundExpectation } from '../sound/parts/heard.ts';
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

export const hearing: Hearing = { listener: [0.3, -1.2, 0.6], modes: 40, upToHz: 15000, tail: 0.5 };

export const sounds: SoundExpectation[] = [
  {
    says: 'both chutes are heard all the way down, loudest where the marbles land',
    holds: (heard) =>
      ['chute-1', 'chute-2'].every((name) => {
        const [landing, ...rolling] = [0, 0.1, 1].map((from) =>
          level(heard(), name, from, from === 0 ? 0.05 : from + 0.9),
        );
        return rolling.every((one) => one > -80 && one < landing);
      }),
  },
  {
    says: 'the basket is silent until marbles fall into it, and louder than the chutes then',
    holds: (heard) =>
      level(heard(), 'basket', 0.1, 2) < -100 &&
      level(heard(), 'basket', 2, 3.2) > level(heard(), 'chute-1', 2, 3.2),
  },
];

export const budgetSeconds = 60;
