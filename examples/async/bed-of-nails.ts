// Bed of nails: two cloths, one on the other, fall onto a bed of nails, and the upper one is then tugged away.
// Isolated points against sheets, and sheets sliding over sharp points, are what sampled collision tests miss.
//
//   carom run bed-of-nails

import { cloth, defineScene } from '../../src/scene/index.ts';
import { column, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { extent, middle } from './parts/measure.ts';
import { bedOfNails } from './parts/nails.ts';

const sheet = {
  size: [0.3, 0.3] as [number, number],
  cells: [12, 12] as [number, number],
  thickness: 0.004,
  areaDensity: 0.2,
  stretchStiffness: 40,
  bendStiffness: 1e-5,
  stretchDamping: 3e-4,
  bendDamping: 1e-3,
  friction: 0.3,
};
const edge = Array.from({ length: 13 }, (_, j) => 13 * j + 12);

export const scene = defineScene({
  name: 'bed-of-nails',
  engine: 'async',
  duration: 0.4,
  frameRateHz: 60,
  camera: { position: [0.38, 0.24, 0.42], target: [0.03, 0.04, 0] },
  bodies: bedOfNails({ count: 4, pitch: 0.07, length: 0.06, foot: 0.012 }),
  deformables: [
    cloth({ ...sheet, name: 'lower', position: [0, 0.066, 0], color: '#2a9d8f' }),
    cloth({
      ...sheet,
      name: 'upper',
      position: [0.003, 0.072, 0.002],
      color: '#e76f51',
      pins: [
        {
          vertices: edge,
          path: { keys: [{ time: 0 }, { time: 0.2 }, { time: 0.4, position: [0.12, 0.02, 0] }] },
        },
      ],
    }),
  ],
});

export const expectations: Expectation[] = [
  { says: 'nothing touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the cloths sag between the nails, but their tops stay above the points',
    holds: (r) => extent(r, 'lower', 'last', 1)[0] < 0.055 && extent(r, 'lower', 'last', 1)[1] > 0.06,
  },
  {
    says: 'the upper one is drawn away',
    holds: (r) => middle(r, 'upper', 'last')[0] - middle(r, 'upper', 'first')[0] > 0.05,
  },
  {
    says: 'the lower one follows by less',
    holds: (r) =>
      middle(r, 'lower', 'last')[0] - middle(r, 'lower', 'first')[0] <
      middle(r, 'upper', 'last')[0] - middle(r, 'upper', 'first')[0],
  },
  { says: 'many points bear them', holds: (r) => Math.max(...column(r, 'contacts')) > 50 },
];

export const budgetSeconds = 19;
