// Trampoline: a ball and a box fall on a sheet that two rails hold. It gives way, throws the ball up again, and carries both: they push
// it and it pushes them, and nothing touches.
//
//   carom run trampoline

import { box, defineScene, sphere } from '../../src/scene/index.ts';
import {
  bodyHeight,
  bodySpeed,
  type Expectation,
  frameAt,
  type Outcome,
  smallestGap,
} from '../../src/sim/index.ts';

const cells = 14;
const vertices = (cells + 1) * (cells + 1);
/** Where the sheet hangs [m]. */
const height = 0.6;
const frameRateHz = 60;
const duration = 1.2;

export const scene = defineScene({
  name: 'trampoline',
  description: 'A ball and a box on a sheet between two rails: each pushes the other.',
  engine: 'ipc',
  duration,
  frameRateHz,
  bodies: [
    sphere({
      name: 'ball',
      radius: 0.09,
      position: [-0.12, height + 0.35, 0.03],
      mass: 0.8,
      friction: 0.3,
      color: '#d8553b',
    }),
    box({
      name: 'box',
      size: [0.14, 0.1, 0.14],
      position: [0.2, height + 0.2, -0.1],
      mass: 0.4,
      friction: 0.3,
      color: '#2a7f9e',
    }),
    ...[-1, 1].map((side) =>
      box({
        name: side < 0 ? 'left rail' : 'right rail',
        motion: 'static',
        size: [0.04, 0.04, 1.2],
        position: [side * 0.54, height, 0],
        color: '#6d7785',
      }),
    ),
  ],
  deformables: [
    {
      name: 'sheet',
      kind: 'cloth',
      shape: { kind: 'grid', size: [1, 1], cells: [cells, cells] },
      position: [0, height, 0],
      thickness: 0.002,
      areaDensity: 0.4,
      stretchStiffness: 400,
      bendStiffness: 2e-4,
      stretchDamping: 0.003,
      bendDamping: 0.01,
      friction: 0.3,
      pins: [
        { within: { min: [-0.51, 0.5, -0.6], max: [-0.49, 0.7, 0.6] } },
        { within: { min: [0.49, 0.5, -0.6], max: [0.51, 0.7, 0.6] } },
      ],
      color: '#e9d8a6',
    },
  ],
});

const frames = Math.round(duration * frameRateHz);

/** Heights of a body in all frames [m]. */
const heightsOf = (r: Outcome, name: string): number[] =>
  Array.from({ length: frames + 1 }, (_, f) => bodyHeight(r, name, f / frameRateHz));

/** The lowest point of the sheet at a time [m]. */
function lowestOfSheet(r: Outcome, time: number): number {
  const at = 3 * vertices * frameAt(r, time);
  let lowest = Number.POSITIVE_INFINITY;
  for (let v = 0; v < vertices; v++) lowest = Math.min(lowest, r.vertices[at + 3 * v + 1]);
  return lowest;
}

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the sheet gives way by more than 10 cm under the ball',
    holds: (r) => Math.min(...heightsOf(r, 'ball')) < height + 0.09 - 0.1,
  },
  {
    says: 'and throws it up again',
    holds: (r) => {
      const heights = heightsOf(r, 'ball');
      const lowest = heights.indexOf(Math.min(...heights));
      return Math.max(...heights.slice(lowest)) > heights[lowest] + 0.15;
    },
  },
  {
    says: 'neither falls through',
    holds: (r) => ['ball', 'box'].every((name) => bodyHeight(r, name, 'last') > 0.2),
  },
  { says: 'the sheet stays between its rails', holds: (r) => lowestOfSheet(r, duration) > 0.2 },
  { says: 'the box does not fly off', holds: (r) => bodySpeed(r, 'box', 'last') < 3 },
];

export const budgetSeconds = 90;
