import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fractionAt, sobol, stepsOf, valueAtFraction, valueAtStep } from '../../src/farm/draw/index.ts';
import { permuted } from '../../src/farm/draw/permutation.ts';
import { Random } from '../../src/num/index.ts';

describe('a permutation by its places', () => {
  test('takes every place once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 700 }), fc.nat(), fc.nat(20), (n, seed, stream) => {
        const places = Array.from({ length: n }, (_, i) => permuted(i, n, seed, stream));
        expect([...places].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
      }),
    );
  });

  test('is another for another seed and another stream', () => {
    const order = (seed: number, stream: number) =>
      Array.from({ length: 50 }, (_, i) => permuted(i, 50, seed, stream)).join();
    const orders = [order(1, 0), order(1, 1), order(2, 0), order(4294967297, 0)];
    expect(new Set(orders).size).toBe(4);
  });

  test('reaches a place of 2³⁰', () => {
    expect(permuted(2 ** 30 - 1, 2 ** 30, 5, 1)).toBeLessThan(2 ** 30);
  });
});

describe('a Latin hypercube', () => {
  test('has one point in every stratum of every dimension', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), fc.nat(5), (count, seed, dimension) => {
        const strata = Array.from({ length: count }, (_, point) =>
          Math.floor(fractionAt('latin hypercube', point, dimension, count, seed) * count),
        );
        expect([...strata].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
      }),
    );
  });
});

describe("Sobol's sequence", () => {
  // The first points of new-joe-kuo-6.21201 in three dimensions, as its authors' program prints them.
  test('begins as published', () => {
    const points = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((d) => sobol(i, d)));
    expect(points).toEqual([
      [0, 0, 0],
      [0.5, 0.5, 0.5],
      [0.75, 0.25, 0.25],
      [0.25, 0.75, 0.75],
      [0.375, 0.375, 0.625],
      [0.875, 0.875, 0.125],
      [0.625, 0.125, 0.875],
      [0.125, 0.625, 0.375],
    ]);
  });

  test('fills 2ᵏ strata of each of its 16 dimensions with one point each', () => {
    for (let dimension = 0; dimension < 16; dimension++) {
      const strata = new Set(Array.from({ length: 1024 }, (_, i) => Math.floor(sobol(i, dimension) * 1024)));
      expect(strata.size).toBe(1024);
    }
  });

  test('is evener than chance in every pair of dimensions', () => {
    const count = 256;
    const random = new Random(3);
    const chance = Array.from({ length: count }, () => [random.uniform(), random.uniform()]);
    const worst = discrepancy(chance);
    for (let a = 0; a < 16; a++)
      for (let b = a + 1; b < 16; b++) {
        const points = Array.from({ length: count }, (_, i) => [sobol(i, a), sobol(i, b)]);
        expect(discrepancy(points)).toBeLessThan(worst);
      }
  });
});

/** Warnock's closed form of the centred-at-the-origin L2 star discrepancy, squared. */
function discrepancy(points: readonly (readonly number[])[]): number {
  const n = points.length;
  let single = 0;
  let double = 0;
  for (const p of points) {
    single += p.reduce((product, x) => product * (1 - x * x), 1);
    for (const q of points) double += p.reduce((product, x, k) => product * (1 - Math.max(x, q[k])), 1);
  }
  return 1 / 9 - (single * 2) / (4 * n) + double / (n * n);
}

describe('values', () => {
  const range = { kind: 'range', range: [0.1, 10], count: 5, scale: 'log' } as const;

  test('of a logarithmic range go by equal factors, from end to end', () => {
    const values = Array.from({ length: stepsOf(range) }, (_, i) => valueAtStep(range, i));
    expect([values[0], values[4]]).toEqual([0.1, 10]);
    expect(values[2]).toBeCloseTo(1, 14);
    expect(values[1] / values[0]).toBeCloseTo(values[4] / values[3], 12);
  });

  test('of a list are drawn in equal parts', () => {
    const list = { kind: 'values', values: [7, 8, 9] } as const;
    expect([0, 0.33, 0.34, 0.66, 0.67, 0.999].map((u) => valueAtFraction(list, u))).toEqual([
      7, 7, 8, 8, 9, 9,
    ]);
  });

  test('never leave their range', () => {
    fc.assert(
      fc.property(
        fc.tuple(
          fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
          fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        ),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom('linear', 'log') as fc.Arbitrary<'linear' | 'log'>,
        ([a, b], u, scale) => {
          const value = valueAtFraction({ kind: 'range', range: [a, b], count: 0, scale }, u);
          expect(value).toBeGreaterThanOrEqual(Math.min(a, b));
          expect(value).toBeLessThanOrEqual(Math.max(a, b));
        },
      ),
    );
  });
});
