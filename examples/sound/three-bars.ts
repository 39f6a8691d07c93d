// Three bars: steel, glass and wood fall side by side, tilted, and come to rest. Made to be heard: the same shape rings,
// clinks and knocks.
//
//   carom run three-bars
//   carom sound out/three-bars.carom --stems

import { box, defineScene, degrees, floor, turn } from '../../src/scene/index.ts';
import { bodyHeight, bodySpeed, type Expectation, smallestGap } from '../../src/sim/index.ts';

const size = [0.2, 0.008, 0.03] as const; // [m]
const materials = ['steel', 'glass', 'wood'] as const;

export const scene = defineScene({
  name: 'three-bars',
  engine: 'ipc',
  duration: 1.5,
  frameRateHz: 60,
  options: { timeStep: 0.005 },
  bodies: [
    floor({ size: [2, 2], material: 'stone', friction: 0.5, restitution: 0.2 }),
    ...materials.map((material, i) => ({
      ...box({ size: [...size], material, friction: 0.4, restitution: 0.2 }),
      name: material,
      position: [0, 0.12, 0.1 * (i - 1)] as [number, number, number],
      rotation: turn('z', degrees(20 + 5 * i)),
    })),
  ],
});

export const expectations: Expectation[] = [
  { says: 'the bars never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'they lie flat in the end',
    holds: (r) => materials.every((name) => Math.abs(bodyHeight(r, name, 'last') - 0.004) < 0.002),
  },
  { says: 'they come to rest', holds: (r) => materials.every((name) => bodySpeed(r, name, 'last') < 0.02) },
];

export const budgetSeconds = 15;
