// Tunnelling: a cube flies at 1000 m/s against a sheet without thickness, ten metres a step, and does not get through.
// Checking only where bodies are at the end of a step would never see the sheet.
//
//   carom run tunnelling

import { box, defineScene } from '../../src/scene/index.ts';
import { bodyPosition, bodyTravel, type Expectation, smallestGap } from '../../src/sim/index.ts';

export const scene = defineScene({
  name: 'tunnelling',
  engine: 'ipc',
  gravity: 0,
  duration: 0.5,
  frameRateHz: 100,
  bodies: [
    { name: 'sheet', motion: 'static', shape: { kind: 'plane', width: 10, depth: 10, axis: 'x' } },
    {
      ...box({ size: [1, 1, 1], density: 1000, color: '#c8553d' }),
      name: 'cube',
      position: [-5, 0, 0],
      rotation: { euler: [32, 247, 53] },
      velocity: [1000, 0, 0],
    },
  ],
});

export const expectations: Expectation[] = [
  { says: 'cube and sheet never touch', holds: (r) => smallestGap(r) > 0 },
  { says: 'the cube gets to the sheet', holds: (r) => bodyTravel(r, 'cube', 'first', 0.05) > 3 },
  {
    says: 'it stays on its side of the sheet',
    holds: (r) => Array.from(r.times).every((t) => bodyPosition(r, 'cube', t)[0] < -0.5),
  },
];

export const budgetSeconds = 5;
