// Bumpy cart: a ball falls into a cart of sheet steel, which slides down a bumpy ramp and hits a curb. Third stage of
// the marble machine; the ball is as the marble run left it. Bodies are rigid and only sound: with a cart that bends
// (`flexible: all`) it would take half an hour and more.
//
//   carom run bumpy-cart
//   carom sound out/bumpy-cart.carom --stems

import { bodyPosition, bodyTravel, distanceBetween, type Expectation } from '../../src/sim/outcome.ts';
import { type Hearing, level, type SoundExpectation } from '../sound/parts/heard.ts';
import { bumpyCart } from './parts/cart.ts';
import { handedBall } from './parts/handed.ts';
import { allSolved } from './parts/measure.ts';

export const scene = bumpyCart('bumpy-cart', 2, handedBall, { flexible: 'none' });

export const expectations: Expectation[] = [
  allSolved,
  { says: 'the cart has gone down the ramp', holds: (r) => bodyTravel(r, 'cart', 'first', 'last') > 0.9 },
  {
    says: 'it did not pass the curb',
    holds: (r) => bodyPosition(r, 'cart', 'last')[1] < bodyPosition(r, 'curb', 'last')[1],
  },
  { says: 'the ball is still inside', holds: (r) => distanceBetween(r, 'ball', 'cart', 'last') < 0.14 },
];

export const hearing: Hearing = { listener: [0.8, -0.3, 0.4], modes: 200, upToHz: 12000, tail: 0.3 };

export const sounds: SoundExpectation[] = [
  { says: 'the cart is heard on the bumps', holds: (heard) => level(heard(), 'cart', 0.8, 1.5) > -60 },
];

export const budgetSeconds = 15;
