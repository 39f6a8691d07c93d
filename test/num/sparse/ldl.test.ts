import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix as Dense } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { ArenaFull, createArena } from '../../../src/num/kernels/arena.ts';
import { LdlFactor } from '../../../src/num/sparse/ldl.ts';
import { analyse, FactorTooLarge, predictedFill } from '../../../src/num/sparse/ldl-symbolic.ts';
import type { Ordering } from '../../../src/num/sparse/ordering.ts';
import { multiplySymmetric, orderOf, patternFromPairs } from '../../../src/num/sparse/sparse.ts';
import { bodies, dense, laplacian3, type Matrix, matrixFromTriplets, numbers } from './cases.ts';
import { expectSameBits } from '../twin.ts';

const MiB = 1048576;

function factorOf(
  matrix: Matrix,
  options: { ordering?: Ordering; twin?: 'kernel' | 'readable'; shared?: boolean } = {},
): LdlFactor {
  const arena = createArena({ shared: options.shared, maximumBytes: 64 * MiB });
  const ldl = new LdlFactor(analyse(matrix.pattern, { ordering: options.ordering }), arena, options.twin);
  ldl.values.set(matrix.values);
  return ldl;
}

/** The largest |b - A x| for a known x, relative to |A| |x|. */
function solveError(matrix: Matrix, ldl: LdlFactor): number {
  const n = orderOf(matrix.pattern);
  const x = Float64Array.from({ length: n }, numbers(n));
  const b = new Float64Array(n);
  multiplySymmetric(matrix.pattern, matrix.values, x, b);
  const y = b.slice();
  ldl.solve(y);
  const back = new Float64Array(n);
  multiplySymmetric(matrix.pattern, matrix.values, y, back);
  const size = matrix.values.reduce((most, a) => Math.max(most, Math.abs(a)), 1e-300);
  return back.reduce((worst, value, i) => Math.max(worst, Math.abs(value - b[i])), 0) / size;
}

const cases: [string, Matrix][] = [
  ['empty', matrixFromTriplets(0, [], [], [])],
  ['1 × 1', matrixFromTriplets(1, [0], [0], [3])],
  ['diagonal', matrixFromTriplets(5, [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [1, 2, 3, 4, 5])],
  ['disconnected', bodies(40, 15, 3, 8)],
  ['chain of one block', bodies(1, 0, 6, 2)],
  ['dense, wider than a panel', bodies(30, 3000, 6, 4)],
  ['dense, single numbers', bodies(290, 30000, 1, 4)],
  ['bodies', bodies(100, 180, 6, 1)],
  ['odd blocks', bodies(83, 150, 5, 9)],
  ['vertices', bodies(150, 400, 3, 6)],
  ['grid', laplacian3(9)],
];

describe.each(cases)('%s', (_, matrix) => {
  test.each(['natural', 'degree', 'dissection'] as const)('is solved, %s ordering', (ordering) => {
    const ldl = factorOf(matrix, { ordering });
    const inertia = ldl.factor({ definite: true });
    expect(inertia).toEqual({
      complete: true,
      positive: orderOf(matrix.pattern),
      negative: 0,
      zero: 0,
      stoppedAt: -1,
    });
    expect(solveError(matrix, ldl)).toBeLessThan(1e-13);
  });

  test('gives the same bits in the kernel, shared or not, and in TypeScript', () => {
    const readable = factorOf(matrix, { twin: 'readable' });
    readable.factor();
    const n = orderOf(matrix.pattern);
    const x = Float64Array.from({ length: n }, numbers(3));
    const expected = x.slice();
    readable.solve(expected);
    for (const shared of [true, false]) {
      const kernel = factorOf(matrix, { twin: 'kernel', shared });
      kernel.factor();
      expectSameBits(kernel.lower, readable.lower, 'L');
      expectSameBits(kernel.pivots, readable.pivots, 'D');
      const actual = x.slice();
      kernel.solve(actual);
      expectSameBits(actual, expected, 'x');
    }
  });
});

test('the twins agree bit for bit on any pattern and block size, definite or not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.nat(120),
      fc.integer({ min: 1, max: 7 }),
      fc.nat(1e6),
      fc.constantFrom(1, 0.1, 0),
      (count, contacts, blockSize, seed, diagonal) => {
        const matrix = bodies(count, contacts, blockSize, seed, diagonal);
        const kernel = factorOf(matrix, { twin: 'kernel' });
        const readable = factorOf(matrix, { twin: 'readable' });
        expect(kernel.factor()).toEqual(readable.factor());
        expectSameBits(kernel.lower, readable.lower, 'L');
      },
    ),
    { numRuns: 60 },
  );
});

