// Soft gripper and egg: two fingers of soft silicone close on an egg, give way where they meet it, and lift it by friction alone. Their
// backs are led; nothing is glued.
//
//   carom run gripper

import { type DeformableFile, defineScene, floor, sphere } from '../../src/scene/index.ts';
import { bodyHeight, bodyPosition, bodySpeed, type Expectation, smallestGap } from '../../src/sim/index.ts';

/** Of the egg: half its width, and half its height [m]. */
const radius = 0.022;
const half = 0.029;
const finger: [number, number, number] = [0.02, 0.04, 0.04];
const lift = 0.05;
/** Between finger and egg at the start, and by how much fingers close further than that [m]. */
const gap = 0.002;
const squeeze = 0.004;

function fingerAt(side: -1 | 1): DeformableFile {
  const x = side * (radius + gap + finger[0] / 2);
  const back = x + (side * finger[0]) / 2;
  const closed = -side * (gap + squeeze);
  return {
    name: side < 0 ? 'left finger' : 'right finger',
    kind: 'solid',
    shape: { kind: 'box', size: finger },
    position: [x, half + 0.001, 0],
    elements: 'linear',
    resolution: 2,
    material: 'silicone',
    youngsModulus: 1e5,
    thickness: 5e-4,
    stretchDamping: 0.003,
    pins: [
      {
        within: { min: [back - 1e-4, -1, -1], max: [back + 1e-4, 1, 1] },
        path: {
          keys: [
            { time: 0 },
            { time: 0.3, position: [closed, 0, 0] },
            { time: 0.4, position: [closed, 0, 0] },
            { time: 0.9, position: [closed, lift, 0] },
          ],
        },
      },
    ],
    color: '#2a7f9e',
  };
}

export const scene = defineScene({
  name: 'gripper',
  description: 'Two soft fingers lift an egg.',
  engine: 'ipc',
  duration: 1.1,
  frameRateHz: 50,
  bodies: [
    floor({ size: [1, 1] }),
    sphere({
      name: 'egg',
      radius,
      scale: [1, half / radius, 1],
      position: [0, half + 0.0005, 0],
      mass: 0.06,
      friction: 0.5,
      color: '#e8d3b0',
    }),
  ],
  deformables: [fingerAt(-1), fingerAt(1)],
});

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the egg goes up with the fingers, within 5 mm',
    holds: (r) => Math.abs(bodyHeight(r, 'egg', 'last') - bodyHeight(r, 'egg', 'first') - lift) < 0.005,
  },
  { says: 'is held there', holds: (r) => bodySpeed(r, 'egg', 'last') < 0.02 },
  {
    says: 'and stays between them',
    holds: (r) => {
      const [x, , z] = bodyPosition(r, 'egg', 'last');
      return Math.hypot(x, z) < 0.003;
    },
  },
];

export const budgetSeconds = 120;
