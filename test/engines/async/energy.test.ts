// Cloth that nothing brakes keeps its energy: hinges that stepped longer than springs fed it (by 40% in the 2 s of these), and an energy of
// places and velocities of different times rippled by half a percent. A hundred million events: energy.long.test.ts.

import { expect, test } from 'vitest';
import { columnOf, runScene } from './harness.ts';
import { stiffnesses, swingingSheet } from './swinging.ts';

test.each(stiffnesses)('a sheet held at a corner, D = %f N m, Y = %f N/m', (bend, stretch) => {
  const { frames } = runScene(swingingSheet(bend, stretch, 2));
  const energy = columnOf(frames, 'energy');
  for (const e of energy) expect(Math.abs(e / energy[0] - 1)).toBeLessThan(0.002);
});
