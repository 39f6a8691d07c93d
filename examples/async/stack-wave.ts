// Stack wave: a plate hits the end of a row of plates, and only the last one flies off.
// The blow goes from plate to plate in the order of causes: none moves before the one in front of it has.
//
//   carom run stack-wave

import { cloth, defineScene } from '../../src/scene/index.ts';
import { type Expectation, frameAt, smallestGap } from '../../src/sim/index.ts';
import { middle } from './parts/measure.ts';

const count = 8;
const thickness = 0.004; // [m]
const pitch = 0.012;
const speed = 2; // [m/s]

export const scene = defineScene({
  name: 'stack-wave',
  engine: 'async',
  gravity: 0,
  duration: 0.1,
  frameRateHz: 1000,
  deformables: Array.from({ length: count + 1 }, (_, i) =>
    cloth({
      name: `plate-${i}`,
      size: [0.1, 0.1],
      cells: [2, 2],
      position: [0, i === 0 ? -0.02 : pitch * (i - 1), 0],
      rotation: { axis: 'y', degrees: 7 * i },
      velocity: [0, i === 0 ? speed : 0, 0],
      thickness,
      areaDensity: 2,
      stretchStiffness: 2000,
      bendStiffness: 2,
      friction: 0,
      restitution: 1,
      color: i === 0 ? '#e76f51' : i === count ? '#2a9d8f' : '#8d99ae',
    }),
  ),
});

const height = (r: Parameters<Expectation['holds']>[0], i: number, t: 'first' | 'last' | number): number =>
  middle(r, `plate-${i}`, t)[1];

/** The first frame at which a plate has moved by a hundredth of the pitch. */
function starts(r: Parameters<Expectation['holds']>[0], i: number): number {
  for (let frame = 0; frame < r.times.length; frame++) {
    if (Math.abs(height(r, i, r.times[frame]) - height(r, i, 'first')) > 0.01 * pitch) return frame;
  }
  return r.times.length;
}

export const expectations: Expectation[] = [
  { says: 'the plates never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'each plate moves after the one before it',
    holds: (r) =>
      Array.from({ length: count - 1 }, (_, i) => starts(r, i + 2) > starts(r, i + 1)).every(
        (later) => later,
      ),
  },
  {
    says: 'the last plate flies off with more than half of the speed',
    holds: (r) => {
      const [a, b] = [r.times[frameAt(r, 0.09)], r.times[frameAt(r, 'last')]];
      return (height(r, count, b) - height(r, count, a)) / (b - a) > 0.5 * speed;
    },
  },
];

export const budgetSeconds = 15;
