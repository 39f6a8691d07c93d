// Acrobat on a trapeze: the double pendulum, dressed, with a camera in the audience and one in the head.
// Shapes, lights and cameras are leaves of the same tree of frames.
//
//   carom run acrobat

import { bodyHeight, distanceBetween, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, keepsEnergy, specified } from './parts/scene.ts';

export const scene = specified('acrobat', 15);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'the acrobat stays on the bar',
    holds: (r) => always(r, (time) => Math.abs(distanceBetween(r, 'Stick', 'Head', time) - 1.25) < 1e-9),
  },
  { says: 'and off the ground', holds: (r) => always(r, (time) => bodyHeight(r, 'Head', time) > 1) },
];

export const budgetSeconds = 10;
