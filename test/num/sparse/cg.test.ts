import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createArena } from '../../../src/num/kernels/arena.ts';
import { type CgOptions, type CgReport, ConjugateGradients } from '../../../src/num/sparse/cg.ts';
import { LdlFactor } from '../../../src/num/sparse/ldl.ts';
import { analyse } from '../../../src/num/sparse/ldl-symbolic.ts';
import { matrixFromTriplets, multiplySymmetric } from '../../../src/num/sparse/sparse.ts';
import { SparseMatrix } from '../../../src/num/sparse/sparse-matrix.ts';
import { bodies, laplacian3, type Matrix, numbers } from '../sparse-cases.ts';

function solve(
  { pattern, values }: Matrix,
  b: Float64Array,
  options?: CgOptions,
): { report: CgReport; x: Float64Array } {
  const arena = createArena({ maximumBytes: 64 * 1048576 });
  const matrix = new SparseMatrix(pattern, arena);
  matrix.values.set(values);
  const x = new Float64Array(b.length);
  return { report: new ConjugateGradients(matrix, arena).solve(b, x, options), x };
}

function residual({ pattern, values }: Matrix, x: Float64Array, b: Float64Array): number {
  const y = new Float64Array(b.length);
  multiplySymmetric(pattern, values, x, y);
  return Math.sqrt(y.reduce((sum, value, i) => sum + (value - b[i]) * (value - b[i]), 0));
}

const size = (b: Float64Array) => Math.sqrt(b.reduce((sum, value) => sum + value * value, 0));

test('reaches the asked residual on definite matrices of any blocks', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 6 }),
      fc.nat(1e6),
      (count, blockSize, seed) => {
        const matrix = bodies(count, 2 * count, blockSize, seed);
        const b = Float64Array.from({ length: count * blockSize }, numbers(seed));
        const { report, x } = solve(matrix, b, { tolerance: 1e-11 });
        expect(report.outcome).toBe('converged');
        expect(residual(matrix, x, b)).toBeLessThanOrEqual(1.1e-11 * size(b));
      },
    ),
    { numRuns: 40 },
  );
});

test('agrees with the direct solver on a grid', () => {
  const matrix = laplacian3(12);
  const b = Float64Array.from({ length: 1728 }, numbers(1));
  const { x } = solve(matrix, b, { tolerance: 1e-12 });
  const ldl = new LdlFactor(analyse(matrix.pattern), createArena());
  ldl.values.set(matrix.values);
  ldl.factor();
  ldl.solve(b);
  for (let i = 0; i < b.length; i++) expect(x[i]).toBeCloseTo(b[i], 10);
});

test('block Jacobi solves a block diagonal matrix at once', () => {
  const matrix = bodies(20, 0, 6, 3);
  const { report } = solve(matrix, Float64Array.from({ length: 120 }, numbers(2)), { tolerance: 1e-12 });
  expect(report.outcome).toBe('converged');
  expect(report.iterations).toBe(1);
});

test('the zero right-hand side takes no iteration, and a good guess few', () => {
  const matrix = laplacian3(8);
  expect(solve(matrix, new Float64Array(512)).report).toEqual({
    outcome: 'converged',
    iterations: 0,
    residual: 0,
  });
  const arena = createArena();
  const sparse = new SparseMatrix(matrix.pattern, arena);
  sparse.values.set(matrix.values);
  const cg = new ConjugateGradients(sparse, arena);
  const b = Float64Array.from({ length: 512 }, numbers(4));
  const x = new Float64Array(512);
  const cold = cg.solve(b, x).iterations;
  expect(cold).toBeGreaterThan(5);
  expect(cg.solve(b, x).iterations).toBe(0);
});

test('says so when the matrix is not definite, not a number, or time is up', () => {
  const saddle = matrixFromTriplets(2, [0, 1, 1], [0, 1, 0], [1, 1, 3]);
  expect(solve(saddle, Float64Array.of(1, -1)).report.outcome).toBe('not definite');
  const negative = matrixFromTriplets(2, [0, 1], [0, 1], [1, -1]);
  expect(solve(negative, Float64Array.of(1, 1)).report.outcome).toBe('not definite');
  const bad = matrixFromTriplets(2, [0, 1, 1], [0, 1, 0], [1, 1, Number.NaN]);
  expect(solve(bad, Float64Array.of(1, 1)).report.outcome).toBe('not definite');
  const report = solve(laplacian3(8), new Float64Array(512).fill(1), { maxIterations: 2 }).report;
  expect(report).toMatchObject({ outcome: 'too many iterations', iterations: 2 });
});

test('a product refuses arrays that are too short or live elsewhere', () => {
  const arena = createArena();
  const sparse = new SparseMatrix(laplacian3(3).pattern, arena);
  expect(() => sparse.multiply(arena.f64(26), arena.f64(27))).toThrow(/27 unknowns/);
  expect(() => sparse.multiply(new Float64Array(27), arena.f64(27))).toThrow(/arena/);
});
