// Spelled glyphs: a word of solid letters that lies on the floor, as an end for pasts. None of the letters is convex: each moves as a few
// convex pieces with the mass of the true letter.
//
//   carom rewind spelled-glyphs
//
// Forward the word lies where it is.

import { letters } from '../../src/geometry/primitives/index.ts';
import { type BodyFile, defineScene, floor, mesh } from '../../src/scene/index.ts';
import { bodySpeed, bodyTravel, type Expectation } from '../../src/sim/index.ts';

const word = 'CAROM';
const colors = ['#c8553d', '#588b8b', '#f28f3b', '#3d5a80', '#8f5d5d'];
const material = { friction: 0.5, restitution: 0.2 };
const depth = 0.06;

export const scene = defineScene({
  name: 'spelled-glyphs',
  up: 'z',
  engine: 'lcp',
  duration: 1.5,
  frameRateHz: 60,
  bodies: [
    floor({ size: [6, 6], ...material, color: '#d9d4c7' }),
    ...[...word].map(
      (text, i): BodyFile => ({
        ...mesh(letters.make({ text, size: 0.2, depth, curveSteps: 2 })),
        name: text,
        density: 700,
        ...material,
        position: [0.26 * (i - 0.5 * (word.length - 1)), 0, 0.5 * depth],
        color: colors[i],
      }),
    ),
  ],
});

export const expectations: Expectation[] = [
  {
    says: 'the word lies where it lay',
    holds: (r) =>
      [...word].every(
        (name) => bodyTravel(r, name, 'first', 'last') < 1e-3 && bodySpeed(r, name, 'last') < 0.01,
      ),
  },
];

export const budgetSeconds = 30;
