// Energy over a long time: bounded, and no trend.

import { expect, test } from 'vitest';
import { TALLY_FORCES, TALLY_PUSHES } from '../../../../src/engines/async/loop/layout/control.ts';
import { drapedCloth, ENERGY_SCALE } from './drape.ts';

test('a conservative draped cloth keeps its energy over fifty million events', () => {
  const world = drapedCloth(16);
  const energies: number[] = [];
  for (let t = 0.01; world.tally[TALLY_FORCES] < 5e7; t += 0.01) {
    world.run(t);
    energies.push(world.energy(t).sum / ENERGY_SCALE);
  }
  expect(world.tally[TALLY_PUSHES]).toBeGreaterThan(50_000);
  // the slope of the least-squares line, over the whole time
  const n = energies.length;
  const mean = energies.reduce((sum, e) => sum + e, 0) / n;
  let slope = 0;
  let spread = 0;
  energies.forEach((e, i) => {
    const s = (i + 0.5) / n - 0.5;
    slope += s * (e - mean);
    spread += s * s;
  });
  expect(Math.abs(slope / spread)).toBeLessThan(0.005 * mean);
  for (const e of energies) expect(Math.abs(e - mean)).toBeLessThan(0.02 * mean);
});
