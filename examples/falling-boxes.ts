// Falling boxes: three boxes drop onto a floor and come to rest on each other, never touching.
// The smallest scene with contact, friction and stacking; read this one first.
//
//   carom run falling-boxes

import { box, defineScene, degrees, floor, turn } from '../src/scene/index.ts';
import { bodyHeight, bodySpeed, type Expectation, smallestGap } from '../src/sim/index.ts';

const crate = box({ size: [0.2, 0.2, 0.2], density: 600, friction: 0.5 }); // [m], [kg/m³]

export const scene = defineScene({
  name: 'falling-boxes',
  engine: 'ipc',
  duration: 1.5,
  frameRateHz: 60,
  bodies: [
    floor({ size: [4, 4], friction: 0.5 }),
    { ...crate, name: 'lowest', position: [0, 0.15, 0], color: '#c8553d' },
    {
      ...crate,
      name: 'middle',
      position: [0.05, 0.45, 0.02],
      rotation: turn('y', degrees(20)),
      color: '#f28f3b',
    },
    {
      ...crate,
      name: 'highest',
      position: [-0.03, 0.8, 0],
      rotation: turn('y', degrees(50)),
      color: '#588b8b',
    },
  ],
});

export const expectations: Expectation[] = [
  { says: 'the boxes never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'they end as a stack of three',
    holds: (r) =>
      bodyHeight(r, 'lowest', 'last') > 0.099 &&
      bodyHeight(r, 'middle', 'last') > 0.299 &&
      bodyHeight(r, 'highest', 'last') > 0.499,
  },
  {
    says: 'they come to rest',
    holds: (r) => ['lowest', 'middle', 'highest'].every((name) => bodySpeed(r, name, 'last') < 0.01),
  },
];

export const budgetSeconds = 10;
