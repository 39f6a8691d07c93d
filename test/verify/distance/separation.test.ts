import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hullsMeet } from '../../geometry/predicates/rational.ts';
import { bestSeparation, separationAlong } from '../../../src/verify/distance/separation.ts';

const unit = fc.noBias(fc.integer({ min: -1000, max: 1000 })).map((k) => k / 1000);
const points = fc.array(unit, { minLength: 18, maxLength: 18 }).map((values) => Float64Array.from(values));
const count = fc.integer({ min: 1, max: 3 });

/** Bounds on the distance of two hulls, by Frank–Wolfe with exact line search: slow, and nothing like the code. */
function distanceBounds(p: Float64Array, countA: number, countB: number): [number, number] {
  const weights = Array.from({ length: countA * countB }, () => 1 / (countA * countB));
  const corner = (k: number, axis: number) =>
    p[3 * (k % countA) + axis] - p[3 * (countA + Math.floor(k / countA)) + axis];
  const at = [0, 1, 2].map((axis) => weights.reduce((sum, w, k) => sum + w * corner(k, axis), 0));
  for (let step = 0; step < 4000; step++) {
    let best = 0;
    for (let k = 1; k < weights.length; k++) {
      if ([0, 1, 2].reduce((s, i) => s + at[i] * (corner(k, i) - corner(best, i)), 0) < 0) best = k;
    }
    const d = [0, 1, 2].map((axis) => corner(best, axis) - at[axis]);
    const length = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if (length === 0) break;
    const t = Math.min(1, Math.max(0, -(at[0] * d[0] + at[1] * d[1] + at[2] * d[2]) / length));
    for (let k = 0; k < 3; k++) at[k] += t * d[k];
  }
  const length = Math.hypot(...at);
  // every corner is at least so far along the way to the point reached, hence the whole hull is
  let lower = length;
  for (let k = 0; k < weights.length; k++) {
    lower = Math.min(lower, (at[0] * corner(k, 0) + at[1] * corner(k, 1) + at[2] * corner(k, 2)) / length);
  }
  return [lower, length];
}

test('the best separation is the distance, and positive exactly where the hulls do not meet', () => {
  let tight = 0;
  fc.assert(
    fc.property(points, count, count, (p, countA, countB) => {
      const direction = new Float64Array(3);
      const best = bestSeparation({ direction, feature: 0, sign: 1 }, p, countA, countB);
      const along = separationAlong(p, countA, countB, direction[0], direction[1], direction[2]);
      expect(along).toBeCloseTo(best, 14);
      const meet = hullsMeet(p, countA, countB);
      expect(best > 1e-15).toBe(!meet);
      if (meet) return;
      const [lower, upper] = distanceBounds(p, countA, countB);
      expect(best).toBeGreaterThanOrEqual(lower - 1e-12);
      expect(best).toBeLessThanOrEqual(upper + 1e-12);
      if (upper - lower < 1e-3) tight++;
    }),
    { numRuns: 600, seed: 1 },
  );
  expect(tight).toBeGreaterThan(200);
});
