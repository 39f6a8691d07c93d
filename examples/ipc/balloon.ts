// Balloon: a closed skin with air in it lies on the floor, and a crate falls on it. The air cannot get out: the balloon is pressed flat,
// bulges, throws the crate up and bears it.
//
//   carom run balloon

import { box, defineScene, floor } from '../../src/scene/index.ts';
import { bodyHeight, bodyTilt, type Expectation, type Outcome, smallestGap } from '../../src/sim/index.ts';
import { verticesAt } from './parts/vertices.ts';

const radius = 0.1;
const thickness = 0.001;
const crate = 0.06;
const duration = 0.8;

export const scene = defineScene({
  name: 'balloon',
  description: 'A crate falls on a balloon full of air.',
  engine: 'ipc',
  duration,
  frameRateHz: 50,
  bodies: [
    floor({ size: [2, 2], friction: 0.6 }),
    box({
      name: 'crate',
      size: [0.14, crate, 0.14],
      position: [0, 2 * radius + crate / 2 + 0.05, 0],
      mass: 0.5,
      friction: 0.6,
      color: '#c9a26b',
    }),
  ],
  deformables: [
    {
      name: 'balloon',
      kind: 'shell',
      shape: { kind: 'sphere', radius, subdivisions: 2 },
      position: [0, radius + 0.002, 0],
      thickness,
      density: 1000,
      stretchStiffness: 2000,
      bendStiffness: 1e-4,
      stretchDamping: 0.005,
      friction: 0.6,
      pressure: 500,
      gas: {},
      color: '#d8553b',
    },
  ],
});

/** Least and most of a coordinate over all vertices and a span of time [m]. */
function extentOf(r: Outcome, axis: number, time: number): number {
  const along = verticesAt(r, time).map((place) => place[axis]);
  return Math.max(...along) - Math.min(...along);
}

const moments = Array.from({ length: 41 }, (_, i) => (i * duration) / 40);

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the crate presses the balloon flatter by more than 1 cm',
    holds: (r) => Math.min(...moments.map((t) => extentOf(r, 1, t))) < 2 * radius - 0.01,
  },
  {
    says: 'which then is wider than it was, as its air goes nowhere',
    holds: (r) => Math.max(...moments.map((t) => extentOf(r, 0, t))) > 2 * radius + 0.002,
  },
  {
    says: 'and bears the crate: it never comes lower than half a balloon',
    holds: (r) => moments.every((t) => bodyHeight(r, 'crate', t) > radius + crate / 2),
  },
  { says: 'which stays upright', holds: (r) => bodyTilt(r, 'crate', 'last') < 0.5 },
];

export const budgetSeconds = 120;
