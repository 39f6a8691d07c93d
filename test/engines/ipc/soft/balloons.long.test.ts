// A balloon of rubber up to the pressure that it holds at most, 1,239 Pa at 1.383 times its size, and beyond.

import { expect, test } from 'vitest';
import { Trial } from '../harness.ts';

/** The size of a balloon, G = 100 kPa, t = 1 mm, R = 0.1 m, after a time at a pressure. */
function grown(pressure: number, time: number): number {
  const trial = new Trial(
    {
      name: 'balloon',
      duration: time,
      frameRateHz: 20,
      gravity: [0, 0, 0],
      deformables: [
        {
          name: 'balloon',
          kind: 'shell',
          shape: { kind: 'sphere', radius: 0.1 },
          thickness: 0.001,
          youngsModulus: 3e5,
          density: 1000,
          material: { poissonRatio: 0.499 },
          stretchDamping: 0.01,
          bendDamping: 0.01,
          pressure,
        },
      ],
    },
    { timeStep: 0.05 },
  );
  const size = (): number =>
    trial.frame.vertices.reduce(
      (sum, _, i, x) => sum + (i % 3 ? 0 : Math.hypot(x[i], x[i + 1], x[i + 2])),
      0,
    );
  trial.to(0);
  const before = size();
  trial.to(time);
  return size() / before;
}

test('at 1,217 Pa it is 1.3 times as large', () => {
  const ratio = grown(1217, 2);
  expect(Math.abs((2000 * (1 / ratio - ratio ** -7)) / 1217 - 1)).toBeLessThan(0.01);
});

test('at 1,225 Pa it stays below 1.383, at 1,265 Pa nothing stops it', () => {
  expect(grown(1225, 2)).toBeLessThan(1.383);
  expect(grown(1265, 3)).toBeGreaterThan(1.7);
});