test('inertia counts the signs of the eigenvalues', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.nat(20),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(1e6),
      (count, contacts, blockSize, seed) => {
        const matrix = bodies(count, contacts, blockSize, seed, 0);
        const ldl = factorOf(matrix);
        const { positive, negative, zero, complete } = ldl.factor();
        const eigenvalues = new EigenvalueDecomposition(new Dense(dense(matrix))).realEigenvalues;
        fc.pre(eigenvalues.every((value) => Math.abs(value) > 1e-9));
        expect(complete).toBe(true);
        expect({ positive, negative, zero }).toEqual({
          positive: eigenvalues.filter((value) => value > 0).length,
          negative: eigenvalues.filter((value) => value < 0).length,
          zero: 0,
        });
      },
    ),
    { numRuns: 100 },
  );
});

test('a shifted grid has as many negative pivots as eigenvalues below the shift', () => {
  const N = 8;
  const shift = 4.3;
  const inertia = factorOf(laplacian3(N, -shift)).factor();
  const wave = (k: number) => 2 - 2 * Math.cos((k * Math.PI) / (N + 1));
  let below = 0;
  for (let i = 1; i <= N; i++)
    for (let j = 1; j <= N; j++)
      for (let k = 1; k <= N; k++) if (wave(i) + wave(j) + wave(k) < shift) below++;
  expect(inertia.negative).toBe(below);
  expect(inertia.zero).toBe(0);
});

