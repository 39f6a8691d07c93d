// Heavy strips of all meshes, which take long to come to rest: see strips.slow.test.ts.

import { expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { hang } from './strips.ts';

await loadKernels();

/** Γ, cells along, drop and reach: at 200 it bends within an eighth of its length. */
const heavy = [
  [20, 20, 0.829881, 0.445232],
  [50, 20, 0.907917, 0.245015],
  [200, 40, 0.9568, 0.1074],
] as const;

for (const pattern of ['diagonal', 'alternating', 'flipped', 'jittered'] as const)
  test.each(heavy)(`a ${pattern} strip of Γ = %d hangs as the elastica`, (gamma, along, drop, reach) => {
    const [down, out] = hang(pattern, gamma, along, 4, 0.2);
    expect(Math.abs(down / drop - 1)).toBeLessThan(0.01);
    expect(Math.abs(out / reach - 1)).toBeLessThan(0.01);
  });
