// Two dice: a throw that ends on 4 and 5, because the throw was chosen so.
// By the symmetry of cube and table any throw can be turned into one with the faces wished for; `carom dice 4 5` found
// this one. Nothing is bent: the numbers below are an ordinary start.
//
//   carom run two-dice

import { defineScene, floor, primitive } from '../../src/scene/index.ts';
import { bodyPosition, bodySpeed, type Expectation } from '../../src/sim/index.ts';
import { faceUp } from './parts/die.ts';

const material = { friction: 0.35, restitution: 0.45 };
const die = { size: 0.016, density: 1200, ...material }; // [m], [kg/m³]

export const scene = defineScene({
  name: 'two-dice',
  up: 'z',
  engine: 'lcp',
  duration: 2,
  frameRateHz: 60,
  options: { timeStep: 0.00025, bounceSpeed: 0.1 },
  bodies: [
    floor({ size: [3.2, 3.2], ...material, color: '#2f6b4f' }),
    primitive('die', {
      ...die,
      name: 'four',
      position: [-0.5423534742541846, -0.48493775546673046, 0.2994631731449489],
      rotation: [-0.5152332911535802, -0.6952004963646391, -0.49990065833756364, 0.036472693005590195],
      velocity: [0.7885290093245215, 0.869294754973367, -0.8440771409080402],
      angularVelocity: [8.442552160813229, -16.723220245604253, 29.286797969523953],
      color: '#f2ede0',
    }),
    primitive('die', {
      ...die,
      name: 'five',
      position: [0.2578997888354979, 0.4652279445440018, 0.3174423350607994],
      rotation: [0.5235457822064546, -0.2977408788902971, 0.5103137739008274, 0.6138648345837707],
      velocity: [-0.6974378438232707, -1.1296482642055872, -0.83272949140598],
      angularVelocity: [11.172132650167235, -21.21761116077041, -12.529303052536946],
      color: '#c8402f',
    }),
  ],
});

export const expectations: Expectation[] = [
  { says: 'one die shows 4', holds: (r) => faceUp(r, 'four') === 4 },
  { says: 'the other shows 5', holds: (r) => faceUp(r, 'five') === 5 },
  {
    says: 'they lie beside each other where they should',
    holds: (r) =>
      Math.abs(bodyPosition(r, 'four', 'last')[0] + 0.024) < 0.001 &&
      Math.abs(bodyPosition(r, 'five', 'last')[0] - 0.024) < 0.001,
  },
  { says: 'and lie still', holds: (r) => bodySpeed(r, 'four', 'last') + bodySpeed(r, 'five', 'last') < 1e-6 },
];

export const budgetSeconds = 15;
