import { describe, expect, test } from 'vitest';
import { matrixFromQuaternion, quaternionFromRotationVector } from '../../src/num/quaternion.ts';
import { Random } from '../../src/num/random.ts';
import { rotationFromVector, vectorFromRotation } from '../../src/num/rotation.ts';
import { distance, multiply } from './matrices.ts';

const angles = [0, 1e-12, 1e-8, 1e-5, 1e-3, 0.1, 0.5, 0.999999, 1, 1.000001, 2, 3, Math.PI - 1e-5, 4, 5, 6];

function vectors(): Float64Array[] {
  const random = new Random(17);
  return angles.flatMap((angle) =>
    [0, 1, 2].map(() => {
      const w = new Float64Array(3);
      random.unitVector(w, 0);
      return w.map((x) => x * angle);
    }),
  );
}

function rotation(w: Float64Array): Float64Array {
  const r = new Float64Array(9);
  rotationFromVector(r, 0, w, 0);
  return r;
}

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

describe('the rotation of a vector', () => {
  test('is orthogonal, keeps its axis and equals the quaternion', () => {
    for (const w of vectors()) {
      const r = rotation(w);
      const transposed = new Float64Array([r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]]);
      expect(distance(multiply(r, transposed, 3, 3, 3), identity)).toBeLessThan(1e-15);
      const q = new Float64Array(4);
      quaternionFromRotationVector(q, 0, w, 0);
      const m = new Float64Array(9);
      matrixFromQuaternion(m, 0, q, 0);
      expect(distance(r, m)).toBeLessThan(1e-15);
    }
  });
});

describe('the logarithm', () => {
  test('gives the vector back below π, and the shorter way round above', () => {
    for (const w of vectors()) {
      const angle = Math.hypot(...w);
      const back = new Float64Array(3);
      vectorFromRotation(back, 0, rotation(w), 0);
      const expected = angle <= Math.PI ? w : w.map((x) => (x * (angle - 2 * Math.PI)) / angle);
      expect(distance(back, expected), `w = ${w}`).toBeLessThan(4e-15);
      expect(Math.hypot(...back)).toBeLessThanOrEqual(Math.PI * (1 + 1e-15));
    }
  });
});
