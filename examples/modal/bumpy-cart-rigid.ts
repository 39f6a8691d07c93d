// Bumpy cart, rigid: the same cart and ramp, and nothing bends. Bodies only sound, from steps that are as long as contacts
// allow; the run takes seconds where that of `bumpy-cart` takes minutes.
//
//   carom run bumpy-cart-rigid
//   carom sound out/bumpy-cart-rigid.carom --stems

import { type Hearing, level, type SoundExpectation } from '../sound/parts/heard.ts';
import { bumpyCart, cartExpectations } from './parts/cart.ts';
import { handedBall } from './parts/handed.ts';

export const scene = bumpyCart('bumpy-cart-rigid', 2, handedBall, { flexible: 'none' });

export const expectations = cartExpectations(1e-3);

export const hearing: Hearing = { listener: [0.8, -0.3, 0.4], modes: 200, upToHz: 12000, tail: 0.3 };

export const sounds: SoundExpectation[] = [
  { says: 'the cart is heard on the bumps', holds: (heard) => level(heard(), 'cart', 0.8, 1.2) > -60 },
];

export const budgetSeconds = 15;
