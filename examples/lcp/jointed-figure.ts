// Jointed figure: trunk, arms and legs on hinges, caught in mid-air at 0.25 s, with the flight before and the fall after.
// Short, as the paper advises: what hangs on joints gains energy quickly when time runs backward (Twigg, James 2008, §4).
// From lying on the floor the engine finds no good past for it.
//
//   carom run jointed-figure

import { type BodyFile, box, defineScene, floor, hinge } from '../../src/scene/index.ts';
import { bodyHeight, distanceBetween, type Expectation } from '../../src/sim/index.ts';
import { missedBy, movingShare } from './parts/wished.ts';

const material = { friction: 0.4, restitution: 0.3 };
const part = (name: string, size: [number, number, number], position: [number, number, number]): BodyFile =>
  box({
    name,
    size,
    density: 800,
    ...material,
    position,
    velocity: [0.6, 0, 0.5],
    color: name === 'trunk' ? '#e76f51' : '#f4a261',
  });

const present = 0.25; // [s]
const height = 0.7; // [m]

const limbs = [
  { name: 'left-arm', at: [-0.075, 0.1], middle: [-0.15, 0.1], size: [0.13, 0.04, 0.06] },
  { name: 'right-arm', at: [0.075, 0.1], middle: [0.15, 0.1], size: [0.13, 0.04, 0.06] },
  { name: 'left-leg', at: [-0.04, -0.14], middle: [-0.04, -0.23], size: [0.05, 0.16, 0.06] },
  { name: 'right-leg', at: [0.04, -0.14], middle: [0.04, -0.23], size: [0.05, 0.16, 0.06] },
] as const;

export const scene = defineScene({
  name: 'jointed-figure',
  up: 'z',
  engine: 'lcp',
  duration: 1,
  frameRateHz: 120,
  options: { past: 'strict', present },
  bodies: [
    floor({ size: [4, 4], ...material, color: '#d9d4c7' }),
    part('trunk', [0.14, 0.26, 0.06], [0, 0, height]),
    ...limbs.map(({ name, size, middle }) => part(name, [...size], [middle[0], middle[1], height])),
  ],
  joints: limbs.map(({ name, at }) =>
    hinge('trunk', {
      b: name,
      at: [at[0], at[1], height],
      axis: name.endsWith('arm') ? [0, 1, 0] : [1, 0, 0],
    }),
  ),
});

export const expectations: Expectation[] = [
  { says: 'the figure is as designed at 0.25 s', holds: (r) => missedBy(r, present) < 1e-9 },
  { says: 'it is on its way at first', holds: (r) => movingShare(r, /trunk/, 'first') === 1 },
  {
    says: 'its limbs stay with it',
    holds: (r) =>
      (['first', 'last'] as const).every((moment) =>
        limbs.every(({ name }) => distanceBetween(r, 'trunk', name, moment) < 0.3),
      ),
  },
  {
    says: 'and it falls onto the floor, not through it',
    holds: (r) => Math.abs(bodyHeight(r, 'trunk', 'last') - 0.08) < 0.07,
  },
];

export const budgetSeconds = 15;
