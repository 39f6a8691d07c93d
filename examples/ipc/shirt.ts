// Shirt on a hanger: a front and a back are drawn together at shoulders and sides until they are a shirt, which slips down onto the hanger
// between them and hangs there. Nothing else holds it.
//
//   carom run shirt

import { capsule, type DeformableFile, defineScene } from '../../src/scene/index.ts';
import { type Expectation, type Outcome, smallestGap } from '../../src/sim/index.ts';
import { distance, verticesAt } from './parts/vertices.ts';

const width = 0.4;
const height = 0.4;
const cells = [10, 8] as const;
const thickness = 0.001;
const row = cells[0] + 1;
const vertices = row * (cells[1] + 1);
/** Of the hanger's arms: how thick, how long, how far they slope down [m, m, degrees]. */
const radius = 0.008;
const arm = 0.14;
const slope = 14;
/** Where the shirt's upper edge is, and how far the hanger is below that [m]. */
const top = 1.2;
const below = 0.05;
/** Before it has fallen onto the hanger [s]. */
const sewn = 0.08;
const duration = 1.2;

/** Neck and sleeves stay open: both ends of the upper edge, and the lower part of either side. */
const shoulders = Array.from({ length: row }, (_, i) => cells[1] * row + i).filter(
  (_, i) => Math.abs(i - cells[0] / 2) >= 2,
);
const sides = Array.from({ length: Math.ceil(0.6 * cells[1]) }, (_, j) => [
  j * row,
  j * row + cells[0],
]).flat();

function sheet(name: string, side: -1 | 1): DeformableFile {
  return {
    name,
    kind: 'cloth',
    shape: { kind: 'grid', size: [width, height], cells: [...cells], upright: true },
    position: [0, top - height / 2, side * 0.018],
    thickness,
    areaDensity: 0.2,
    stretchStiffness: 500,
    bendStiffness: 2e-5,
    stretchDamping: 0.01,
    bendDamping: 0.01,
    friction: 0.4,
    color: side > 0 ? '#2a7f9e' : '#7fb4c6',
  };
}

export const scene = defineScene({
  name: 'shirt',
  description: 'Two sheets are sewn together round a hanger, and hang on it.',
  engine: 'ipc',
  duration,
  frameRateHz: 50,
  bodies: [
    ...[-1, 1].map((side) => {
      const angle = (slope * Math.PI) / 180;
      const middle = 0.012 + arm / 2;
      return capsule({
        name: side < 0 ? 'left arm' : 'right arm',
        motion: 'static',
        radius,
        length: arm,
        axis: 'x',
        segments: 12,
        bands: 3,
        rotation: { axis: 'z', degrees: -side * slope },
        position: [side * middle * Math.cos(angle), top - below - middle * Math.sin(angle), 0],
        friction: 0.4,
        color: '#c9a26b',
      });
    }),
    capsule({
      name: 'hook',
      motion: 'static',
      radius: 0.003,
      length: 0.1,
      axis: 'y',
      segments: 12,
      bands: 3,
      position: [0, top - below + 0.07, 0],
      color: '#8d8f94',
    }),
  ],
  deformables: [sheet('front', 1), sheet('back', -1)],
  stitches: [
    {
      a: 'front',
      b: 'back',
      vertices: [...shoulders, ...sides].map((v): [number, number] => [v, v]),
      closing: sewn,
    },
  ],
});

/** How far a pair is apart at the end [m]. */
function apart(r: Outcome, vertex: number): number {
  const places = verticesAt(r, duration);
  return distance(places[vertex], places[vertices + vertex]);
}

function fastestAtEnd(r: Outcome): number {
  const before = verticesAt(r, duration - 0.1);
  return Math.max(...verticesAt(r, duration).map((place, v) => distance(place, before[v]))) / 0.1;
}

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'it is sewn: front and back lie on each other at all seams',
    holds: (r) => [...shoulders, ...sides].every((v) => apart(r, v) < 0.005),
  },
  {
    says: 'the hanger is in it, and bears it at the shoulders',
    holds: (r) =>
      shoulders.every((v) => {
        const [, y] = verticesAt(r, duration)[v];
        return y > top - 0.15 && y < top;
      }),
  },
  {
    says: 'it hangs to the full length',
    holds: (r) => verticesAt(r, duration)[cells[0] / 2][1] < top - 0.8 * height,
  },
  { says: 'and hardly swings', holds: (r) => fastestAtEnd(r) < 0.5 },
];

export const budgetSeconds = 120;
