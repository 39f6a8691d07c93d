// Groups of some dozen bodies that lean on each other: every solve ends where it should, and energy does not grow.

import { expect, test } from 'vitest';
import { bridge, net, stack } from './group-scenes.ts';
import { Trial } from './harness.ts';

test.each([
  ['a stack of 20 that carries 100 times its boxes', stack(20, 100), 0.25],
  ['a bridge of 16 planks that boxes fall on', bridge(16), 1],
  ['a net that a box falls on', net(5), 1],
] as const)('%s: every solve arrives', (_, file, seconds) => {
  const trial = new Trial(file).to(0);
  let energy = trial.value('energy');
  const scale = Math.abs(energy) + 1;
  for (let k = 1; k <= 60 * seconds; k++) {
    trial.to(k / 60);
    expect(trial.value('energy')).toBeLessThan(energy + 1e-3 * scale);
    energy = trial.value('energy');
  }
  expect(trial.failures).toBe(0);
  expect(trial.residual).toBeLessThanOrEqual(trial.options.tolerance);
});
