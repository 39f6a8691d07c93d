import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeTangents } from '../../../src/geometry/distance/tangent.ts';

test('two unit tangents and the direction make a right-handed frame', () => {
  const t = new Float64Array(6);
  const component = fc.oneof(fc.constantFrom(0, -0, 1, -1), fc.double({ min: -1, max: 1, noNaN: true }));
  fc.assert(
    fc.property(component, component, component, fc.constantFrom(1e-9, 1, 1e6), (x, y, z, scale) => {
      const length = Math.sqrt(x * x + y * y + z * z);
      fc.pre(length > 1e-6);
      writeTangents(t, 0, Float64Array.of(x * scale, y * scale, z * scale), 0);
      const cross = [t[1] * t[5] - t[2] * t[4], t[2] * t[3] - t[0] * t[5], t[0] * t[4] - t[1] * t[3]];
      [x, y, z].forEach((value, k) => {
        expect(cross[k]).toBeCloseTo(value / length, 13);
      });
      expect(t[0] * t[3] + t[1] * t[4] + t[2] * t[5]).toBeCloseTo(0, 13);
    }),
    { numRuns: 1000 },
  );
});
