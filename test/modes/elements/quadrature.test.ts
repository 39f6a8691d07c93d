import { describe, expect, test } from 'vitest';
import { degreeFive, degreeTwo, type Quadrature } from '../../../src/modes/elements/quadrature.ts';

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

describe('quadrature', () => {
  test.each([
    ['degreeTwo', degreeTwo, 2],
    ['degreeFive', degreeFive, 5],
  ] as [string, Quadrature, number][])('%s integrates every monomial of its degree', (_, rule, degree) => {
    for (let a = 0; a <= degree; a++)
      for (let b = 0; a + b <= degree; b++)
        for (let c = 0; a + b + c <= degree; c++) {
          let sum = 0;
          for (let q = 0; q < rule.weights.length; q++) {
            const [x, y, z] = [1, 2, 3].map((k) => rule.points[4 * q + k]);
            sum += rule.weights[q] * x ** a * y ** b * z ** c;
          }
          const exact = (6 * factorial(a) * factorial(b) * factorial(c)) / factorial(a + b + c + 3);
          expect(sum).toBeCloseTo(exact, 14);
        }
  });
});
