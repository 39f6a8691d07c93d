// Solids against what is known of them, on finer meshes than the quick tests can have.

import { expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { floor, type SceneFile } from '../../../../src/scene/index.ts';
import { judge, Trial } from '../harness.ts';
import { sag } from './beam.ts';
import { groundForContact } from './ground.ts';

await loadKernels();

test('a beam with ν = 0.3 sinks by 5.946 mm', { timeout: 600_000 }, () => {
  expect(Math.abs(sag(0.3, [24, 4], 20) / 5.946e-3 - 1)).toBeLessThan(0.01);
});
