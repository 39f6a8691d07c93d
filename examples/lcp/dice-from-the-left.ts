// Dice from the left: six dice come out of one hand on the left and come to rest in two rows.
// A past with goals: the scene says how the dice lie at last and that each starts within a ball of 12 cm, a hand's reach; what lies
// between is found. Dice are thrown forward and moved to their places by the symmetries of cube and table, so no law is bent.
//
//   carom run dice-from-the-left

import { defineScene, floor, primitive } from '../../src/scene/index.ts';
import { bodyNames, bodyPosition, type Expectation } from '../../src/sim/index.ts';
import { missedBy } from './parts/wished.ts';

const material = { friction: 0.35, restitution: 0.45 };
const hand = { center: [-0.25, 0, 0.15] as [number, number, number], radius: 0.12 }; // [m]

export const scene = defineScene({
  name: 'dice-from-the-left',
  up: 'z',
  engine: 'lcp',
  duration: 1.2,
  frameRateHz: 60,
  seed: 1,
  options: { past: 'strict', timeStep: 0.0005, bounceSpeed: 0.1 },
  bodies: [
    floor({ size: [2, 2], ...material, color: '#2f6b4f' }),
    ...Array.from({ length: 6 }, (_, i) =>
      primitive('die', {
        name: `die-${i + 1}`,
        size: 0.016,
        density: 1200,
        ...material,
        position: [0.03 * i, 0.02 * (i % 2), 0.008],
        color: i % 2 === 0 ? '#f2ede0' : '#c8402f',
      }),
    ),
  ],
  goals: [{ startsIn: hand }],
});

export const expectations: Expectation[] = [
  { says: 'the dice end in their rows', holds: (r) => missedBy(r, 'last') < 1e-9 },
  {
    says: 'each of them was in the hand at first',
    holds: (r) =>
      bodyNames(r, /^die/).every((name) => {
        const at = bodyPosition(r, name, 'first');
        return Math.hypot(...hand.center.map((x, k) => at[k] - x)) <= hand.radius + 1e-9;
      }),
  },
];

export const budgetSeconds = 60;
