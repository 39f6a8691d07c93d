// Unit contacts: every way in which two corners, edges and faces can meet, and the smallest stacks, side by side.
// Tip on tip, tip on face, face on tip, edges crossed and parallel, a stack of five, a cube that lands on its edge, a
// heavy block on a light one, and a tetrahedron that falls into a corner where it just fits.
//
//   carom run unit-contacts

import { box, mesh, turn } from '../../src/scene/index.ts';
import {
  bodyHeight,
  bodyNames,
  bodySpeed,
  bodyTilt,
  type Expectation,
  smallestGap,
} from '../../src/sim/index.ts';
import { makeMesh } from '../../src/geometry/index.ts';
import { pyramid, ridge } from './parts/solids.ts';
import { type Placed, row } from './parts/row.ts';

const [side, height] = [0.4, 0.5]; // of tips and ridges [m]
const red = { density: 1000, color: '#c8553d' };
const still = { motion: 'static', density: 1000, color: '#8d99ae' } as const;

const tipUp = (rest: object): Placed => ({
  ...mesh(pyramid(side, height)),
  name: 'below',
  position: [0, 0, 0.001],
  ...rest,
});
const tipDown = (z: number): Placed => ({
  ...mesh(pyramid(side, -height)),
  name: 'above',
  position: [0, 0, z + height],
  ...red,
});
const ridgeUp: Placed = { ...mesh(ridge(side, height)), name: 'below', position: [0, 0, 0.001], ...still };
const ridgeDown = (z: number): Placed => ({
  ...mesh(ridge(side, -height)),
  name: 'above',
  position: [0, 0, z + height],
  ...red,
});
const cube = (name: string, size: number, position: [number, number, number], rest: object): Placed => ({
  ...box({ size: [size, size, size] }),
  name,
  position,
  ...rest,
});

/** Three edges at right angles from the origin, which it keeps when it falls into a corner. */
const cornerPiece = makeMesh(
  [0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3],
  [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
);

export const scene = row(
  'unit-contacts',
  {
    'tip on tip': [tipUp(still), tipDown(height + 0.1)],
    'tip on face': [cube('below', 0.4, [0, 0, 0.201], still), tipDown(0.5)],
    'face on tip': [tipUp(still), cube('above', 0.4, [0, 0, height + 0.3], red)],
    'edges crossed': [ridgeUp, { ...ridgeDown(height + 0.1), rotation: turn('z', Math.PI / 2) }],
    'edges parallel': [ridgeUp, ridgeDown(height + 0.1)],
    'five cubes': [1, 2, 3, 4, 5].map((n) => cube(`cube ${n}`, 0.3, [0, 0, 0.4 * n - 0.2], red)),
    'on its edge': [{ ...cube('cube', 0.3, [0, 0, 0.4], red), rotation: turn('x', Math.PI / 4) }],
    'heavy on light': [
      cube('light', 0.1, [0, 0, 0.06], red),
      cube('heavy', 0.8, [0, 0, 0.53], { density: 2000, color: '#4a4e69' }),
    ],
    'in the corner': [
      cube('left', 0.4, [-0.2015, 0.1, 0.201], still),
      cube('back', 0.4, [0.2, -0.2015, 0.201], still),
      { ...mesh(cornerPiece), name: 'piece', position: [0, 0, 0.35], ...red },
    ],
  },
  0.3,
);

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'nothing falls through the floor',
    holds: (r) =>
      bodyNames(r, /above|cube|light|heavy|piece/).every((name) => bodyHeight(r, name, 'last') > 0),
  },
  {
    says: 'the five cubes stand on each other',
    holds: (r) =>
      [1, 2, 3, 4, 5].every(
        (n) => Math.abs(bodyHeight(r, `five cubes cube ${n}`, 'last') - 0.3 * n + 0.15) < 0.005,
      ),
  },
  {
    says: 'a thousand times its weight does not press the light cube through the floor',
    holds: (r) =>
      bodyHeight(r, 'heavy on light light', 'last') > 0.05 &&
      bodyHeight(r, 'heavy on light heavy', 'last') > 0.499 &&
      bodyTilt(r, 'heavy on light heavy', 'last') < 0.01,
  },
  {
    says: 'the tetrahedron lies in its corner',
    holds: (r) =>
      bodyHeight(r, 'in the corner piece', 'last') < 0.08 &&
      bodySpeed(r, 'in the corner piece', 'last') < 0.01,
  },
];

export const budgetSeconds = 15;