describe('singular matrices', () => {
  /** A free ring of springs: constant vectors cost nothing. */
  const n = 50;
  const ring = matrixFromTriplets(
    n,
    Array.from({ length: 2 * n }, (_, k) => (k < n ? k : k - n)),
    Array.from({ length: 2 * n }, (_, k) => (k < n ? k : (k - n + 1) % n)),
    Array.from({ length: 2 * n }, (_, k) => (k < n ? 2 : -1)),
  );

  test('the zero pivot is counted and a consistent system still solved', () => {
    const ldl = factorOf(ring);
    expect(ldl.factor()).toMatchObject({ complete: true, positive: n - 1, negative: 0, zero: 1 });
    const b = Float64Array.from({ length: n }, numbers(2));
    const mean = b.reduce((sum, value) => sum + value, 0) / n;
    for (let i = 0; i < n; i++) b[i] -= mean;
    const x = b.slice();
    ldl.solve(x);
    expect(ldl.refine(b, x)).toBeLessThan(1e-13);
  });

  test('Cholesky stops there, names the unknown, and there is nothing to solve with', () => {
    const ldl = factorOf(ring);
    const { complete, stoppedAt, zero } = ldl.factor({ definite: true });
    expect(complete).toBe(false);
    expect(zero).toBe(1);
    expect(stoppedAt).toBe(ldl.symbolic.order[n - 1]);
    expect(() => ldl.solve(new Float64Array(n))).toThrow(/no factor/);
    ldl.values.set(laplacianLike(ring));
    expect(ldl.factor({ definite: true }).complete).toBe(true);
  });

  test('a zero that two terms of opposite sign leave behind is seen, wherever they come from', () => {
    const random = numbers(77);
    let rounded = 0;
    for (let round = 0; round < 100; round++) {
      // an arrow of 1/a, -1/b and an empty arm: its last pivot is v²/b - u²/a = 0 up to rounding
      const [a, u, v] = [1.5 + random(), 1.5 + random(), 1.5 + random()];
      const arms = [a, (-v * v * a) / (u * u), 1, 0, u, v, 0];
      const apart = matrixFromTriplets(4, [0, 1, 2, 3, 3, 3, 3], [0, 1, 2, 3, 0, 1, 2], arms);
      // joined by zeros the arms share one panel with the last column
      const joined = matrixFromTriplets(
        4,
        [0, 1, 2, 3, 3, 3, 3, 1, 2],
        [0, 1, 2, 3, 0, 1, 2, 0, 1],
        [...arms, 0, 0],
      );
      for (const matrix of [apart, joined]) {
        const ldl = factorOf(matrix, { ordering: 'natural' });
        expect(ldl.factor()).toMatchObject({ positive: 2, negative: 1, zero: 1 });
        if (ldl.factor({ tolerance: 0 }).zero === 0) rounded++;
      }
    }
    expect(rounded).toBeGreaterThan(20);
  });

  test('all zeros', () => {
    const ldl = factorOf(matrixFromTriplets(4, [1], [0], [0]));
    expect(ldl.factor()).toMatchObject({ complete: true, positive: 0, negative: 0, zero: 4 });
    const x = Float64Array.of(1, 2, 3, 4);
    ldl.solve(x);
    expect([...x]).toEqual([0, 0, 0, 0]);
  });

  test('what is not a number is reported, not spread', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const ldl = factorOf(matrixFromTriplets(3, [0, 1, 2, 1], [0, 1, 2, 0], [1, bad, 1, 0.5]));
      expect(ldl.factor()).toMatchObject({ complete: false, stoppedAt: 1 });
    }
  });

  function laplacianLike({ pattern, values }: Matrix): Float64Array {
    const stiffened = values.slice();
    for (let j = 0; j < pattern.count; j++) stiffened[pattern.starts[j]] += 0.1;
    return stiffened;
  }
});

test('Cholesky stops exactly where a matrix is not definite, LDLᵀ goes on', () => {
  const matrix = bodies(60, 110, 6, 11);
  const unknown = 6 * 17 + 4;
  matrix.values[matrix.pattern.starts[17] * 36 + 4 * 7] -= 1000;
  const ldl = factorOf(matrix);
  expect(ldl.factor({ definite: true }).complete).toBe(false);
  expect(ldl.factor()).toMatchObject({ complete: true, negative: 1, zero: 0, positive: 359 });
  expect(solveError(matrix, ldl)).toBeLessThan(1e-13);
  expect(
    factorOf(matrix, { ordering: 'natural' }).factor({ definite: true }).stoppedAt,
  ).toBeGreaterThanOrEqual(unknown);
});

test('one analysis serves many values, and a factor depends on the last values alone', () => {
  const first = bodies(80, 160, 6, 21);
  const second = bodies(80, 160, 6, 21, 2);
  const ldl = factorOf(first);
  ldl.factor();
  ldl.values.set(second.values);
  ldl.factor();
  const fresh = factorOf(second);
  fresh.factor();
  expectSameBits(ldl.lower, fresh.lower, 'L');
});

