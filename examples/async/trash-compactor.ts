// Trash compactor: shells of several kinds on a floor between four walls, two of which close in on them.
// Nothing passes through anything, seen or unseen; as it gets tight the layers get deeper and progress slower.
//
//   carom run trash-compactor

import { type BodyFile, box, defineScene, type DeformableFile } from '../../src/scene/index.ts';
import { column, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { extent } from './parts/measure.ts';

const [inside, height, thick] = [0.3, 0.2, 0.02]; // [m]
const closes = 0.09; // each of the two walls moves by this
const duration = 0.45;

function wall(name: string, axis: 0 | 2, side: number, moves: number): BodyFile {
  const at = side * (inside / 2 + thick / 2);
  const place = (shift: number): [number, number, number] =>
    axis === 0 ? [at - side * shift, height / 2 + 0.002, 0] : [0, height / 2 + 0.002, at - side * shift];
  const size: [number, number, number] =
    axis === 0 ? [thick, height, inside * 0.99] : [inside * 1.3, height, thick];
  const body = { ...box({ size }), name, friction: 0.2, color: '#8d99ae' };
  if (moves === 0) return { ...body, motion: 'static', position: place(0) };
  return {
    ...body,
    position: place(0),
    path: { keys: [{ time: 0.05 }, { time: duration, position: place(moves) }] },
  };
}

const shell = {
  kind: 'shell' as const,
  thickness: 0.004,
  areaDensity: 1,
  stretchStiffness: 200,
  bendStiffness: 2e-3,
  stretchDamping: 2e-4,
  bendDamping: 1e-3,
  friction: 0.2,
};
const trash: DeformableFile[] = [
  {
    ...shell,
    name: 'ball',
    shape: { kind: 'sphere', radius: 0.05, subdivisions: 1 },
    position: [-0.08, 0.056, 0.05],
    color: '#e76f51',
  },
  {
    ...shell,
    name: 'crate',
    shape: { kind: 'box', size: [0.09, 0.07, 0.08] },
    rotation: { axis: 'y', degrees: 25 },
    position: [0.07, 0.039, 0.05],
    color: '#2a9d8f',
  },
  {
    ...shell,
    name: 'can',
    shape: { kind: 'cylinder', radius: 0.035, length: 0.1, axis: 'x', segments: 10 },
    rotation: { axis: 'y', degrees: -15 },
    position: [0, 0.039, -0.08],
    color: '#e9c46a',
  },
  {
    ...shell,
    name: 'small-ball',
    shape: { kind: 'sphere', radius: 0.03, subdivisions: 1 },
    position: [-0.02, 0.13, 0.02],
    color: '#f4a261',
  },
];

export const scene = defineScene({
  name: 'trash-compactor',
  engine: 'async',
  duration,
  frameRateHz: 60,
  // over the front wall, which would hide what is inside
  camera: { position: [0.22, 0.62, 0.42], target: [0, 0.04, 0] },
  bodies: [
    {
      name: 'floor',
      motion: 'static',
      shape: { kind: 'plane', width: 1, depth: 1 },
      friction: 0.2,
      color: '#d9d4c7',
    },
    wall('left', 0, -1, closes),
    wall('right', 0, 1, closes),
    wall('front', 2, 1, 0),
    wall('back', 2, -1, 0),
  ],
  deformables: trash,
});

export const expectations: Expectation[] = [
  { says: 'nothing touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'everything ends between the walls',
    holds: (r) =>
      trash.every(({ name }) => {
        const [low, high] = extent(r, name ?? '', 'last', 0);
        return high < inside / 2 - closes && low > closes - inside / 2;
      }),
  },
  {
    says: 'layers get deeper as it gets tight',
    holds: (r) => {
      const deepest = column(r, 'deepestLayer');
      return Math.max(...deepest.slice(-5)) > Math.max(...deepest.slice(0, 5));
    },
  },
];

export const budgetSeconds = 19;
