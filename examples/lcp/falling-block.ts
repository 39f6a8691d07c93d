// Falling block: a block tumbles onto the floor and comes to rest on a face, over points, lines and faces of contact.
// The block of Figure 9 of Twigg, James 2008; `carom transitions falling-block --plot fig9.png` draws a thousand of these,
// forward above and backward below.
//
//   carom run falling-block

import { box, defineScene, degrees, floor, turn } from '../../src/scene/index.ts';
import { bodyHeight, bodySpeed, type Expectation } from '../../src/sim/index.ts';

const material = { friction: 0.4, restitution: 0.5 };

export const scene = defineScene({
  name: 'falling-block',
  up: 'z',
  engine: 'lcp',
  duration: 1.5,
  frameRateHz: 60,
  bodies: [
    floor({ size: [4, 4], ...material, color: '#d9d4c7' }),
    box({
      name: 'block',
      size: [0.2, 0.14, 0.1], // [m]
      density: 600,
      ...material,
      position: [-0.4, 0, 0.4],
      rotation: turn([1, 2, 1], degrees(50)),
      velocity: [0.8, 0.1, 0],
      angularVelocity: [1, 5, 2],
      color: '#c8553d',
    }),
  ],
});

export const expectations: Expectation[] = [
  { says: 'the block comes to rest', holds: (r) => bodySpeed(r, 'block', 'last') < 1e-6 },
  {
    says: 'on a face',
    holds: (r) =>
      [0.05, 0.07, 0.1].some((height) => Math.abs(bodyHeight(r, 'block', 'last') - height) < 0.005),
  },
];

export const budgetSeconds = 3;
