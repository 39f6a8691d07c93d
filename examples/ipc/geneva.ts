// Geneva wheel: a driver that turns evenly moves the wheel by a quarter turn each round and locks it in between.
// The pin enters a slot with a fraction of a millimetre to spare; the wheel is loose on its axle, held by contact alone.
//
//   carom run geneva

import { defineScene, primitive } from '../../src/scene/index.ts';
import { genevaLayout } from '../../src/geometry/primitives/index.ts';
import {
  bodyAngle,
  bodyTilt,
  bodyTravel,
  type Expectation,
  type Outcome,
  smallestGap,
} from '../../src/sim/index.ts';

const drive = { slots: 4, crank: 0.04, pinRadius: 0.004, clearance: 0.0004, thickness: 0.01 };
const { distance } = genevaLayout(drive);
const bore = 0.005; // [m]
const axle = 0.0048; // [m]
const brass = { material: 'brass', friction: 0.1 } as const;

export const scene = defineScene({
  name: 'geneva',
  engine: 'ipc',
  up: 'z',
  duration: 2,
  frameRateHz: 100,
  bodies: [
    {
      ...primitive('geneva-driver', { ...drive, ...brass, arcSteps: 16, color: '#c8553d' }),
      name: 'driver',
      position: [distance, 0, 0],
      // One round a second about its own axis, which is not quite its centre of mass.
      path: {
        keys: [
          { time: 0, rotation: { axis: 'z', degrees: 0 } },
          { time: 2, rotation: { axis: 'z', degrees: 720 } },
        ],
      },
    },
    {
      ...primitive('geneva-wheel', { ...drive, ...brass, bore, arcSteps: 8, color: '#588b8b' }),
      name: 'wheel',
    },
    {
      ...primitive('pin', { radius: axle, length: 0.014, headRadius: 0.007, headHeight: 0.002, ...brass }),
      name: 'axle',
      motion: 'static',
      position: [0, 0, -0.0001],
    },
  ],
});

const wheelAngle = (r: Outcome, t: number) => -bodyAngle(r, 'wheel', [0, 0, 1], t);

export const expectations: Expectation[] = [
  { says: 'the parts never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the wheel rests while the pin is away',
    holds: (r) => Math.abs(wheelAngle(r, 0.3)) < 0.05,
  },
  {
    says: 'it has turned a quarter after one round',
    holds: (r) => Math.abs(wheelAngle(r, 1) - Math.PI / 2) < 0.05,
  },
  {
    says: 'and half a turn after two',
    holds: (r) => Math.abs(wheelAngle(r, 2) - Math.PI) < 0.05,
  },
  {
    says: 'it stays on its axle, flat',
    holds: (r) => bodyTravel(r, 'wheel', 'first', 'last') < 0.001 && bodyTilt(r, 'wheel', 'last') < 0.05,
  },
];

export const budgetSeconds = 15;
