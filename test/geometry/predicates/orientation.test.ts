import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactOrient2, exactOrient3 } from '../../../src/geometry/predicates/exact.ts';
import { orient2, orient3 } from '../../../src/geometry/predicates/orientation.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const near = fc
  .tuple(
    fc.integer({ min: -4, max: 4 }),
    fc.constantFrom(0, 1, -1, 2),
    fc.constantFrom(1, 0.1, 1e-90, 1e-100, 1e-110, 1e99, 1e100),
  )
  .map(([k, ulps, scale]) => k * scale * (1 + ulps * Number.EPSILON));

const offGrid = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom(0, 0, 1, -1))
  .map(([k, ulps]) => (1 + k * 0.1) * (1 + ulps * Number.EPSILON));

for (const [name, coordinate] of [
  ['off a grid by an ulp', offGrid],
  ['any doubles', finite],
  ['nearly flat', near],
] as const) {
  test(`orient3 has the sign of the exact determinant: ${name}`, () => {
    fc.assert(
      fc.property(fc.array(coordinate, { minLength: 12, maxLength: 12 }), (points) => {
        expect(orient3(new Float64Array(points), 0, 3, 6, 9) + 0).toBe(exactOrient3(points));
      }),
      { numRuns: 5000, seed: 1 },
    );
  });

  test(`orient2 has the sign of the exact determinant along every axis: ${name}`, () => {
    fc.assert(
      fc.property(fc.array(coordinate, { minLength: 9, maxLength: 9 }), (points) => {
        for (let axis = 0; axis < 3; axis++) {
          const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
          const plane = [points[u], points[v], points[3 + u], points[3 + v], points[6 + u], points[6 + v]];
          expect(orient2(new Float64Array(points), 0, 3, 6, axis) + 0).toBe(exactOrient2(plane));
        }
      }),
      { numRuns: 3000, seed: 1 },
    );
  });
}

test('the sign is positive on the side of the right-handed normal', () => {
  const x = new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e-300]);
  expect(orient3(x, 0, 3, 6, 9)).toBe(1);
  expect(orient2(x, 0, 3, 6, 2)).toBe(1);
});

test('a coordinate that is not a number is refused, not guessed at', () => {
  expect(() => orient3(new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, Number.NaN, 0, 0]), 0, 3, 6, 9)).toThrow(
    /finite/,
  );
});
