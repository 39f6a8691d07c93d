// Nail landing: coarse shells are thrown onto the nails; they bounce, roll, ricochet and get stuck.
// Some barely fit between the nails, some do not.
//
//   carom run nail-landing

import { defineScene, type DeformableFile } from '../../src/scene/index.ts';
import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { extent, meanSpeed, middle } from './parts/measure.ts';
import { bedOfNails } from './parts/nails.ts';

const pitch = 0.07;
const material = {
  kind: 'shell' as const,
  thickness: 0.003,
  areaDensity: 1.5,
  stretchStiffness: 800,
  bendStiffness: 0.02,
  stretchDamping: 1e-4,
  bendDamping: 1e-4,
  friction: 0.5,
  restitution: 0.1,
};
const shells: DeformableFile[] = [
  {
    ...material,
    name: 'ball',
    shape: { kind: 'sphere', radius: 0.03, subdivisions: 0 },
    position: [-0.14, 0.16, 0.01],
    velocity: [1, -2, 0.1],
    color: '#e76f51',
  },
  {
    ...material,
    name: 'crate',
    shape: { kind: 'box', size: [0.05, 0.05, 0.05] },
    rotation: { axis: [1, 1, 0.3], degrees: 40 },
    position: [0.03, 0.14, -0.06],
    velocity: [-1, -1, 1],
    angularVelocity: [5, 0, 8],
    color: '#2a9d8f',
  },
  {
    ...material,
    name: 'pebble',
    shape: { kind: 'sphere', radius: 0.016, subdivisions: 0 },
    position: [0.01, 0.12, 0.055],
    velocity: [0.5, -3, -0.3],
    color: '#e9c46a',
  },
];

export const scene = defineScene({
  name: 'nail-landing',
  engine: 'async',
  duration: 0.5,
  frameRateHz: 60,
  bodies: bedOfNails({ count: 7, pitch, length: 0.06, foot: 0.012 }),
  deformables: shells,
});

export const expectations: Expectation[] = [
  { says: 'nothing touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'nothing falls through the bed',
    holds: (r) => ['ball', 'crate', 'pebble'].every((name) => extent(r, name, 'last', 1)[0] > 0),
  },
  {
    says: 'the pebble, which fits between the nails, falls below their points',
    holds: (r) => Array.from(r.times).some((time) => middle(r, 'pebble', time)[1] < 0.05),
  },
  {
    says: 'the ball stays above their feet',
    holds: (r) => middle(r, 'ball', 'last')[1] > 0.025 && meanSpeed(r, 'ball', 'last') < 5,
  },
];

export const budgetSeconds = 15;
