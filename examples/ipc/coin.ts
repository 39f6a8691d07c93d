// Coin: a cent spins on its edge, tilts, and rolls around on its rim faster and faster until it lies down.
// The point of contact runs round the rim far faster than the coin moves, hence the small time step.
//
//   carom run coin

import { cylinder, defineScene, degrees, floor } from '../../src/scene/index.ts';
import { cos, sin } from '../../src/num/elementary/index.ts';
import { bodyHeight, bodyTravel, column, type Expectation, smallestGap } from '../../src/sim/index.ts';

const [radius, thickness] = [0.01213, 0.00175]; // [m]
const tilt = degrees(5);

export const scene = defineScene({
  name: 'coin',
  engine: 'ipc',
  options: { timeStep: 1e-4 },
  duration: 0.6,
  frameRateHz: 200,
  bodies: [
    floor({ size: [0.2, 0.2], friction: 0.2 }),
    {
      ...cylinder({ radius, length: thickness, axis: 'z', segments: 64, density: 8900, friction: 0.2 }),
      name: 'coin',
      position: [0, radius * cos(tilt) + (thickness / 2) * sin(tilt) + 2e-5, 0],
      rotation: { axis: 'x', radians: tilt },
      angularVelocity: [0, 15.7, 0],
      color: '#b87333',
    },
  ],
});

export const expectations: Expectation[] = [
  { says: 'coin and floor never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'it spins on: after a tenth of a second it still stands',
    holds: (r) => bodyHeight(r, 'coin', 0.1) > 0.8 * radius,
  },
  { says: 'it leans over', holds: (r) => bodyHeight(r, 'coin', 'last') < 0.5 * radius },
  { says: 'it stays about where it was', holds: (r) => bodyTravel(r, 'coin', 'first', 'last') < 2 * radius },
  {
    says: 'energy only falls',
    holds: (r) => column(r, 'energy').every((e, i, all) => i === 0 || e < all[i - 1] * (1 + 1e-4)),
  },
];

export const budgetSeconds = 15;
