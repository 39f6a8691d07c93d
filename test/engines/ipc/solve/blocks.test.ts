import { describe, expect, test } from 'vitest';
import {
  addSandwich,
  addTurning,
  blockSize,
  projectBlock,
} from '../../../../src/engines/ipc/solve/blocks.ts';
import { Random, rotationFromVector } from '../../../../src/num/index.ts';
import { secondDifference, smallestEigenvalue, symmetric } from '../two-bodies.ts';

const numbers = (random: Random, length: number): Float64Array =>
  Float64Array.from({ length }, () => random.between(-1, 1));

/** How the distance of two points with these arms changes with (u_a, ω_a, u_b, ω_b): three rows of twelve. */
function jacobian([ax, ay, az, bx, by, bz]: Float64Array): number[][] {
  return [
    [1, 0, 0, 0, az, -ay, -1, 0, 0, 0, -bz, by],
    [0, 1, 0, -az, 0, ax, 0, -1, 0, bz, 0, -bx],
    [0, 0, 1, ay, -ax, 0, 0, 0, -1, -by, bx, 0],
  ];
}

describe('blocks of a pair', () => {
  test('a sandwich is JᵀMJ, added to what is there', () => {
    const random = new Random(1);
    for (let turn = 0; turn < 20; turn++) {
      const arms = numbers(random, 6);
      const m = numbers(random, 6);
      const [xx, xy, xz, yy, yz, zz] = m;
      const matrix = [
        [xx, xy, xz],
        [xy, yy, yz],
        [xz, yz, zz],
      ];
      const j = jacobian(arms);
      const block = new Float64Array(2 * blockSize).fill(1);
      addSandwich(block, blockSize, arms, m);
      expect(block.subarray(0, blockSize).every((x) => x === 1)).toBe(true);
      for (let r = 0; r < 12; r++) {
        for (let c = r; c < 12; c++) {
          let sum = 0;
          for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) sum += j[i][r] * matrix[i][k] * j[k][c];
          expect(block[blockSize + 12 * r + c]).toBeCloseTo(1 + sum, 12);
        }
      }
    }
  });

  test('turning is the second derivative of g·exp(ω)r', () => {
    const random = new Random(2);
    const [g, r, omega] = [numbers(random, 4), numbers(random, 4), numbers(random, 3)];
    const block = new Float64Array(blockSize);
    addTurning(block, 13 * 3, 0.7, g, 1, r, 1);
    const full = symmetric(block, 12);
    let bend = 0;
    for (let i = 0; i < 3; i++)
      for (let k = 0; k < 3; k++) bend += omega[i] * full[12 * (3 + i) + 3 + k] * omega[k];
    const matrix = new Float64Array(9);
    const along = (s: number): number => {
      rotationFromVector(
        matrix,
        0,
        omega.map((w) => s * w),
        0,
      );
      let sum = 0;
      for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) sum += g[1 + i] * matrix[3 * i + k] * r[1 + k];
      return 0.7 * sum;
    };
    expect(bend).toBeCloseTo(secondDifference(along, 1e-2), 7);
  });

  test.each([
    [true, true],
    [true, false],
    [false, true],
  ])('projection takes what bends downward from the bodies that are unknowns: %s, %s', (hasA, hasB) => {
    const block = numbers(new Random(3), blockSize);
    const before = block.slice();
    projectBlock(block, 0, hasA, hasB);
    const first = hasA ? 0 : 6;
    const n = hasA && hasB ? 12 : 6;
    const part = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let k = i; k < n; k++) part[n * i + k] = block[12 * (first + i) + first + k];
    expect(smallestEigenvalue(symmetric(part, n), n)).toBeGreaterThan(-1e-12);
    // what belongs to the other body stays
    const other = hasA ? 13 * 6 : 0;
    expect(block[other] === before[other]).toBe(!(hasA && hasB));
  });
});
