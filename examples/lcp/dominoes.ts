// Dominoes: a row of dominoes that flies in and comes to stand.
// Whoever sees it backward sees dominoes that un-stand. Each lands by itself and none may touch another on its way, so the
// row is taken apart one after another.
//
//   carom run dominoes

import { type BodyFile, box, defineScene, floor } from '../../src/scene/index.ts';
import { bodyNames, bodyTurn, type Expectation } from '../../src/sim/index.ts';
import { missedBy, movingShare } from './parts/wished.ts';

const material = { friction: 0.5, restitution: 0.5 };
const dominoes: BodyFile[] = Array.from({ length: 8 }, (_, i) =>
  box({
    name: `domino-${i}`,
    size: [0.03, 0.1, 0.2], // [m]
    density: 700,
    ...material,
    position: [(i - 3.5) * 0.12, 0, 0.1],
    color: i % 2 === 0 ? '#264653' : '#2a9d8f',
  }),
);

export const scene = defineScene({
  name: 'dominoes',
  up: 'z',
  engine: 'lcp',
  duration: 0.9,
  frameRateHz: 60,
  seed: 1,
  options: { past: 'strict' },
  bodies: [floor({ size: [6, 6], ...material, color: '#d9d4c7' }), ...dominoes],
});

export const expectations: Expectation[] = [
  { says: 'they end standing in their row', holds: (r) => missedBy(r, 'last') < 1e-9 },
  { says: 'most are on their way at first', holds: (r) => movingShare(r, /^domino/, 'first') > 0.7 },
  {
    says: 'none of these was upright',
    holds: (r) =>
      bodyNames(r, /^domino/).filter((name) => bodyTurn(r, name, 'first', 'last') > 0.1).length >= 5,
  },
];

export const budgetSeconds = 30;
