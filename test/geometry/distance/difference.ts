// Fourth-order central differences: f' ≈ (8 (f₊₁ - f₋₁) - (f₊₂ - f₋₂)) / 12h.

import { expect } from 'vitest';

type Values = (x: Float64Array) => Float64Array;

/** Row i is the derivative of `values` with respect to x[i]. */
export function differences(values: Values, x: Float64Array, h: number): Float64Array[] {
  const rows: Float64Array[] = [];
  const y = x.slice();
  for (let i = 0; i < x.length; i++) {
    const at = (steps: number): Float64Array => {
      y[i] = x[i] + steps * h;
      return values(y).slice();
    };
    const [a, b, c, d] = [at(-2), at(-1), at(1), at(2)];
    y[i] = x[i];
    rows.push(a.map((_, k) => (8 * (c[k] - b[k]) - (d[k] - a[k])) / (12 * h)));
  }
  return rows;
}

/** Compares row by row; the error allowed is `tolerance` of the largest entry, and `floor`. */
export function expectDerivative(
  analytic: Float64Array,
  rows: readonly Float64Array[],
  tolerance: number,
  floor: number,
): void {
  let most = 0;
  for (const value of analytic) most = Math.max(most, Math.abs(value));
  let worst = 0;
  const width = analytic.length / rows.length;
  rows.forEach((row, i) => {
    row.forEach((value, k) => {
      worst = Math.max(worst, Math.abs(value - analytic[i * width + k]));
    });
  });
  expect(worst).toBeLessThanOrEqual(tolerance * most + floor);
}

/** The matrix must equal its transpose bit for bit. */
export function expectSymmetric(matrix: Float64Array): void {
  const n = Math.sqrt(matrix.length);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (matrix[n * i + j] !== matrix[n * j + i])
        throw new Error(`entry ${i}, ${j} is not its mirror image`);
    }
  }
}
