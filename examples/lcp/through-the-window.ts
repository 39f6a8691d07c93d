// Through the window: a ball flies through a window of 40 cm in a wall and comes to rest where the scene has it.
// A past with goals: where it starts, behind the wall, and that it passes the window, at any time. Before its first bounce the ball's
// way is a parabola, so it is aimed in closed form; the wall is an obstacle as in any run.
//
//   carom run through-the-window          carom rewind through-the-window --samples 10

import { type BodyFile, box, defineScene, floor, sphere } from '../../src/scene/index.ts';
import { bodyPosition, type Expectation } from '../../src/sim/index.ts';
import { missedBy } from './parts/wished.ts';

const material = { restitution: 0.5, friction: 0.5 };

function wall(name: string, size: [number, number, number], y: number, z: number): BodyFile {
  return box({ name, size, position: [-0.8, y, z], motion: 'static', ...material, color: '#b8a58a' });
}

export const scene = defineScene({
  name: 'through-the-window',
  engine: 'lcp',
  duration: 2.5,
  frameRateHz: 60,
  seed: 1,
  options: { past: 'strict' },
  bodies: [
    floor({ size: [6, 6], ...material }),
    wall('below', [0.1, 0.8, 2], 0.4, 0),
    wall('above', [0.1, 0.6, 2], 1.5, 0),
    wall('left', [0.1, 0.4, 0.8], 1, -0.6),
    wall('right', [0.1, 0.4, 0.8], 1, 0.6),
    sphere({ name: 'ball', radius: 0.06, position: [0, 0.06, 0], ...material, color: '#c8402f' }),
  ],
  goals: [
    { body: 'ball', passes: [-0.8, 1, 0], tolerance: 0.13 },
    { body: 'ball', startsIn: { center: [-1.4, 1.1, 0], size: [0.6, 1.4, 0.8] } },
  ],
});

export const expectations: Expectation[] = [
  { says: 'the ball ends where it lies', holds: (r) => missedBy(r, 'last') < 1e-9 },
  { says: 'it was behind the wall at first', holds: (r) => bodyPosition(r, 'ball', 'first')[0] < -1.1 },
];

export const budgetSeconds = 20;
