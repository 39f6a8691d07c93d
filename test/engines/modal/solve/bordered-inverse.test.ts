// The inverse that is kept while rows and columns come and go: against the matrix that it is the inverse of.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BorderedInverse } from '../../../../src/engines/modal/solve/bordered-inverse.ts';
import { Random } from '../../../../src/num/index.ts';

/** The matrix beside its inverse. */
class Both {
  readonly matrix: number[][] = [];
  readonly inverse = new BorderedInverse();
  readonly random: Random;

  constructor(seed: number, size: number) {
    this.random = new Random(seed);
    for (let i = 0; i < size; i++) this.grow();
    this.inverse.reserve(size);
    this.inverse.size = size;
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) this.inverse.entries[i * this.inverse.room + j] = this.matrix[i][j];
  }

  /** Unsymmetric, and far enough from singular. */
  grow(): void {
    const n = this.matrix.length;
    for (const row of this.matrix) row.push(0.3 * this.random.normal());
    this.matrix.push(Array.from({ length: n + 1 }, (_, j) => 0.3 * this.random.normal() + (j === n ? 4 : 0)));
  }

  add(): boolean {
    this.grow();
    const n = this.matrix.length - 1;
    this.inverse.reserve(n + 1);
    const column = Float64Array.from(this.matrix, (row) => row[n]);
    return this.inverse.add(column, Float64Array.from(this.matrix[n]));
  }

  remove(k: number): boolean {
    const last = this.matrix.length - 1;
    for (const row of this.matrix) {
      row[k] = row[last];
      row.pop();
    }
    this.matrix[k] = this.matrix[last];
    this.matrix.pop();
    return this.inverse.remove(k);
  }

  combine(to: number, from: number, share: number): void {
    for (const row of this.matrix) row[from] -= share * row[to];
    this.inverse.combine(to, from, share);
  }

  turn(a: number, b: number, angle: number): void {
    const cosine = Math.cos(angle);
    const sine = Math.sin(angle);
    const mix = (x: number, y: number): [number, number] => [cosine * x - sine * y, sine * x + cosine * y];
    for (const row of this.matrix) [row[a], row[b]] = mix(row[a], row[b]);
    for (let j = 0; j < this.matrix.length; j++)
      [this.matrix[a][j], this.matrix[b][j]] = mix(this.matrix[a][j], this.matrix[b][j]);
    this.inverse.turn(a, b, cosine, sine);
  }

  /** The largest entry of inverse · matrix − 1. */
  error(): number {
    const n = this.matrix.length;
    expect(this.inverse.size).toBe(n);
    const { entries, room } = this.inverse;
    let worst = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let sum = i === j ? -1 : 0;
        for (let k = 0; k < n; k++) sum += entries[i * room + k] * this.matrix[k][j];
        worst = Math.max(worst, Math.abs(sum));
      }
    }
    return worst;
  }
}

test('any sequence of changes leaves the inverse of what the matrix has become', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e6 }),
      fc.integer({ min: 0, max: 12 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat(), fc.nat()), { maxLength: 40 }),
      (seed, size, changes) => {
        const both = new Both(seed, size);
        expect(both.inverse.invert()).toBe(true);
        for (const [kind, first, second] of changes) {
          const n = both.matrix.length;
          const a = n > 0 ? first % n : 0;
          const b = n > 0 ? second % n : 0;
          if (kind === 0) expect(both.add()).toBe(true);
          else if (kind === 1 && n > 0) expect(both.remove(a)).toBe(true);
          else if (kind === 2 && a !== b) both.combine(a, b, 0.1);
          else if (kind === 3 && a !== b) both.turn(a, b, 0.7);
        }
        expect(both.error()).toBeLessThan(1e-9);
      },
    ),
    { numRuns: 60 },
  );
});

test('rows are exchanged where the diagonal is empty', () => {
  const inverse = new BorderedInverse();
  inverse.reserve(3);
  inverse.size = 3;
  const matrix = [0, 2, 0, 0, 0, 4, 8, 0, 0];
  for (let k = 0; k < 9; k++) inverse.entries[Math.floor(k / 3) * inverse.room + (k % 3)] = matrix[k];
  expect(inverse.invert()).toBe(true);
  const x = new Float64Array(6);
  inverse.addProduct(Float64Array.of(2, 0, 4, 0, 8, 16), x);
  expect([...x]).toEqual([1, 2, 1, 0, 1, 0]);
});

test('what is singular is said to be', () => {
  const both = new Both(3, 4);
  both.matrix[3] = both.matrix[0].map((entry, j) => entry + both.matrix[1][j]);
  const inverse = new BorderedInverse();
  inverse.reserve(4);
  inverse.size = 3;
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) inverse.entries[i * inverse.room + j] = both.matrix[i][j];
  expect(inverse.invert()).toBe(true);
  // a row that is the sum of two others
  const column = Float64Array.from(both.matrix, (row) => row[3]);
  expect(inverse.add(column, Float64Array.from(both.matrix[3]))).toBe(false);
  const empty = new BorderedInverse();
  empty.reserve(2);
  empty.size = 2;
  expect(empty.invert()).toBe(false);
});
