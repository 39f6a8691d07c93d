// Flag: a cloth that one edge holds to a pole, in a wind that blows past it. It is blown out and flutters; without wind it would hang.
//
//   carom run flag

import { capsule, defineScene } from '../../src/scene/index.ts';
import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { verticesAt } from './parts/vertices.ts';

const size = [0.45, 0.3] as const;
const cells = [9, 6] as const;
const radius = 0.012;
/** From the pole to the cloth [m]. */
const away = 0.004;
const height = 1;
const duration = 2;
const frameRateHz = 50;

export const scene = defineScene({
  name: 'flag',
  description: 'A flag on a pole in the wind.',
  engine: 'ipc',
  duration,
  frameRateHz,
  wind: [9, 0, 2],
  bodies: [
    capsule({
      name: 'pole',
      motion: 'static',
      radius,
      length: 1.2,
      axis: 'y',
      position: [0, height - 0.4, 0],
      color: '#8d8f94',
    }),
  ],
  deformables: [
    {
      name: 'flag',
      kind: 'cloth',
      shape: { kind: 'grid', size: [...size], cells: [...cells], upright: true },
      position: [radius + away + size[0] / 2, height, 0],
      thickness: 0.001,
      areaDensity: 0.12,
      stretchStiffness: 800,
      bendStiffness: 2e-5,
      stretchDamping: 0.002,
      friction: 0.3,
      pins: [
        {
          within: { min: [0, 0, -1], max: [radius + away + 1e-4, 2 * height, 1] },
          body: 'pole',
        },
      ],
      color: '#d8553b',
    },
  ],
});

const row = cells[0] + 1;
/** Of the edge that flies free, in all frames since a time. */
function flying(r: Parameters<typeof verticesAt>[0], since: number) {
  const first = Math.round(since * frameRateHz);
  return Array.from({ length: r.times.length - first }, (_, i) => {
    const places = verticesAt(r, (first + i) / frameRateHz).filter((_, v) => v % row === cells[0]);
    return [0, 1, 2].map((k) => places.reduce((sum, place) => sum + place[k], 0) / places.length);
  });
}

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the wind blows it out: its free edge stays far from the pole',
    holds: (r) => Math.min(...flying(r, 1).map(([x]) => x)) > 0.5 * size[0],
  },
  {
    says: 'and does not let it hang',
    holds: (r) => Math.min(...flying(r, 1).map(([, y]) => y)) > height - 0.6 * size[0],
  },
  {
    says: 'it flutters: the free edge goes to and fro by more than 1 cm',
    holds: (r) => {
      const across = flying(r, 1).map(([, , z]) => z);
      return Math.max(...across) - Math.min(...across) > 0.01;
    },
  },
];

export const budgetSeconds = 120;
