// What comes fast is seen before it arrives, from wherever it comes.

import { expect, test } from 'vitest';
import { sphere } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';

const radius = 0.05;

/** How deep a ball gets into a plane that it is shot at along an axis. */
function deepest(axis: 'x' | 'y' | 'z'): number {
  const k = 'xyz'.indexOf(axis);
  const along = (size: number): [number, number, number] => [
    k === 0 ? size : 0,
    k === 1 ? size : 0,
    k === 2 ? size : 0,
  ];
  const trial = new Trial(
    {
      name: 'shot',
      gravity: [0, 0, 0],
      bodies: [
        { name: 'wall', motion: 'static', shape: { kind: 'plane', axis } },
        {
          ...sphere({ radius, restitution: 0.5 }),
          name: 'ball',
          position: along(0.43),
          velocity: along(-40),
        },
      ],
    },
    { flexible: 'none', timeStep: 0.01 },
  );
  let deep = Number.NEGATIVE_INFINITY;
  for (let i = 1; i <= 40; i++) deep = Math.max(deep, radius - trial.to(i * 1e-3).position('ball')[k]);
  expect(trial.velocity('ball')[k]).toBeGreaterThan(0);
  return deep;
}

test('walls stop a shot as a floor does', () => {
  const floor = deepest('y');
  expect(floor).toBeLessThan(0.1 * radius);
  expect(deepest('x')).toBeCloseTo(floor, 9);
  expect(deepest('z')).toBeCloseTo(floor, 9);
});
