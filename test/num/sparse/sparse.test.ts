import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addBlock,
  multiplySymmetric,
  patternFromPairs,
  type SymmetricPattern,
} from '../../../src/num/sparse/sparse.ts';
import { bodies, dense, matrixFromTriplets, numbers, valuesFor } from './cases.ts';

/** The number of block (row, column) of the lower triangle, or -1 where the pattern has none. */
function findBlock({ starts, rows }: SymmetricPattern, row: number, column: number): number {
  const at = rows.subarray(starts[column], starts[column + 1]).indexOf(row);
  return at < 0 ? -1 : starts[column] + at;
}

const pairs = (count: number) => fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 40 });

describe('a pattern from pairs', () => {
  test('holds every pair once, sorted, with the diagonal first', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }).chain((count) => fc.tuple(fc.constant(count), pairs(count))),
        ([count, list]) => {
          const { pattern, slots } = patternFromPairs(
            count,
            2,
            list.map(([i]) => i),
            list.map(([, j]) => j),
          );
          const wanted = new Set(list.map(([i, j]) => `${Math.max(i, j)},${Math.min(i, j)}`));
          for (let i = 0; i < count; i++) wanted.add(`${i},${i}`);
          expect(pattern.rows.length).toBe(wanted.size);
          for (let j = 0; j < count; j++) {
            expect(pattern.rows[pattern.starts[j]]).toBe(j);
            for (let e = pattern.starts[j]; e < pattern.starts[j + 1]; e++) {
              expect(wanted.has(`${pattern.rows[e]},${j}`)).toBe(true);
              if (e > pattern.starts[j]) expect(pattern.rows[e]).toBeGreaterThan(pattern.rows[e - 1]);
            }
          }
          list.forEach(([i, j], e) => {
            const block = findBlock(pattern, Math.max(i, j), Math.min(i, j));
            expect(slots[e]).toBe(i >= j ? block : ~block);
          });
        },
      ),
    );
  });

  test('of nothing, and of one unknown', () => {
    expect(patternFromPairs(0, 6, [], []).pattern.starts).toEqual(Int32Array.of(0));
    expect(patternFromPairs(1, 6, [], []).pattern.rows).toEqual(Int32Array.of(0));
    expect(findBlock(patternFromPairs(3, 1, [2], [0]).pattern, 1, 0)).toBe(-1);
  });

  test.each([
    [-1, 0],
    [0, 3],
    [0.5, 0],
    [Number.NaN, 0],
  ])('refuses an index outside: (%s, %s)', (i, j) => {
    expect(() => patternFromPairs(3, 1, [i], [j])).toThrow(/entry 0/);
  });
});

test('triplets at the same place and at its mirror image are summed', () => {
  const { pattern, values } = matrixFromTriplets(3, [2, 0, 2, 1, 1], [0, 2, 0, 1, 1], [1, 2, 4, 8, 16]);
  expect(values[findBlock(pattern, 2, 0)]).toBe(7);
  expect(values[findBlock(pattern, 1, 1)]).toBe(24);
});

test('blocks added through slots give the sum of the blocks, whichever way round the pair came', () => {
  const random = numbers(5);
  const list = [
    [0, 2],
    [2, 0],
    [1, 1],
    [2, 1],
  ];
  const { pattern, slots } = patternFromPairs(
    3,
    3,
    list.map(([i]) => i),
    list.map(([, j]) => j),
  );
  const values = valuesFor(pattern);
  const expected = Array.from({ length: 9 }, () => new Array<number>(9).fill(0));
  list.forEach(([i, j], e) => {
    const block = Float64Array.from({ length: 9 }, random);
    if (i === j) for (let r = 0; r < 3; r++) for (let c = 0; c < r; c++) block[c * 3 + r] = block[r * 3 + c];
    addBlock(values, 3, slots[e], block, 0);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        expected[3 * i + r][3 * j + c] += block[3 * r + c];
        if (i !== j) expected[3 * j + c][3 * i + r] += block[3 * r + c];
      }
    }
  });
  const actual = dense({ pattern, values });
  for (let r = 0; r < 9; r++)
    for (let c = 0; c < 9; c++) expect(actual[r][c]).toBeCloseTo(expected[r][c], 14);
});

test.each([1, 2, 3, 6])('the product agrees with the dense one, blocks of %i', (blockSize) => {
  for (let seed = 0; seed < 10; seed++) {
    const matrix = bodies(7, 12, blockSize, seed);
    const n = 7 * blockSize;
    const x = Float64Array.from({ length: n }, numbers(seed + 100));
    const y = new Float64Array(n).fill(9);
    multiplySymmetric(matrix.pattern, matrix.values, x, y);
    const full = dense(matrix);
    for (let i = 0; i < n; i++)
      expect(y[i]).toBeCloseTo(
        full[i].reduce((sum, a, j) => sum + a * x[j], 0),
        11,
      );
  }
});
