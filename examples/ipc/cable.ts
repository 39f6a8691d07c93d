// Cable over pulleys: two weights hang on a cable that runs over two wheels. The heavier one goes down and draws the other up, and the
// wheels turn with the cable by friction alone. The cable's ends are eyes, and the rings of the weights hang in them: nothing is glued.
//
//   carom run cable

import { defineScene } from '../../src/scene/index.ts';
import { bodyAngle, bodyHeight, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { type CableShape, cableOver, type Pulleys, pulley, weight } from './parts/cable.ts';

const pulleys: Pulleys = { along: [-0.12, 0.12], height: 0.45, radius: 0.05 };
const cable: CableShape = { thickness: 0.006, segment: 0.012, drop: [0.15, 0.25] };
const wheels = pulleys.along.map((x, i) => pulley(`wheel-${i}`, [x, pulleys.height, 0], pulleys.radius));

export const scene = defineScene({
  name: 'cable',
  description: 'Two weights on a cable over two wheels: the heavier draws the other up.',
  engine: 'ipc',
  duration: 0.6,
  frameRateHz: 50,
  bodies: [
    ...wheels.map(({ body }) => body),
    weight('heavy', 1.3, '#d8553b', pulleys, cable, 0),
    weight('light', 1, '#2a7f9e', pulleys, cable, 1),
  ],
  joints: wheels.map(({ joint }) => joint),
  deformables: [
    {
      ...cableOver(pulleys, cable),
      name: 'cable',
      kind: 'rod',
      rest: 'straight',
      density: 1100,
      friction: 0.4,
      stretchStiffness: 2e4,
      bendStiffness: 2e-4,
      twistStiffness: 2e-4,
      stretchDamping: 0.01,
      bendDamping: 0.02,
      color: '#d9d2c0',
    },
  ],
});

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the heavy weight goes down by a tenth of a metre or more',
    holds: (r) => bodyHeight(r, 'heavy', 'first') - bodyHeight(r, 'heavy', 'last') > 0.1,
  },
  {
    says: 'the light one goes up by as much, but for what the cable gives',
    holds: (r) => {
      const down = bodyHeight(r, 'heavy', 'first') - bodyHeight(r, 'heavy', 'last');
      const up = bodyHeight(r, 'light', 'last') - bodyHeight(r, 'light', 'first');
      return Math.abs(up / down - 1) < 0.2;
    },
  },
  {
    says: 'both wheels turn with the cable',
    holds: (r) => ['wheel-0', 'wheel-1'].every((name) => bodyAngle(r, name, [0, 0, 1], 'last') > 1),
  },
];

export const budgetSeconds = 120;
