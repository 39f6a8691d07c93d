// Packing: eight parts fall into the bed of a 3-D printer, 290 × 290 × 600 mm, and keep 1 mm from each other throughout.
// Printed parts must not fuse, so a minimum separation is asked for; the barrier acts beyond it, and the guarantee
// holds for the parts as if each were a millimetre thicker.
//
//   carom run packing

import { type BodyFile, defineScene, mesh, primitive, turn } from '../../src/scene/index.ts';
import { bodyNames, bodyPosition, bodySpeed, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { blockWithHole, rectangle } from './parts/solids.ts';

const [width, height] = [0.29, 0.6]; // of the bed inside [m]
const floorHeight = 0.02; // [m]

const plastic = { material: 'nylon', friction: 0.2 } as const;
const parts: [name: string, body: BodyFile, axis: [number, number, number], angle: number][] = [
  [
    'ring',
    primitive('torus', { radius: 0.08, tubeRadius: 0.02, segments: 24, tubeSegments: 10, ...plastic }),
    [1, 0, 0],
    0.3,
  ],
  [
    'gear',
    primitive('gear', { teeth: 17, module: 0.009, thickness: 0.03, bore: 0.02, flankPoints: 2, ...plastic }),
    [0, 1, 0],
    0.5,
  ],
  [
    'link',
    primitive('chain-link', {
      length: 0.18,
      width: 0.1,
      thickness: 0.025,
      segments: 6,
      barSegments: 8,
      ...plastic,
    }),
    [1, 1, 0],
    1,
  ],
  [
    'cog',
    primitive('cog', { teeth: 8, radius: 0.09, depth: 0.03, thickness: 0.04, bore: 0.015, ...plastic }),
    [1, 0, 1],
    0.4,
  ],
  [
    'letter',
    primitive('letters', { text: 'C', size: 0.14, depth: 0.04, curveSteps: 2, ...plastic }),
    [1, 0, 0],
    1.2,
  ],
  [
    'wheel',
    primitive('geneva-wheel', {
      slots: 4,
      crank: 0.08,
      pinRadius: 0.008,
      thickness: 0.03,
      clearance: 0.001,
      arcSteps: 4,
      ...plastic,
    }),
    [0, 1, 1],
    0.6,
  ],
  [
    'bar',
    primitive('capsule', { radius: 0.025, length: 0.12, segments: 12, bands: 3, ...plastic }),
    [1, 0, 0],
    1.3,
  ],
  ['ball', primitive('sphere', { radius: 0.055, subdivisions: 2, ...plastic }), [0, 0, 1], 0],
];
const colors = ['#c8553d', '#f28f3b', '#588b8b', '#8d99ae', '#b08d57', '#4a4e69', '#6a994e', '#bc4749'];

const wall = 0.02; // [m]
const outline = (half: number) => rectangle([-half, half, -half, half]);

export const scene = defineScene({
  name: 'packing',
  engine: 'ipc',
  options: { minimumSeparation: 0.001 },
  up: 'z',
  duration: 2,
  frameRateHz: 50,
  bodies: [
    {
      ...mesh(
        blockWithHole(outline(width / 2 + wall), outline(width / 2), floorHeight, floorHeight + height),
        plastic,
      ),
      name: 'bed',
      motion: 'static',
    },
    ...parts.map(([name, body, axis, angle], i) => ({
      ...body,
      name,
      // One above the other, a little to this side and that.
      position: [0.03 * ((i % 3) - 1), 0.025 * (((i + 1) % 3) - 1), 0.14 + 0.17 * i] as [
        number,
        number,
        number,
      ],
      rotation: turn(axis, angle),
      color: colors[i],
    })),
  ],
});

const names = parts.map(([name]) => name).join('|');

export const expectations: Expectation[] = [
  { says: 'the parts keep more than the separation at all times', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'all of them are in the bed',
    holds: (r) =>
      bodyNames(r, new RegExp(names)).every((name) => {
        const [x, y, z] = bodyPosition(r, name, 'last');
        return Math.abs(x) < width / 2 && Math.abs(y) < width / 2 && z > floorHeight && z < height;
      }),
  },
  {
    says: 'they have come to lie still',
    holds: (r) => bodyNames(r, new RegExp(names)).every((name) => bodySpeed(r, name, 'last') < 0.05),
  },
];

export const budgetSeconds = 15;
