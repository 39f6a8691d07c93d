import { describe, expect, test } from 'vitest';
import { rootFloor, rootsInUnit, signAtRoot } from '../../../src/geometry/ccd/polynomial.ts';

/** The polynomial with these rational roots, given as [numerator, denominator]. */
function withRoots(...roots: [bigint, bigint][]): bigint[] {
  let p = [1n];
  for (const [n, d] of roots) {
    const next = new Array<bigint>(p.length + 1).fill(0n);
    p.forEach((c, i) => {
      next[i] -= n * c;
      next[i + 1] += d * c;
    });
    p = next;
  }
  return p;
}

describe('roots', () => {
  test('single, double, triple, close together and at both ends', () => {
    const third: [bigint, bigint] = [1n, 3n];
    const half: [bigint, bigint] = [1n, 2n];
    const nearThird: [bigint, bigint] = [10n ** 30n + 1n, 3n * 10n ** 30n];
    const values = (p: bigint[]): number[] => rootsInUnit(p).map(rootFloor);
    expect(values(withRoots(third))).toEqual([1 / 3]);
    expect(values(withRoots(third, third))).toEqual([1 / 3]);
    expect(values(withRoots(third, third, third))).toEqual([1 / 3]);
    expect(values(withRoots(half, half, third))).toEqual([1 / 3, 0.5]);
    expect(values(withRoots([0n, 1n], [1n, 1n], half))).toEqual([0, 0.5, 1]);
    expect(values(withRoots([-1n, 2n], [3n, 2n]))).toEqual([]);
    expect(values(withRoots(third, nearThird))).toHaveLength(2);
    // 4t² − 4t + 1 + 2⁻⁹⁰ has none, though no double shows it
    expect(values([(1n << 90n) + 1n, -(1n << 92n), 1n << 92n])).toEqual([]);
    // √½, rounded down
    expect(values([-1n, 0n, 2n])).toEqual([Math.SQRT1_2 - (Math.SQRT1_2 ** 2 > 0.5 ? 2 ** -53 : 0)]);
  });

  test('signs at irrational roots, zero where the root is shared', () => {
    const [root] = rootsInUnit([-1n, 0n, 2n]);
    expect(signAtRoot([-7071n, 10000n], root)).toBe(1);
    expect(signAtRoot([-7072n, 10000n], root)).toBe(-1);
    // (2t² − 1)(t − 3): zero at the same root
    expect(signAtRoot([3n, -1n, -6n, 2n], root)).toBe(0);
    // differs from it by 10⁻⁵⁰
    const shifted = [3n * 10n ** 50n + 1n, -(10n ** 50n), -6n * 10n ** 50n, 2n * 10n ** 50n];
    expect(signAtRoot(shifted, root)).toBe(1);
  });
});
