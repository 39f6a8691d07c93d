import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eigenSymmetric } from '../../../src/num/dense/eigen.ts';
import { luFactor, luSolve } from '../../../src/num/dense/lu.ts';
import { combineInPlace, innerProduct, innerProducts } from '../../../src/num/eigen/columns.ts';
import { lanczos, type ShiftedPencil } from '../../../src/num/eigen/lanczos.ts';
import { Random } from '../../../src/num/random.ts';

interface Dense {
  readonly n: number;
  readonly pencil: ShiftedPencil;
  readonly mass: Float64Array;
  readonly eigenvectors: Float64Array;
}

/** K = M X Λ Xᵀ M with the given eigenvalues and a random M. */
function pencilOf(lambdas: readonly number[], shift: number, seed: number): Dense {
  const n = lambdas.length;
  const random = new Random(seed);
  const b = Float64Array.from({ length: n * n }, () => random.normal());
  const mass = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) mass[i * n + j] = innerProduct(b, i * n, b, j * n, n) / n + (i === j ? 1 : 0);
  // X = M^(-1/2) Q: M-orthonormal for any orthogonal Q; here Q is M's own eigenvectors turned once more
  const { values, vectors } = eigenSymmetric(mass, n);
  const symmetric = Float64Array.from({ length: n * n }, () => 0);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) symmetric[i * n + j] = symmetric[j * n + i] = random.normal();
  const turn = eigenSymmetric(symmetric, n).vectors;
  const x = new Float64Array(n * n);
  for (let m = 0; m < n; m++)
    for (let i = 0; i < n; i++)
      for (let k = 0; k < n; k++)
        x[m * n + i] += (turn[m * n + k] * vectors[k * n + i]) / Math.sqrt(values[k]);
  const mx = new Float64Array(n * n);
  for (let m = 0; m < n; m++)
    for (let i = 0; i < n; i++) mx[m * n + i] = innerProduct(mass, i * n, x, m * n, n);
  const shifted = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = shift * mass[i * n + j];
      for (let m = 0; m < n; m++) sum += lambdas[m] * mx[m * n + i] * mx[m * n + j];
      shifted[i * n + j] = sum;
    }
  }
  const lu = luFactor(shifted, n);
  return {
    n,
    mass,
    eigenvectors: x,
    pencil: {
      order: n,
      multiplyMass: (v, vAt, y, yAt) => {
        for (let i = 0; i < n; i++) y[yAt + i] = innerProduct(mass, i * n, v, vAt, n);
      },
      solve: (v, count) => {
        for (let c = 0; c < count; c++) {
          const one = v.slice(c * n, (c + 1) * n);
          luSolve(lu, one);
          v.set(one, c * n);
        }
      },
    },
  };
}

function largestOverlap({ n, mass }: Dense, vectors: Float64Array, count: number): number {
  let worst = 0;
  const mv = new Float64Array(n);
  for (let a = 0; a < count; a++) {
    for (let i = 0; i < n; i++) mv[i] = innerProduct(mass, i * n, vectors, a * n, n);
    for (let b = 0; b < count; b++)
      worst = Math.max(worst, Math.abs(innerProduct(vectors, b * n, mv, 0, n) - (a === b ? 1 : 0)));
  }
  return worst;
}

describe('block Lanczos', () => {
  test('finds the lowest pairs of any pencil, equal ones too, whatever the block', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 1e6 }),
        (raw, wanted, block, seed) => {
          const lambdas = [...raw].sort((a, b) => a - b);
          const dense = pencilOf(lambdas, 0.5, seed);
          const count = Math.min(wanted, lambdas.length);
          const pairs = lanczos(dense.pencil, { count: wanted, block, seed });
          expect(pairs.converged).toBe(true);
          expect(pairs.count).toBe(count);
          expect(largestOverlap(dense, pairs.vectors, count)).toBeLessThan(1e-11);
          // equal eigenvalues may hide beyond the block; whatever is found is an eigenvalue
          pairs.values.forEach((theta) => {
            const lambda = 1 / theta - 0.5;
            expect(Math.min(...lambdas.map((one) => Math.abs(one - lambda)))).toBeLessThan(1e-8);
          });
          if (new Set(lambdas).size === lambdas.length) {
            pairs.values.forEach((theta, k) => {
              expect(1 / theta - 0.5).toBeCloseTo(lambdas[k], 8);
            });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('finds a four-fold eigenvalue whole with a block of four', () => {
    const lambdas = [3, 3, 3, 3, ...Array.from({ length: 60 }, (_, k) => 5 + k)];
    const pairs = lanczos(pencilOf(lambdas, 1, 7).pencil, { count: 6, block: 4 });
    const found = Array.from(pairs.values, (theta) => 1 / theta - 1);
    [3, 3, 3, 3, 5, 6].forEach((lambda, k) => {
      expect(found[k]).toBeCloseTo(lambda, 9);
    });
  });

  test('keeps away from locked vectors, through many restarts', () => {
    const lambdas = Array.from({ length: 120 }, (_, k) => 1 + 0.05 * k);
    const dense = pencilOf(lambdas, 0.2, 3);
    const locked = dense.eigenvectors.slice(0, 6 * dense.n);
    const pairs = lanczos(dense.pencil, { count: 5, block: 3, basis: 12, locked, restarts: 500 });
    expect(pairs.converged).toBe(true);
    for (let k = 0; k < 5; k++) expect(1 / pairs.values[k] - 0.2).toBeCloseTo(lambdas[6 + k], 7);
    const all = new Float64Array(11 * dense.n);
    all.set(locked);
    all.set(pairs.vectors, 6 * dense.n);
    expect(largestOverlap(dense, all, 11)).toBeLessThan(1e-10);
  });

  test('says so when the restarts do not suffice', () => {
    const lambdas = Array.from({ length: 100 }, (_, k) => 1 + 1e-3 * k);
    const pairs = lanczos(pencilOf(lambdas, 1, 5).pencil, { count: 4, block: 2, basis: 8, restarts: 1 });
    expect(pairs.converged).toBe(false);
    expect(Math.max(...pairs.errors)).toBeGreaterThan(1e-10);
  });

  test('gives the same bits for the same seed', () => {
    const dense = pencilOf([1, 2, 2, 4, 5, 6, 7, 8, 9], 1, 11);
    const first = lanczos(dense.pencil, { count: 4, seed: 5 });
    expect(lanczos(dense.pencil, { count: 4, seed: 5 }).vectors).toEqual(first.vectors);
  });
});

test('strips of long vectors give what plain loops give', () => {
  const n = 5003;
  const random = new Random(2);
  const v = Float64Array.from({ length: 3 * n }, () => random.normal());
  const out = new Float64Array(6);
  innerProducts(out, v, 0, 3, v.subarray(n), 2, n);
  let plain = 0;
  for (let i = 0; i < n; i++) plain += v[2 * n + i] * v[n + i];
  expect(out[4]).toBeCloseTo(plain, 9);
  const before = v.slice();
  combineInPlace(v, 1, 2, Float64Array.of(2, -3), 1, n);
  expect(v[n + 4000]).toBeCloseTo(2 * before[n + 4000] - 3 * before[2 * n + 4000], 12);
  expect(v[4000]).toBe(before[4000]);
});
