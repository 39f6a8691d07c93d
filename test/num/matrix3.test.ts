import { describe, expect, test } from 'vitest';
import { invert3x3, multiply3x3 } from '../../src/num/matrix3.ts';
import { Random } from '../../src/num/random.ts';
import { cross3, dot3 } from '../../src/num/vec3.ts';
import { distance, multiply, randomMatrix } from './matrices.ts';

const random = new Random(99);
const identity3 = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);

describe('3×3 matrices', () => {
  test('multiply like loops do, in place too', () => {
    for (let n = 0; n < 100; n++) {
      const [a, b] = [randomMatrix(random, 3, 3), randomMatrix(random, 3, 3)];
      const expected = multiply(a, b, 3, 3, 3);
      for (const out of [new Float64Array(9), a.slice(), b.slice()]) {
        multiply3x3(out, 0, a, 0, b, 0);
        expect(distance(out, expected)).toBeLessThan(1e-15);
      }
      const [left, right] = [a.slice(), b.slice()];
      multiply3x3(left, 0, left, 0, b, 0);
      multiply3x3(right, 0, a, 0, right, 0);
      expect(left).toEqual(right);
    }
  });

  test('invert; a singular one is refused', () => {
    for (let n = 0; n < 300; n++) {
      const a = randomMatrix(random, 3, 3);
      const inverse = new Float64Array(9);
      const determinant = invert3x3(inverse, 0, a, 0);
      const [p, q, r] = [0, 3, 6].map((i) => a.subarray(i, i + 3));
      const volume = new Float64Array(3);
      cross3(volume, 0, p, 0, q, 0);
      expect(determinant).toBeCloseTo(dot3(volume, 0, r, 0), 14);
      const size = Math.max(...inverse.map(Math.abs));
      expect(distance(multiply(a, inverse, 3, 3, 3), identity3)).toBeLessThan(1e-14 * size * (1 + size));
    }
    const singular = new Float64Array([1, 2, 3, 2, 4, 6, 0, 1, 1]);
    const x = new Float64Array([7, 7, 7]);
    expect(invert3x3(x, 0, singular, 0)).toBe(0);
    expect([...x]).toEqual([7, 7, 7]);
  });
});
