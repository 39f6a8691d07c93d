// Matrices for tests, and the plain loops that judge them. Row-major.

import type { Random } from '../../src/num/random.ts';

export function randomMatrix(random: Random, rows: number, columns: number): Float64Array {
  return Float64Array.from({ length: rows * columns }, () => random.between(-1, 1));
}

export function randomSymmetric(random: Random, n: number): Float64Array {
  const a = randomMatrix(random, n, n);
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a[j * n + i] = a[i * n + j];
  return a;
}

export function multiply(
  a: Float64Array,
  b: Float64Array,
  rows: number,
  inner: number,
  columns: number,
): Float64Array {
  const c = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < inner; k++)
      for (let j = 0; j < columns; j++) c[i * columns + j] += a[i * inner + k] * b[k * columns + j];
  return c;
}

export function transpose(a: Float64Array, rows: number, columns: number): Float64Array {
  const t = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) t[j * rows + i] = a[i * columns + j];
  return t;
}

/** The largest difference of two arrays; Infinity where one is not a number. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = a.length === b.length ? 0 : Infinity;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    worst = Number.isNaN(difference) ? Infinity : Math.max(worst, difference);
  }
  return worst;
}

export function largest(a: Float64Array): number {
  return a.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** 1/(i + j + 1): condition 1e13 at n = 10. */
export function hilbert(n: number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, k) => 1 / (Math.floor(k / n) + (k % n) + 1));
}

/** Rows and columns multiplied by random powers of ten up to 10^±spread. */
export function badlyScaled(
  random: Random,
  a: Float64Array,
  rows: number,
  columns: number,
  spread: number,
): Float64Array {
  const left = Array.from({ length: rows }, () => 10 ** random.between(-spread, spread));
  const right = Array.from({ length: columns }, () => 10 ** random.between(-spread, spread));
  return a.map((x, k) => x * left[Math.floor(k / columns)] * right[k % columns]);
}
