import { expect, test } from 'vitest';
import { hertzDuration } from '../../../src/sound/excite/hertz.ts';
import { pulsePassed } from '../../../src/sound/excite/pulse.ts';

test('two steel balls touch as long as Hertz says', () => {
  // radius 1 cm, 1 m/s: m = 32.9 g, 45 µs
  const mass = (4 / 3) * Math.PI * 1e-6 * 7850;
  const ball = { inverseMass: 1 / mass, curvature: 100, compliance: (1 - 0.29 * 0.29) / 2e11 };
  const reduced = mass / 2;
  const tau = hertzDuration(ball, ball, reduced * 2, 1);
  const stiffness = 2e11 / (2 * (1 - 0.29 * 0.29));
  expect(tau).toBeCloseTo(2.868267 * (reduced ** 2 / (0.005 * stiffness ** 2 * 1)) ** 0.2, 12);
  expect(tau).toBeGreaterThan(3e-5);
  expect(tau).toBeLessThan(8e-5);
});

test('a steel ball of 1 cm on steel at 1 m/s: 70.65 µs, and 1,712 N at most', () => {
  const mass = (4 / 3) * Math.PI * 1e-6 * 7850;
  const compliance = (1 - 0.29 * 0.29) / 2e11;
  const ball = { inverseMass: 1 / mass, curvature: 100, compliance };
  const tau = hertzDuration(ball, { inverseMass: 0, curvature: 0, compliance }, 2 * mass, 1);
  expect(tau * 1e6).toBeCloseTo(70.65, 1);
  let most = 0;
  for (let u = 0; u < 1; u += 1e-3)
    most = Math.max(most, (2 * mass * (pulsePassed(u + 1e-3) - pulsePassed(u))) / (1e-3 * tau));
  expect(Math.abs(most / 1712 - 1)).toBeLessThan(1e-3);
});
