// Heavy strips of all meshes, which take long to come to rest: see strips.slow.test.ts.

import { expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { hang } from './strips.ts';

await loadKernels();

const heavy = [
  [20, 0.829881, 0.445232],
  [50, 0.907917, 0.245015],
  [200, 0.9568, 0.1074],
] as const;

for (const pattern of ['diagonal', 'alternating', 'flipped', 'jittered'] as const)
  test.each(heavy)(`a ${pattern} strip of Γ = %d hangs as the elastica`, (gamma, drop, reach) => {
    const [down, out] = hang(pattern, gamma, 20, 4, 0.2);
    expect(Math.abs(down / drop - 1)).toBeLessThan(0.01);
    expect(Math.abs(out / reach - 1)).toBeLessThan(0.01);
  });
