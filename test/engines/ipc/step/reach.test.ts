import { expect, test } from 'vitest';
import { lengthAt, reachOf } from '../../../../src/engines/ipc/step/reach.ts';
import { Random } from '../../../../src/num/index.ts';

test('no point within the radius moves further than the reach, and some point nearly does', () => {
  const random = new Random(1);
  const direction = Float64Array.from({ length: 8 }, () => random.between(-1, 1));
  const [ux, uy, uz, wx, wy, wz] = direction.subarray(2);
  const reach = reachOf(direction, 2, 0.5);
  let most = 0;
  for (let i = 0; i < 20000; i++) {
    const r = [0, 1, 2].map(() => random.between(-1, 1));
    const scale = 0.5 / Math.hypot(...r);
    const [x, y, z] = r.map((c) => scale * c);
    const way = Math.hypot(ux + wy * z - wz * y, uy + wz * x - wx * z, uz + wx * y - wy * x);
    expect(way).toBeLessThanOrEqual(reach);
    most = Math.max(most, way);
  }
  expect(most).toBeGreaterThan(0.7 * reach);
  expect(lengthAt(Float64Array.of(9, 2, 3, 6), 1)).toBe(7);
});
