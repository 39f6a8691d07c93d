// Ball in a net: a ball falls into a net of cords that hangs by its corners. The net gives way, catches the ball and holds it, though
// nothing but the cords between knots is in its way.
//
//   carom run net

import { defineScene, sphere } from '../../src/scene/index.ts';
import {
  bodyHeight,
  bodySpeed,
  bodyPosition,
  type Expectation,
  frameAt,
  type Outcome,
  smallestGap,
} from '../../src/sim/index.ts';
import { netOf } from './parts/net.ts';

const height = 0.6;
const side = 0.64;
const radius = 0.09;
const net = netOf(8, side / 8, 2);
const duration = 1.2;

export const scene = defineScene({
  name: 'net',
  description: 'A ball is caught by a net of cords.',
  engine: 'ipc',
  duration,
  frameRateHz: 50,
  bodies: [
    sphere({
      name: 'ball',
      radius,
      position: [0.05, height + 0.35, 0.03],
      mass: 0.4,
      friction: 0.4,
      color: '#d8553b',
    }),
  ],
  deformables: [
    {
      name: 'net',
      kind: 'rod',
      shape: net.shape,
      position: [0, height, 0],
      thickness: 0.005,
      density: 900,
      friction: 0.4,
      stretchStiffness: 600,
      bendStiffness: 2e-5,
      twistStiffness: 2e-5,
      stretchDamping: 0.02,
      bendDamping: 0.02,
      pins: [{ vertices: net.corners }],
      color: '#2a7f9e',
    },
  ],
});

const vertices = net.shape.vertices.length;

/** The lowest point of the net at a time [m]. */
function lowestOfNet(r: Outcome, time: number): number {
  const at = 3 * vertices * frameAt(r, time);
  let lowest = Number.POSITIVE_INFINITY;
  for (let v = 0; v < vertices; v++) lowest = Math.min(lowest, r.vertices[at + 3 * v + 1]);
  return lowest;
}

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the net gives way by more than the radius of the ball',
    holds: (r) => lowestOfNet(r, duration) < height - radius,
  },
  {
    says: 'the ball lies in it: over its lowest point by its radius',
    holds: (r) => Math.abs(bodyHeight(r, 'ball', 'last') - lowestOfNet(r, duration) - radius) < 0.03,
  },
  {
    says: 'near its middle, as it hangs',
    holds: (r) => {
      const [x, , z] = bodyPosition(r, 'ball', 'last');
      return Math.hypot(x, z) < 0.1;
    },
  },
  { says: 'and has been caught', holds: (r) => bodySpeed(r, 'ball', 'last') < 1.5 },
];

export const budgetSeconds = 120;
