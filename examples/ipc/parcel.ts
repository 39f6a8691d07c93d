// Tied parcel: a cord goes around a box both ways and is knotted on top; its end is drawn up, and the parcel goes with it. Nothing is
// glued: the cords under the box bear it.
//
//   carom run parcel

import { box, defineScene, floor } from '../../src/scene/index.ts';
import { bodyHeight, bodyTilt, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { cordAround } from './parts/parcel.ts';

const size: [number, number, number] = [0.24, 0.12, 0.18];
const thickness = 0.006;
const low = 0.012;
const lift = 0.1;
const cord = cordAround(size, thickness);

export const scene = defineScene({
  name: 'parcel',
  description: 'A box that is lifted by the cord around it.',
  engine: 'ipc',
  duration: 1,
  frameRateHz: 50,
  bodies: [
    floor({ size: [2, 2] }),
    box({
      name: 'box',
      size,
      position: [0, low + size[1] / 2, 0],
      mass: 0.8,
      friction: 0.5,
      color: '#c9a26b',
    }),
  ],
  deformables: [
    {
      name: 'cord',
      kind: 'rod',
      shape: cord.shape,
      position: [0, low + size[1] / 2, 0],
      rest: 'straight',
      thickness,
      density: 900,
      friction: 0.5,
      stretchStiffness: 5000,
      bendStiffness: 2e-5,
      twistStiffness: 2e-5,
      stretchDamping: 0.02,
      bendDamping: 0.02,
      pins: [
        {
          vertices: [cord.end],
          path: {
            keys: [
              { time: 0 },
              { time: 0.1, position: [0, 0.004, 0] },
              { time: 0.8, position: [0, lift, 0] },
            ],
          },
        },
      ],
      color: '#8a3b2c',
    },
  ],
});

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the box goes up with the cord, but for what the cord gives',
    holds: (r) => {
      const risen = bodyHeight(r, 'box', 'last') - (low + size[1] / 2);
      return risen > 0.8 * (lift - low) && risen < lift;
    },
  },
  { says: 'and hangs level', holds: (r) => bodyTilt(r, 'box', 'last') < 0.2 },
];

export const budgetSeconds = 120;
