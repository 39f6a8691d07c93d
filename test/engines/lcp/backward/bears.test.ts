// Bricks that bear one that lands on them: what is asked of such a blow is no finer than what its solve gives, so that the pyramid of
// the example is taken down to the floor.

import { expect, test } from 'vitest';
import { box } from '../../../../src/scene/index.ts';
import { rewound, sceneOf } from './scenes.ts';

const size = [0.2, 0.1, 0.06] as const;
const bricks = [0, 1, 2].flatMap((row) =>
  Array.from({ length: 3 - row }, (_, i) =>
    box({
      name: `brick-${row}-${i}`,
      size: [size[0], size[2], size[1]],
      density: 1800,
      friction: 0.5,
      restitution: 0.4,
      position: [(i - (2 - row) / 2) * 0.23, size[2] * (row + 0.5), 0],
    }),
  ),
);

test('a pyramid of bricks is taken down to the floor, whatever the speed at which they land', () => {
  const came = [3, 4, 5].map((seed) => {
    const { start } = rewound(sceneOf(bricks), { seed, duration: 2, options: { strict: true } });
    return bricks.filter((_, i) =>
      start.motion.velocities.subarray(3 * i + 3, 3 * i + 6).some((v) => v !== 0),
    ).length;
  });
  expect(came.filter((count) => count >= 5).length).toBeGreaterThanOrEqual(2);
});
