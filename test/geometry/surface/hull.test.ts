import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closednessOf } from '../../../src/geometry/surface/closedness.ts';
import { convexHull } from '../../../src/geometry/surface/hull.ts';
import { signedVolume } from '../../../src/geometry/mass.ts';
import { orient3 } from '../../../src/geometry/predicates/orientation.ts';

// Small whole numbers fall on common planes and lines all the time, which is where hulls break.
const lattice = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 12, maxLength: 240 });
const fraction = fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1e9);
const anywhere = fc.array(fraction, { minLength: 12, maxLength: 240 });

test.each([
  ['a lattice', lattice],
  ['anywhere', anywhere],
])('no point of %s lies outside its hull, which is closed and convex', (_, points) => {
  fc.assert(
    fc.property(points, (list) => {
      const x = Float64Array.from(list.slice(0, 3 * Math.floor(list.length / 3)));
      const hull = convexHull(x);
      if (hull === undefined) {
        for (let v = 9; v < x.length; v += 3) expect(Math.abs(orient3(x, 0, 3, 6, v))).toBe(0);
        return;
      }
      expect(closednessOf(hull).closed).toBe(true);
      expect(signedVolume(hull)).toBeGreaterThan(0);
      const all = Float64Array.of(...hull.positions, ...x);
      for (let f = 0; f < hull.faces.length; f += 3) {
        const [a, b, c] = hull.faces.subarray(f, f + 3);
        for (let v = 0; v < all.length; v += 3)
          expect(orient3(all, 3 * a, 3 * b, 3 * c, v)).toBeLessThanOrEqual(0);
      }
    }),
    { numRuns: 60 },
  );
});

test('a cube with points inside and on its sides keeps what spans it', () => {
  const x: number[] = [];
  for (let i = 0; i < 125; i++) x.push((i % 5) - 2, (Math.floor(i / 5) % 5) - 2, Math.floor(i / 25) - 2);
  expect(signedVolume(convexHull(Float64Array.from(x))!)).toBe(64);
  expect(convexHull(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0))).toBeUndefined();
});
