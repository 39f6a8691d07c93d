// Erleben's cases: spikes, wedges, cracks and cliffs where normals are ambiguous and contact points degenerate.
// After K. Erleben, "Methodology for assessing mesh-based contact point methods", 2018. Side by side: spike on spike,
// wedge on wedge, spike on wedge, a sliding spike, spike in hole, wedge in crack, a cube on a cliff of its own size,
// and a cube on a slab whose top is cut into triangles.
//
//   carom run erleben

import { box, mesh, turn } from '../../src/scene/index.ts';
import {
  bodyHeight,
  bodyNames,
  bodyPosition,
  bodyTilt,
  type Expectation,
  smallestGap,
} from '../../src/sim/index.ts';
import { gridSlab } from './parts/grid-slab.ts';
import { blockWithHole, pyramid, rectangle, ridge, taper } from './parts/solids.ts';
import { type Placed, row } from './parts/row.ts';

const [side, height] = [0.3, 0.7]; // of spikes and wedges [m]
const red = { density: 1000, color: '#c8553d' };
const still = { motion: 'static', density: 1000, color: '#8d99ae' } as const;

type Triple = [number, number, number];
const spike = (position: Triple): Placed => ({
  ...mesh(pyramid(side, -height)),
  name: 'spike',
  position,
  ...red,
});
const wedge = (position: Triple): Placed => ({
  ...mesh(ridge(side, -height)),
  name: 'wedge',
  position,
  ...red,
});
const cube = (z: number): Placed => ({
  ...box({ size: [0.4, 0.4, 0.4] }),
  name: 'cube',
  position: [0, 0, z],
  ...red,
});
const below = (shape: Parameters<typeof mesh>[0]): Placed => ({
  ...mesh(shape),
  name: 'below',
  position: [0, 0, 0.001],
  ...still,
});

const block = rectangle([-0.3, 0.3, -0.3, 0.3]);
// Tips come to rest where their flanks meet the rim: half as wide as the base, so half way down.
const hole = blockWithHole(block, rectangle([-0.075, 0.075, -0.075, 0.075]), 0.05, 0.6);
const crack = blockWithHole(block, rectangle([-0.28, 0.28, -0.075, 0.075]), 0.05, 0.6);

export const scene = row(
  'erleben',
  {
    spikes: [below(pyramid(side, height)), spike([0, 0, 2 * height + 0.05])],
    wedges: [below(ridge(side, height)), wedge([0, 0, 2 * height + 0.05])],
    'spike on wedge': [below(ridge(side, height)), spike([0.02, 0, 2 * height + 0.05])],
    sliding: [
      {
        ...spike([-0.5, 0, height + 0.0005]),
        velocity: [1, 0, 0],
        friction: 0,
        fixed: [false, true, false, true, true, true],
      },
    ],
    'spike in hole': [below(hole), spike([0, 0, 0.6 + height + 0.02])],
    'wedge in crack': [below(crack), wedge([0, 0, 0.6 + height + 0.02])],
    'spike in crack': [below(crack), { ...spike([0.05, 0, 0.6 + height + 0.02]), rotation: turn('z', 0.3) }],
    cliff: [below(taper([-0.3, 0.3, -0.3, 0.3], 0, [-0.2, 0.2, -0.2, 0.2], 0.4)), cube(0.7)],
    'inner edges': [below(gridSlab(0.8, 0.2, 4)), cube(0.5)],
  },
  0.2,
);

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'nothing falls through the floor',
    holds: (r) => bodyNames(r, /spike$|wedge$|cube$/).every((name) => bodyHeight(r, name, 'last') > 0.05),
  },
  {
    says: 'the spike hangs in its hole by its flanks',
    holds: (r) => Math.abs(bodyHeight(r, 'spike in hole spike', 'last') - 0.6 - 0.25 * height) < 0.03,
  },
  {
    says: 'the wedge hangs in its crack',
    holds: (r) =>
      bodyTilt(r, 'wedge in crack wedge', 'last') < 0.2 &&
      bodyHeight(r, 'wedge in crack wedge', 'last') > 0.6,
  },
  {
    says: 'the spike slides over the floor without catching',
    holds: (r) =>
      Math.abs(
        bodyPosition(r, 'sliding spike', 0.5)[0] - bodyPosition(r, 'sliding spike', 'first')[0] - 0.5,
      ) < 0.01,
  },
  {
    says: 'the cubes rest level on the cliff and on the inner edges',
    holds: (r) =>
      Math.abs(bodyHeight(r, 'cliff cube', 'last') - 0.601) < 0.002 &&
      Math.abs(bodyHeight(r, 'inner edges cube', 'last') - 0.401) < 0.002 &&
      bodyTilt(r, 'cliff cube', 'last') < 0.01 &&
      bodyTilt(r, 'inner edges cube', 'last') < 0.01,
  },
];

export const budgetSeconds = 15;
