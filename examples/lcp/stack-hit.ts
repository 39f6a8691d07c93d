// Stack hit: a block lands on a stack of two, and the stack stands.
// Figure 6 of Twigg, James 2008: backward, a blow from above would make the stack fall apart unless its blocks hold on to
// each other while they are constrained.
//
//   carom run stack-hit

import { type BodyFile, box, defineScene, floor } from '../../src/scene/index.ts';
import { bodyTravel, type Expectation } from '../../src/sim/index.ts';
import { missedBy, movingShare } from './parts/wished.ts';

const material = { friction: 0.5, restitution: 0.3 };
const blocks: BodyFile[] = Array.from({ length: 3 }, (_, i) =>
  box({
    name: `block-${i}`,
    size: [0.4, 0.2, 0.2], // [m]
    density: 700,
    ...material,
    position: [0, 0, 0.2 * i + 0.1],
    color: ['#264653', '#2a9d8f', '#e9c46a', '#e76f51'][i],
  }),
);

export const scene = defineScene({
  name: 'stack-hit',
  up: 'z',
  engine: 'lcp',
  duration: 0.4,
  frameRateHz: 60,
  seed: 4,
  options: { past: 'lenient' },
  bodies: [floor({ size: [4, 4], ...material, color: '#d9d4c7' }), ...blocks],
  hints: [
    { body: 'block-2', kind: 'bounce', restsFor: 0.05 },
    ...[0, 1].map((i) => ({ body: `block-${i}`, free: false })),
  ],
});

export const expectations: Expectation[] = [
  { says: 'the blocks end as a stack', holds: (r) => missedBy(r, 'last') < 1e-9 },
  { says: 'the topmost falls in', holds: (r) => movingShare(r, /^block-2/, 'first') === 1 },
  {
    says: 'the others stay where they are',
    holds: (r) => [0, 1].every((i) => bodyTravel(r, `block-${i}`, 'first', 'last') < 0.002),
  },
];

export const budgetSeconds = 15;
