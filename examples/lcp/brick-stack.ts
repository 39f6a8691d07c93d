// Brick stack: six bricks fly in and come to rest as a pyramid.
// The stack of Twigg, James 2008, §5. Backward it is taken down from the top; no law is bent: the bricks below bear each one
// that lands without moving, and the forward engine builds the pyramid again by itself. (With past: 'lenient' the bricks
// hold on to each other instead, as in §4, and the log says so.)
//
//   carom run brick-stack

import { type BodyFile, box, defineScene, floor } from '../../src/scene/index.ts';
import type { Expectation } from '../../src/sim/index.ts';
import { missedBy, movingShare } from './parts/wished.ts';

const material = { friction: 0.5, restitution: 0.4 };
const size: [number, number, number] = [0.2, 0.1, 0.06]; // [m]

const bricks: BodyFile[] = [];
for (let row = 0; row < 3; row++) {
  for (let i = 0; i < 3 - row; i++) {
    bricks.push(
      box({
        name: `brick-${row}-${i}`,
        size,
        density: 1800,
        ...material,
        position: [(i - (2 - row) / 2) * 0.23, 0, size[2] * (row + 0.5)],
        color: (row + i) % 2 === 0 ? '#b5523b' : '#c9744f',
      }),
    );
  }
}

export const scene = defineScene({
  name: 'brick-stack',
  up: 'z',
  engine: 'lcp',
  duration: 2,
  frameRateHz: 60,
  seed: 3,
  options: { past: 'strict' },
  bodies: [floor({ size: [6, 6], ...material, color: '#d9d4c7' }), ...bricks],
});

export const expectations: Expectation[] = [
  { says: 'the bricks end as a stack', holds: (r) => missedBy(r, 'last') < 1e-9 },
  {
    says: 'most of them fly in, the topmost too',
    holds: (r) => movingShare(r, /^brick-2/, 'first') === 1 && movingShare(r, /^brick/, 'first') > 0.8,
  },
];

export const budgetSeconds = 30;
