// A block on a slope of tan θ = ½ whose friction differs from the critical by a ten-thousandth.

import { expect, test } from 'vitest';
import { norm, subtract, Trial } from '../harness.ts';
import { slope } from '../slope.ts';

const shapes = [
  ['a cube of 0.2 m', [0.2, 0.2, 0.2]],
  ['a cube of 1 m', [1, 1, 1]],
  ['a cube of 2 cm', [0.02, 0.02, 0.02]],
  ['a tall block', [0.2, 0.35, 0.2]],
] as const;
/** How far one goes in 10 s [m], and how far it must. */
const goes = (mu: number, start: number, size: readonly [number, number, number], timeStep = 0.01) => {
  const trial = new Trial(slope(mu, start, size), { timeStep }).to(0);
  const before = trial.position('block');
  trial.to(10);
  const angle = Math.atan(0.5);
  const must = 0.5 * 9.81 * (Math.sin(angle) - mu * Math.cos(angle)) * 100;
  return { way: norm(subtract(trial.position('block'), before)), must };
};

test.each(shapes)('at μ = 0.49995 %s slides as it must', (_, size) => {
  for (const start of [0.1, 0.9]) {
    const { way, must } = goes(0.49995, start, size);
    expect(Math.abs(way / must - 1)).toBeLessThan(0.05);
  }
  const { way, must } = goes(0.49995, 0.5, size, 1 / 40);
  expect(Math.abs(way / must - 1)).toBeLessThan(0.05);
});

test.each(shapes)('at μ = 0.50005 %s holds', (_, size) => {
  const most = Math.max(1e-3, 2e-3 * size[0]);
  for (const start of [0.1, 0.9]) expect(goes(0.50005, start, size).way).toBeLessThan(most);
  expect(goes(0.50005, 0.5, size, 1 / 40).way).toBeLessThan(most);
});
