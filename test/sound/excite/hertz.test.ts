import { expect, test } from 'vitest';
import { hertzDuration } from '../../../src/sound/excite/hertz.ts';

test('two steel balls touch as long as Hertz says', () => {
  // radius 1 cm, 1 m/s: m = 32.9 g, 45 µs
  const mass = (4 / 3) * Math.PI * 1e-6 * 7850;
  const ball = { inverseMass: 1 / mass, curvature: 100, compliance: (1 - 0.29 * 0.29) / 2e11 };
  const reduced = mass / 2;
  const tau = hertzDuration(ball, ball, reduced * 2, 1);
  const stiffness = 2e11 / (2 * (1 - 0.29 * 0.29));
  expect(tau).toBeCloseTo(2.87 * (reduced ** 2 / (0.005 * stiffness ** 2 * 1)) ** 0.2, 12);
  expect(tau).toBeGreaterThan(3e-5);
  expect(tau).toBeLessThan(8e-5);
});
