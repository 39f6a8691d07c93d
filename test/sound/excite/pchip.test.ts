import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hermite, monotoneSlope } from '../../../src/sound/excite/pchip.ts';

test('monotone interpolation stays between its points', () => {
  const value = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(value, value, value, value, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, c, d, u) => {
      const s0 = monotoneSlope(a, b, c, 0.01, 0.01);
      const s1 = monotoneSlope(b, c, d, 0.01, 0.01);
      const y = hermite(b, s0, c, s1, 0.01, u);
      expect(y).toBeGreaterThanOrEqual(Math.min(b, c) - 1e-6);
      expect(y).toBeLessThanOrEqual(Math.max(b, c) + 1e-6);
    }),
  );
});
