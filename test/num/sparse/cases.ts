// Matrices for the tests and benchmarks of the sparse solvers.

import { patternFromPairs, type SymmetricPattern } from '../../../src/num/sparse/sparse.ts';

export interface Matrix {
  readonly pattern: SymmetricPattern;
  readonly values: Float64Array;
}

/** Room for the values of a pattern, all zero. */
export function valuesFor(pattern: SymmetricPattern): Float64Array {
  return new Float64Array(pattern.rows.length * pattern.blockSize * pattern.blockSize);
}

/** A matrix of single numbers from triplets; those at the same place (or its mirror image) are summed. */
export function matrixFromTriplets(
  order: number,
  rows: ArrayLike<number>,
  columns: ArrayLike<number>,
  entries: ArrayLike<number>,
): { pattern: SymmetricPattern; values: Float64Array; slots: Int32Array } {
  const { pattern, slots } = patternFromPairs(order, 1, rows, columns);
  const values = valuesFor(pattern);
  for (let e = 0; e < slots.length; e++) values[slots[e] < 0 ? ~slots[e] : slots[e]] += entries[e];
  return { pattern, values, slots };
}

/** Numbers in [-1, 1) from a seed: the tests only need variety. */
export function numbers(seed: number): () => number {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let mixed = state ^ (state >>> 15);
    mixed = Math.imul(mixed, 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2147483648 - 1;
  };
}

/** The seven-point Laplacian on an N × N × N grid, plus `shift` on the diagonal. */
export function laplacian3(N: number, shift = 0): Matrix {
  const rows: number[] = [];
  const columns: number[] = [];
  const entries: number[] = [];
  for (let z = 0; z < N; z++) {
    for (let y = 0; y < N; y++) {
      for (let x = 0; x < N; x++) {
        const i = (z * N + y) * N + x;
        const add = (j: number, value: number) => {
          rows.push(i);
          columns.push(j);
          entries.push(value);
        };
        add(i, 6 + shift);
        if (x > 0) add(i - 1, -1);
        if (y > 0) add(i - N, -1);
        if (z > 0) add(i - N * N, -1);
      }
    }
  }
  return matrixFromTriplets(N * N * N, rows, columns, entries);
}

/** Bodies in a random contact graph: 6 × 6 blocks, definite by diagonal dominance unless `diagonal` is small. */
export function bodies(
  count: number,
  contacts: number,
  blockSize: number,
  seed: number,
  diagonal = 1,
): Matrix {
  const random = numbers(seed);
  const pick = (n: number) => Math.min(n - 1, Math.floor(((random() + 1) / 2) * n));
  const rows: number[] = [];
  const columns: number[] = [];
  for (let c = 0; c < contacts && count > 0; c++) {
    const i = pick(count);
    // mostly neighbours, as in a pile; a few far away
    rows.push(i);
    columns.push(random() < 0.9 ? Math.min(count - 1, i + 1 + pick(4)) : pick(count));
  }
  const { pattern } = patternFromPairs(count, blockSize, rows, columns);
  const values = valuesFor(pattern);
  for (let k = 0; k < values.length; k++) values[k] = random();
  const degree = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    for (let e = pattern.starts[j] + 1; e < pattern.starts[j + 1]; e++) {
      degree[j]++;
      degree[pattern.rows[e]]++;
    }
  }
  for (let j = 0; j < count; j++) {
    for (let c = 0; c < blockSize; c++) {
      const at = pattern.starts[j] * blockSize * blockSize + c * (blockSize + 1);
      values[at] += diagonal * blockSize * (degree[j] + 1);
    }
  }
  return { pattern, values };
}

/** Both triangles, row-major. */
export function dense({ pattern, values }: Matrix): number[][] {
  const { count, blockSize: b, starts, rows } = pattern;
  const matrix = Array.from({ length: count * b }, () => new Array<number>(count * b).fill(0));
  for (let j = 0; j < count; j++) {
    for (let e = starts[j]; e < starts[j + 1]; e++) {
      for (let r = 0; r < b; r++) {
        for (let c = 0; c < b; c++) {
          if (rows[e] === j && c > r) continue;
          matrix[rows[e] * b + r][j * b + c] = values[e * b * b + r * b + c];
          matrix[j * b + c][rows[e] * b + r] = values[e * b * b + r * b + c];
        }
      }
    }
  }
  return matrix;
}
