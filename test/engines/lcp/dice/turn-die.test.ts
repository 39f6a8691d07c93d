import { describe, expect, test } from 'vitest';
import { composeTurns, cubeRotations, faceUp } from '../../../../src/engines/lcp/dice/turn-die.ts';
import type { Quaternion } from '../../../../src/scene/index.ts';

describe('the rotations of the cube', () => {
  test('are 24 different ones, closed under composition', () => {
    const same = (a: Quaternion, b: Quaternion) =>
      Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]) > 1 - 1e-12;
    expect(cubeRotations).toHaveLength(24);
    cubeRotations.forEach((a, i) => {
      expect(cubeRotations.findIndex((b) => same(a, b))).toBe(i);
      for (const b of cubeRotations)
        expect(cubeRotations.some((c) => same(composeTurns(a, b), c))).toBe(true);
    });
  });

  test('bring every face up four times', () => {
    const counts = new Map<number, number>();
    for (const turn of cubeRotations) {
      const { face, flatness } = faceUp(turn);
      expect(flatness).toBeCloseTo(1, 12);
      counts.set(face, (counts.get(face) ?? 0) + 1);
    }
    expect([...counts.values()]).toEqual([4, 4, 4, 4, 4, 4]);
  });
});
