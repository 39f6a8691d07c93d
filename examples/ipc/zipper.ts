// Zipper: two tapes lie on a table in a V, and weights draw their far ends apart. A slider goes along, and behind it one stitch after the
// other closes. What is closed holds against the pull.
//
//   carom run zipper

import { box, type DeformableFile, defineScene, floor } from '../../src/scene/index.ts';
import { type Expectation, type Outcome, smallestGap } from '../../src/sim/index.ts';
import { distance, verticesAt } from './parts/vertices.ts';

const length = 0.3;
const width = 0.03;
const cells = [15, 2] as const;
const thickness = 0.001;
/** Between the tapes at the closed end, and how much wider that is at the other [m]. */
const narrow = 0.004;
const spread = 0.03;
/** When the last stitch is closed, and the end [s]. */
const closed = 0.9;
const duration = 1.2;
const row = cells[0] + 1;
const vertices = row * (cells[1] + 1);

type Triple = [number, number, number];

/** A tape along x, on the side where z is positive or negative; the inner edge is its first row. */
function tape(side: -1 | 1): DeformableFile {
  const points: Triple[] = [];
  for (let j = 0; j <= cells[1]; j++)
    for (let i = 0; i <= cells[0]; i++) {
      const along = i / cells[0];
      const inner = (narrow + spread * along) / 2;
      points.push([length * (along - 0.5), 0, side * (inner + (width * j) / cells[1])]);
    }
  const faces: Triple[] = [];
  for (let j = 0; j < cells[1]; j++)
    for (let i = 0; i < cells[0]; i++) {
      const a = j * row + i;
      faces.push([a, a + 1, a + row + 1], [a, a + row + 1, a + row]);
    }
  return {
    name: side < 0 ? 'left tape' : 'right tape',
    kind: 'cloth',
    shape: { kind: 'inline', vertices: points, faces },
    position: [0, thickness / 2 + 0.0005, 0],
    thickness,
    areaDensity: 0.5,
    stretchStiffness: 2000,
    bendStiffness: 1e-4,
    stretchDamping: 0.005,
    friction: 0.2,
    pins: [{ vertices: [row * cells[1]] }, { vertices: [vertices - 1], force: [0, 0, side * 0.1] }],
    color: side < 0 ? '#2a7f9e' : '#d8553b',
  };
}

export const scene = defineScene({
  name: 'zipper',
  description: 'A slider goes along two tapes, and closes them.',
  engine: 'ipc',
  duration,
  frameRateHz: 50,
  bodies: [
    floor({ size: [1, 1], friction: 0.2 }),
    box({
      name: 'slider',
      motion: 'kinematic',
      size: [0.02, 0.004, 0.03],
      path: {
        keys: [
          { time: 0, position: [-length / 2, 0.012, 0] },
          { time: closed, position: [length / 2, 0.012, 0] },
        ],
      },
      color: '#c9a24b',
    }),
  ],
  deformables: [tape(-1), tape(1)],
  stitches: Array.from({ length: row }, (_, i) => ({
    a: 'left tape',
    b: 'right tape',
    vertices: [[i, i]] as [number, number][],
    closing: (closed * (i + 1)) / row,
  })),
});

/** How far each pair is apart at a time [m]. */
function gaps(r: Outcome, time: number): number[] {
  const places = verticesAt(r, time);
  return Array.from({ length: row }, (_, i) => distance(places[i], places[vertices + i]));
}

const half = Math.floor(row / 2);

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'half-way it is closed behind the slider and open before it',
    holds: (r) => {
      const now = gaps(r, closed / 2);
      return Math.max(...now.slice(0, half - 2)) < 0.003 && Math.min(...now.slice(half + 3)) > 0.004;
    },
  },
  {
    says: 'at the end it is closed, and holds against the pull',
    holds: (r) => Math.max(...gaps(r, duration)) < 0.003,
  },
];

export const budgetSeconds = 120;
