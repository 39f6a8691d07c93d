// What few bodies meet Newton finds by itself, and to the last digit: where they end up is not predicted (predict/approach.ts).

import { expect, test } from 'vitest';
import { box, floor, type SceneFile } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';

/** Cubes of 1 m above each other, each by so much above what is below it [m]. */
function tower(cubes: number, gap: number): SceneFile {
  return {
    name: 'tower',
    duration: 2,
    bodies: [
      floor({ size: [10, 10], friction: 0 }),
      ...Array.from({ length: cubes }, (_, i) =>
        box({
          name: `cube ${i}`,
          size: [1, 1, 1],
          position: [0, 0.5 + gap + (1 + gap) * i, 0],
          friction: 0,
        }),
      ),
    ],
  };
}

test('five cubes that fall onto each other take no more iterations than it takes to find what meets', () => {
  const trial = new Trial(tower(5, 0.5));
  trial.to(1.3);
  // 290; 357 where the prediction is begun from
  expect(trial.iterations).toBeLessThan(320);
  expect(trial.smallestGap).toBeGreaterThan(0);
});
