// Crash: five letters of boxes fly in, collide, spell CRASH in mid-air, and fall.
// Figure 12 of Twigg, James 2008: one frame in the middle is designed, and simulated in both directions of time.
//
//   carom run crash

import { type BodyFile, box, defineScene, floor } from '../../src/scene/index.ts';
import { layOut } from '../../src/scene/spell/index.ts';
import { Random } from '../../src/num/index.ts';
import { bodyHeight, bodyNames, type Expectation } from '../../src/sim/index.ts';
import { missedBy } from './parts/wished.ts';

const cell = 0.12; // [m]
const material = { friction: 0.4, restitution: 0.6 };
const present = 0.6; // [s]
const random = new Random(5);

const { filled, columns, rows } = layOut('CRASH', 40);
const pieces: BodyFile[] = filled.map(([column, row], i) => {
  const x = (column - (columns - 1) / 2) * cell;
  const z = 1.6 + ((rows - 1) / 2 - row) * cell;
  return box({
    name: `piece-${i}`,
    size: [0.09, 0.09, 0.09],
    density: 500,
    ...material,
    position: [x, 0, z],
    // They have just met: what is left of the middle came from the right, and goes back there.
    velocity: [
      0.5 * x + random.between(-0.1, 0.1),
      random.between(-1.5, 1.5),
      0.8 + random.between(-0.3, 0.3),
    ],
    angularVelocity: [random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)],
    color: ['#e4572e', '#f3a712', '#29a19c', '#5470c6', '#8e5ea2'][Math.floor((5 * column) / columns)],
  });
});

export const scene = defineScene({
  name: 'crash',
  up: 'z',
  engine: 'lcp',
  duration: 1.8,
  frameRateHz: 60,
  options: { past: 'lenient', present },
  bodies: [floor({ size: [10, 10], ...material, color: '#d9d4c7' }), ...pieces],
});

export const expectations: Expectation[] = [
  { says: 'the letters stand in the air at 0.6 s', holds: (r) => missedBy(r, present) < 1e-9 },
  {
    says: 'they have fallen at the end',
    holds: (r) => bodyNames(r, /^piece/).every((name) => bodyHeight(r, name, 'last') < 1),
  },
];

export const budgetSeconds = 30;
