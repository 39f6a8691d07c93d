// Falling letters: solid glyphs, none of them convex, fall onto a floor and on each other. Each moves as a few convex pieces with
// the mass of the true letter.
//
//   carom run falling-letters

import { letters } from '../../src/geometry/primitives/index.ts';
import { type BodyFile, defineScene, degrees, floor, mesh, turn } from '../../src/scene/index.ts';
import { bodyHeight, bodySpeed, type Expectation } from '../../src/sim/index.ts';

const word = 'CAROM';
const colors = ['#c8553d', '#588b8b', '#f28f3b', '#3d5a80', '#8f5d5d'];
const material = { friction: 0.5, restitution: 0.2 };

export const scene = defineScene({
  name: 'falling-letters',
  up: 'z',
  engine: 'lcp',
  duration: 2,
  frameRateHz: 60,
  bodies: [
    floor({ size: [4, 4], ...material, color: '#d9d4c7' }),
    ...[...word].map(
      (text, i): BodyFile => ({
        ...mesh(letters.make({ text, size: 0.2, depth: 0.06, curveSteps: 2 })),
        name: text,
        density: 700,
        ...material,
        position: [0.03 * (i % 2), 0.02 * i, 0.25 + 0.25 * i],
        rotation: turn([1, 0.3 * i, 0], degrees(40 + 30 * i)),
        color: colors[i],
      }),
    ),
  ],
});

export const expectations: Expectation[] = [
  {
    says: 'all letters lie on the floor or on each other',
    holds: (r) =>
      [...word].every((name) => bodyHeight(r, name, 'last') > 0.02 && bodyHeight(r, name, 'last') < 0.4),
  },
  {
    says: 'and are at rest, or nearly',
    holds: (r) => [...word].every((name) => bodySpeed(r, name, 'last') < 0.2),
  },
];

export const budgetSeconds = 30;
