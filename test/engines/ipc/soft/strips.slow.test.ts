// Sheets bend as stiffly as asked, whatever their mesh: a clamped strip under its own weight is the heavy elastica.

import { expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { hang } from './strips.ts';

await loadKernels();

test.each([
  ['diagonal', 2, 0.238507, 0.966893],
  ['flipped', 2, 0.238507, 0.966893],
  ['jittered', 2, 0.238507, 0.966893],
  ['flipped', 20, 0.829881, 0.445232],
] as const)('a %s strip of Γ = %d hangs as the elastica', (pattern, gamma, drop, reach) => {
  const [down, out] = hang(pattern, gamma, 20, 4, 0.2);
  expect(Math.abs(down / drop - 1)).toBeLessThan(0.01);
  expect(Math.abs(out / reach - 1)).toBeLessThan(0.01);
});
