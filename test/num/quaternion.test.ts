import { describe, expect, test } from 'vitest';
import {
  matrixFromQuaternion,
  multiplyQuaternions,
  quaternionFromMatrix,
  quaternionFromRotationVector,
  rotateByQuaternion,
  rotationVectorFromQuaternion,
  unrotateByQuaternion,
} from '../../src/num/quaternion.ts';
import { Random } from '../../src/num/random.ts';
import { distance, multiply } from './matrices.ts';

describe('quaternions', () => {
  const random = new Random(23);
  const pair = () => {
    const q = new Float64Array(8);
    random.rotation(q, 0);
    random.rotation(q, 4);
    return q;
  };

  test('rotate like their matrices, compose like them, and undo themselves', () => {
    for (let n = 0; n < 300; n++) {
      const q = pair();
      const product = new Float64Array(4);
      multiplyQuaternions(product, 0, q, 0, q, 4);
      const [a, b, ab] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)];
      matrixFromQuaternion(a, 0, q, 0);
      matrixFromQuaternion(b, 0, q, 4);
      matrixFromQuaternion(ab, 0, product, 0);
      expect(distance(multiply(a, b, 3, 3, 3), ab)).toBeLessThan(2e-15);

      const v = new Float64Array([random.normal(), random.normal(), random.normal()]);
      const turned = new Float64Array(3);
      rotateByQuaternion(turned, 0, q, 0, v, 0);
      for (let i = 0; i < 3; i++) {
        const row = a[3 * i] * v[0] + a[3 * i + 1] * v[1] + a[3 * i + 2] * v[2];
        expect(turned[i]).toBeCloseTo(row, 13);
      }
      unrotateByQuaternion(turned, 0, q, 0, turned, 0);
      expect(distance(turned, v)).toBeLessThan(4e-15);
    }
  });

  test('come back from matrices up to sign, half turns included', () => {
    const cases = Array.from({ length: 300 }, () => pair().slice(0, 4));
    for (const axis of [0, 1, 2, 3]) cases.push(new Float64Array(4).map((_, i) => (i === axis ? 1 : 0)));
    cases.push(new Float64Array([Math.SQRT1_2, Math.SQRT1_2, 0, 0]), new Float64Array([0.5, 0.5, 0.5, 0.5]));
    for (const q of cases) {
      const m = new Float64Array(9);
      matrixFromQuaternion(m, 0, q, 0);
      const back = new Float64Array(4);
      quaternionFromMatrix(back, 0, m, 0);
      const dot = q[0] * back[0] + q[1] * back[1] + q[2] * back[2] + q[3] * back[3];
      expect(
        distance(
          back,
          q.map((x) => x * Math.sign(dot)),
        ),
      ).toBeLessThan(1e-15);
    }
  });

  test('keep tiny rotation vectors to relative accuracy', () => {
    for (const size of [1e-300, 1e-100, 1e-20, 1e-9, 1e-4, 0.00011]) {
      const w = new Float64Array([0.3 * size, -0.2 * size, 0.9 * size]);
      const q = new Float64Array(4);
      quaternionFromRotationVector(q, 0, w, 0);
      const back = new Float64Array(3);
      rotationVectorFromQuaternion(back, 0, q, 0);
      expect(distance(back, w)).toBeLessThan(1e-15 * size);
    }
  });
});
