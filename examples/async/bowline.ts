// Bowline: a ribbon's end comes up through a small loop, round its standing part and back down, and is pulled tight.
// The big loop lies about a post and is held behind it, where a finger would hold it.
//
//   carom run bowline

import { cylinder, defineScene, inline } from '../../src/scene/index.ts';
import { column, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { extent } from './parts/measure.ts';
import { type Point, splineThrough, straight, sweep } from './parts/sweep.ts';

const unit = 0.03; // [m]
const up = 0.3;

/** Along the ribbon, seen from above: the standing part from the top, the small loop, the big loop, the end. */
const knots: Point[] = [
  [-0.9, 6, 0],
  [-0.9, 4.4, 0],
  [-0.9, 3.4, up], // over the end on its way round
  [-0.95, 2.5, -up], // under the end on its way back
  [-1.05, 1.55, -up], // under its own loop
  [-0.8, 0.3, 0],
  [0, -0.35, up], // over the end, twice
  [0.75, 0, up],
  [1.15, 0.9, 0],
  [0.7, 1.65, -up], // under the end, twice
  [-0.1, 1.8, -up],
  [-1.1, 1.5, up], // over the standing part
  [-2.1, 0.5, 0],
  [-2.7, -1.5, 0],
  [-2.1, -4, 0],
  [0, -5.2, 0], // behind the post
  [2.1, -4, 0],
  [2.3, -2.2, 0],
  [1.2, -1.2, -up],
  [0.62, -0.2, -up], // up from under the small loop
  [0.5, 0.7, 0],
  [0.45, 1.7, up],
  [0.25, 2.7, up],
  [-0.3, 3.3, -0.5 * up],
  [-0.9, 3.5, -up], // behind the standing part
  [-1.65, 3.3, 0],
  [-1.75, 2.75, up],
  [-0.95, 2.45, up], // in front of it
  [-0.25, 2.2, up],
  [-0.02, 1.7, up],
  [0.02, 0.7, 0],
  [0.02, -0.35, -up], // down through the small loop
  [-0.2, -1.6, -up],
];

const count = 200;
const width = 0.28 * unit;
const line = splineThrough(
  knots.map(([x, y, z]): Point => [unit * x, unit * y, unit * z]),
  count,
);
/** Cross-lines behind the post. */
const held = line
  .map(([x, y], i) => ({ i, hidden: y < -4.9 * unit && Math.abs(x) < 0.7 * unit }))
  .filter(({ hidden }) => hidden)
  .flatMap(({ i }) => [2 * i, 2 * i + 1]);

export const scene = defineScene({
  name: 'bowline',
  engine: 'async',
  gravity: 0,
  duration: 0.3,
  frameRateHz: 100,
  bodies: [
    {
      ...cylinder({ radius: 1.2 * unit, length: 4 * unit, axis: 'z', segments: 24 }),
      name: 'post',
      motion: 'static',
      position: [0, -3.6 * unit, 0],
      friction: 0.3,
      color: '#8d99ae',
    },
  ],
  deformables: [
    {
      name: 'ribbon',
      kind: 'ribbon',
      shape: inline(sweep(line, width)),
      rest: inline(straight(line, width)),
      thickness: 0.001,
      areaDensity: 0.2,
      stretchStiffness: 60,
      bendStiffness: 2e-6,
      stretchDamping: 2e-4,
      bendDamping: 2e-3,
      friction: 0.2,
      restitution: 0,
      pins: [
        { vertices: held },
        { vertices: [0, 1], force: [0, 0.01, 0] },
        { vertices: [2 * count - 2, 2 * count - 1], force: [0, -0.002, 0] },
      ],
      color: '#e9c46a',
    },
  ],
});

export const expectations: Expectation[] = [
  { says: 'the ribbon never touches itself or the post', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the standing part is pulled out',
    holds: (r) => extent(r, 'ribbon', 'last', 1)[1] > extent(r, 'ribbon', 'first', 1)[1] + 0.5 * unit,
  },
  {
    says: 'the knot holds: the end is still caught above the post',
    holds: (r) => {
      const y = r.vertices[r.vertices.length - 2];
      return y > -3 * unit && y < 4 * unit;
    },
  },
  {
    says: 'pulled tight, it has lost three quarters of its motion',
    holds: (r) => {
      const kinetic = column(r, 'kineticEnergy');
      return kinetic[kinetic.length - 1] < 0.25 * Math.max(...kinetic);
    },
  },
  { says: 'it is in contact', holds: (r) => column(r, 'contacts')[r.times.length - 1] > 10 },
];

export const budgetSeconds = 19;