test('a long factorisation reports its progress, can be broken off, and is the same in parts', () => {
  const fractions: number[] = [];
  const progress = (fraction: number) => fractions.push(fraction);
  factorOf(laplacian3(9)).factor({ progress });
  expect(fractions).toEqual([1]);

  fractions.length = 0;
  const matrix = laplacian3(27);
  const ldl = factorOf(matrix);
  expect(ldl.factor({ progress })).toMatchObject({ complete: true, positive: 19683 });
  expect(fractions.length).toBeGreaterThan(1);
  expect(fractions[fractions.length - 1]).toBe(1);
  expect(solveError(matrix, ldl)).toBeLessThan(1e-13);

  const stop = () => {
    throw new Error('enough');
  };
  expect(() => ldl.factor({ progress: stop })).toThrow('enough');
  expect(() => ldl.solve(new Float64Array(19683))).toThrow(/no factor/);
  expect(ldl.factor().complete).toBe(true);
  expect(() => ldl.solve(new Float64Array(19683), 2)).toThrow(/2 right-hand sides/);
});

test('several right-hand sides are solved like each alone', () => {
  const matrix = bodies(50, 90, 6, 5);
  const ldl = factorOf(matrix);
  ldl.factor();
  const many = Float64Array.from({ length: 3 * 300 }, numbers(7));
  const alone = many.slice();
  ldl.solve(many, 3);
  for (let k = 0; k < 3; k++) {
    const x = alone.slice(300 * k, 300 * k + 300);
    ldl.solve(x);
    expectSameBits(many.slice(300 * k, 300 * k + 300), x, 'x');
  }
});

test('refinement recovers what a badly scaled factorisation lost', () => {
  const matrix = bodies(60, 120, 6, 31, 0.05);
  const ldl = factorOf(matrix);
  expect(ldl.factor().complete).toBe(true);
  const b = Float64Array.from({ length: 360 }, numbers(1));
  const x = b.slice();
  ldl.solve(x);
  ldl.refine(b, x);
  ldl.refine(b, x);
  expect(ldl.refine(b, x)).toBeLessThan(1e-12);
});

describe('what a factor will take', () => {
  test('is known before it is taken, and is enough', () => {
    for (const { pattern } of [laplacian3(12), bodies(300, 700, 6, 2), bodies(40, 60, 1, 2)]) {
      const { bytes, nonzeros, stored } = predictedFill(pattern);
      const arena = createArena({ maximumBytes: 256 * MiB });
      const before = arena.usedBytes;
      new LdlFactor(analyse(pattern), arena);
      const used = arena.usedBytes - before;
      expect(used).toBeLessThanOrEqual(bytes);
      expect(used).toBeGreaterThan(0.8 * (bytes - 20 * 4096));
      expect(stored).toBeGreaterThanOrEqual(nonzeros);
    }
  });

  test('works as well behind the first two gibibytes, where addresses are negative as 32-bit integers', () => {
    const matrix = bodies(60, 120, 6, 13);
    const symbolic = analyse(matrix.pattern);
    const arena = createArena({ shared: true });
    arena.u8(2200 * MiB); // reserved, never touched
    const high = new LdlFactor(symbolic, arena);
    const low = factorOf(matrix);
    high.values.set(matrix.values);
    expect(arena.offsetOf(high.values)).toBeGreaterThan(2048 * MiB);
    expect(high.factor()).toEqual(low.factor());
    expectSameBits(high.lower, low.lower, 'L');
    expect(solveError(matrix, high)).toBeLessThan(1e-13);
  });

  test('too much is refused by the arena with both sizes', () => {
    const arena = createArena({ maximumBytes: 2 * MiB });
    expect(() => new LdlFactor(analyse(laplacian3(16).pattern), arena)).toThrow(ArenaFull);
  });

  test('more than can be addressed is refused before any memory is taken', () => {
    // 40,000 unknowns all joined through one band of hubs fill in completely under the natural order
    const n = 40000;
    const { pattern } = patternFromPairs(
      n,
      1,
      Array.from({ length: n - 1 }, (_, i) => i + 1),
      new Array(n - 1).fill(0),
    );
    expect(predictedFill(pattern, { ordering: 'degree' }).nonzeros).toBe(2 * n - 1);
    expect(() => analyse(pattern, { ordering: 'natural' })).toThrow(FactorTooLarge);
  });
});
