// Rocking slab: a slab of stone falls on one edge, rocks and comes to lie. Solvers that carry it by other corners in every
// step are heard as noise between its tones (Figures 10 and 11 of Zheng, James 2011). This engine is steady: whether
// impulses are spread over the contacts or left as they are, the knocks sound the same and then there is silence.
//
//   carom run rocking-slab
//   carom sound out/rocking-slab.carom --redistribute off --picture slab.png

import { box, defineScene, degrees, floor, turn } from '../../src/scene/index.ts';
import { bodySpeed, bodyTurn, type Expectation } from '../../src/sim/index.ts';
import { type Hearing, level, type SoundExpectation } from './parts/heard.ts';

const surface = { material: 'stone', friction: 0.5, restitution: 0.3 } as const;
const lean = degrees(8);

export const scene = defineScene({
  name: 'rocking-slab',
  engine: 'lcp',
  duration: 0.8,
  frameRateHz: 50,
  options: { timeStep: 0.001 },
  bodies: [
    floor({ size: [2, 2], ...surface }),
    box({
      name: 'slab',
      size: [0.2, 0.03, 0.12],
      ...surface,
      position: [0, 0.035, 0],
      rotation: turn('z', lean),
    }),
  ],
});

export const expectations: Expectation[] = [
  { says: 'it comes to rest', holds: (r) => bodySpeed(r, 'slab', 'last') < 1e-3 },
  { says: 'lying flat', holds: (r) => Math.abs(bodyTurn(r, 'slab', 'first', 'last') - lean) < 0.01 },
];

export const hearing: Hearing = { listener: [0, 0.6, 1], modes: 8, upToHz: 15000, tail: 0 };

export const sounds: SoundExpectation[] = [
  {
    says: 'the knocks are as loud with impulses spread as without',
    holds: (heard) => {
      const [spread, left] = [true, false].map((redistribute) =>
        level(heard({ redistribute }), 'slab', 0, 0.3),
      );
      return Math.abs(spread - left) < 0.5;
    },
  },
  {
    says: 'at rest it is silent, spread or not',
    holds: (heard) =>
      [true, false].every((redistribute) => level(heard({ redistribute }), 'slab', 0.6, 0.8) < -120),
  },
];

export const budgetSeconds = 5;
