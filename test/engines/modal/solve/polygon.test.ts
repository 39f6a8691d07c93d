import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factorDefinite } from '../../../../src/engines/modal/solve/definite.ts';
import { INSIDE, nearestOfPolygon, polygonOf } from '../../../../src/engines/modal/solve/polygon.ts';
import { choleskyFactor } from '../../../../src/num/dense/index.ts';
import { Random } from '../../../../src/num/index.ts';

const point = fc.double({ min: -3, max: 3, noNaN: true });

test('the nearest point of a polygon is in it, and no point of its outline is nearer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 16 }), point, point, (directions, x, y) => {
      const polygon = polygonOf(directions);
      const radius = 1.3;
      const found = new Float64Array(2);
      const place = nearestOfPolygon(polygon, radius, x, y, found, 0);
      for (let j = 0; j < directions; j++) {
        const out = polygon.normals[2 * j] * found[0] + polygon.normals[2 * j + 1] * found[1];
        expect(out).toBeLessThan(radius * polygon.apothem + 1e-12);
      }
      const distance = Math.hypot(found[0] - x, found[1] - y);
      if (place === INSIDE) expect(distance).toBe(0);
      else {
        for (let k = 0; k < 40 * directions; k++) {
          const j = Math.floor(k / 40);
          const s = (k % 40) / 40;
          const next = (j + 1) % directions;
          const ex = radius * ((1 - s) * polygon.corners[2 * j] + s * polygon.corners[2 * next]);
          const ey = radius * ((1 - s) * polygon.corners[2 * j + 1] + s * polygon.corners[2 * next + 1]);
          expect(distance).toBeLessThan(Math.hypot(ex - x, ey - y) + 1e-12);
        }
      }
      if (place >= 0 && place < directions) {
        expect(found[0]).toBeCloseTo(radius * polygon.corners[2 * place], 12);
        expect(found[1]).toBeCloseTo(radius * polygon.corners[2 * place + 1], 12);
      }
    }),
    { numRuns: 200 },
  );
});

test.each([1, 2, 3, 10, 41])('factors of order %i are those of the plain method, to the bit', (n) => {
  const random = new Random(n);
  const a = Float64Array.from({ length: n * n }, () => random.normal());
  const product = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) product[i * n + j] += a[i * n + k] * a[j * n + k];
    }
  }
  const plain = product.slice();
  expect(choleskyFactor(plain, 0, n)).toBe(true);
  expect(factorDefinite(product, n)).toBe(true);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) expect(product[i * n + j]).toBe(plain[i * n + j]);
  }
  const indefinite = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
  indefinite[n * n - 1] = -1;
  expect(factorDefinite(indefinite, n)).toBe(false);
});
