// Bumpy cart: a ball falls into a cart of sheet steel, which bends and rattles down a bumpy ramp and hits a curb. Third
// stage of the marble machine; the ball is as the marble run left it. `bumpy-cart-rigid` is the same with bodies that do not bend.
//
//   carom run bumpy-cart
//   carom sound out/bumpy-cart.carom --stems

import { column, type Expectation } from '../../src/sim/index.ts';
import { type Hearing, level, type SoundExpectation } from '../sound/parts/heard.ts';
import { bumpyCart, cartExpectations } from './parts/cart.ts';
import { handedBall } from './parts/handed.ts';

export const scene = bumpyCart('bumpy-cart', 2, handedBall);

export const expectations: Expectation[] = [
  ...cartExpectations(1e-3),
  {
    says: 'once the cart has settled nothing vibrates until the ball falls in, and something does from then on',
    holds: (r) => {
      const modes = column(r, 'modes');
      return r.times.every((time, i) =>
        time < 0.4 ? time < 0.05 || time > 0.15 || modes[i] === 0 : modes[i] > 0,
      );
    },
  },
];

export const hearing: Hearing = { listener: [0.8, -0.3, 0.4], modes: 200, upToHz: 12000, tail: 0.3 };

export const sounds: SoundExpectation[] = [
  { says: 'the cart is heard on the bumps', holds: (heard) => level(heard(), 'cart', 0.8, 1.2) > -60 },
];

export const budgetSeconds = 240;
