// Particle: one ball of 4 cm bounces on a floor, by as many penalty layers as its speed needs.
// Nothing else moves, so every number can be followed: energy stays, and the deepest layer is reached once a bounce.
//
//   carom run particle

import { defineScene, floor } from '../../src/scene/index.ts';
import { column, type Expectation, smallestGap } from '../../src/sim/index.ts';

const height = 0.5; // [m]
const diameter = 0.04;

export const scene = defineScene({
  name: 'particle',
  engine: 'async',
  duration: 3,
  frameRateHz: 60,
  options: { bodyThickness: 0 },
  bodies: [floor({ size: [1, 1], restitution: 1, color: '#d9d4c7' })],
  deformables: [
    {
      name: 'ball',
      kind: 'particles',
      shape: { kind: 'lattice', counts: [1, 1, 1], spacing: 1 },
      thickness: diameter,
      mass: 0.01,
      position: [0.1, height, 0.05],
      restitution: 1,
      friction: 0,
      color: '#e76f51',
    },
  ],
});

export const expectations: Expectation[] = [
  { says: 'it never reaches the floor', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'its energy neither grows nor fades: bounces give and take a few percent',
    holds: (r) => {
      const energy = column(r, 'energy');
      return energy.every((e) => Math.abs(e - energy[0]) < 0.05 * energy[0]);
    },
  },
  {
    says: 'it comes back up to where it fell from',
    holds: (r) => {
      const late = r.vertices.filter((_, i) => i % 3 === 1).slice(120);
      return Math.max(...late) > 0.95 * height;
    },
  },
  {
    says: 'several layers are needed to stop it',
    holds: (r) => Math.max(...column(r, 'deepestLayer')) >= 3,
  },
];

export const budgetSeconds = 5;
