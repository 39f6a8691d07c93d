// Jelly on a shaken plate: a plate goes to and fro under a block of jelly with a marble on it. The jelly sways against the plate, carries
// the marble, and is not shaken off.
//
//   carom run jelly

import { box, defineScene, sphere } from '../../src/scene/index.ts';
import { bodyHeight, type Expectation, frameAt, type Outcome, smallestGap } from '../../src/sim/index.ts';

const size = 0.08;
const frameRateHz = 50;
const duration = 1;
/** How far the plate goes to either side [m], and how long there and back takes [s]. */
const swing = 0.015;
const period = 0.4;

/** Keys of a cosine, twelve a turn. */
const keys = Array.from({ length: Math.round((12 * duration) / period) + 1 }, (_, i) => ({
  time: (i * period) / 12,
  position: [swing * (Math.cos((2 * Math.PI * i) / 12) - 1), -0.005, 0] as [number, number, number],
}));

export const scene = defineScene({
  name: 'jelly',
  description: 'A jelly and a marble on a plate that goes to and fro.',
  engine: 'ipc',
  duration,
  frameRateHz,
  bodies: [
    box({
      name: 'plate',
      motion: 'kinematic',
      size: [0.2, 0.01, 0.14],
      path: { keys },
      friction: 0.8,
      color: '#e8e4da',
    }),
    sphere({
      name: 'marble',
      radius: 0.01,
      position: [0, size + 0.0125, 0],
      material: 'glass',
      friction: 0.6,
      color: '#2a7f9e',
    }),
  ],
  deformables: [
    {
      name: 'jelly',
      kind: 'solid',
      shape: { kind: 'box', size: [size, size, size] },
      position: [0, size / 2 + 0.001, 0],
      elements: 'linear',
      resolution: 3,
      material: 'jelly',
      friction: 0.8,
      thickness: 0.001,
      stretchDamping: 0.003,
      color: '#d8553b',
    },
  ],
});

const frames = Math.round(duration * frameRateHz);

/** Mean of a coordinate over the vertices of one half of the jelly, that were above or below its middle at the start [m]. */
function meanOf(r: Outcome, half: 'upper' | 'lower', axis: number, time: number): number {
  const count = r.vertices.length / (3 * (frames + 1));
  const first = frameAt(r, time) * count;
  let sum = 0;
  let taken = 0;
  for (let v = 0; v < count; v++) {
    if (r.vertices[3 * v + 1] > size / 2 !== (half === 'upper')) continue;
    sum += r.vertices[3 * (first + v) + axis];
    taken++;
  }
  return sum / taken;
}

/** How far the upper half is ahead of the lower one, in all frames [m]. */
const swayOf = (r: Outcome): number[] =>
  Array.from(
    { length: frames + 1 },
    (_, f) => meanOf(r, 'upper', 0, f / frameRateHz) - meanOf(r, 'lower', 0, f / frameRateHz),
  );

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the jelly sways by more than 2 mm to either side',
    holds: (r) => Math.max(...swayOf(r)) > 0.002 && Math.min(...swayOf(r)) < -0.002,
  },
  {
    says: 'it stays on the plate',
    holds: (r) =>
      Math.abs(meanOf(r, 'lower', 0, duration) + swing) < 0.05 && meanOf(r, 'lower', 1, duration) > 0,
  },
  { says: 'and carries the marble', holds: (r) => bodyHeight(r, 'marble', 'last') > 0.8 * size },
];

export const budgetSeconds = 120;
