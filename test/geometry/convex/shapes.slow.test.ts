// The bar for shapes as users have them: 2% of the volume in 32 pieces.

import { expect, test } from 'vitest';
import { decompose } from '../../../src/geometry/convex/index.ts';
import { meshBounds } from '../../../src/geometry/index.ts';
import { shapes, wantingMore } from './shapes.ts';

test.each(shapes)('%s', (_, make) => {
  const mesh = make();
  const { pieces, volumeError, deviation } = decompose(mesh);
  const bounds = meshBounds(mesh);
  const size = Math.max(...[0, 1, 2].map((k) => bounds[3 + k] - bounds[k]));
  expect(pieces.length).toBeLessThanOrEqual(32);
  expect(volumeError).toBeLessThanOrEqual(0.02);
  expect(deviation / size).toBeLessThan(0.06);
});

test.each(wantingMore)('%s is filled a little more, and that is said', (_, make) => {
  const { pieces, volumeError } = decompose(make());
  expect(pieces.length).toBeLessThanOrEqual(32);
  expect(volumeError).toBeGreaterThan(0.02);
  expect(volumeError).toBeLessThan(0.16);
});
