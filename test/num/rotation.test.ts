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
import {
  inverseLeftJacobian,
  leftJacobian,
  rotationDerivatives,
  rotationFromVector,
  rotationSecondDerivatives,
  vectorFromRotation,
} from '../../src/num/rotation.ts';

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

function multiply(a: Float64Array, b: Float64Array): Float64Array {
  const c = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) c[3 * i + j] += a[3 * i + k] * b[3 * k + j];
  return c;
}

/** The largest difference of two arrays. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs(a[i] - b[i]));
  return worst;
}

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Central differences of a vector-valued function along axis i, of sixth order: errors near 1e-12. */
function difference(f: (w: Float64Array) => Float64Array, w: Float64Array, i: number): Float64Array {
  const h = 0.01;
  const weights = [
    [1, 3 / 4],
    [2, -3 / 20],
    [3, 1 / 60],
  ];
  const sum = new Float64Array(f(w).length);
  for (const [step, weight] of weights) {
    for (const sign of [1, -1]) {
      const moved = w.slice();
      moved[i] += sign * step * h;
      const value = f(moved);
      for (let k = 0; k < sum.length; k++) sum[k] += (sign * weight * value[k]) / h;
    }
  }
  return sum;
}

function firstDerivatives(w: Float64Array): Float64Array {
  const d = new Float64Array(27);
  rotationDerivatives(d, 0, w, 0);
  return d;
}

describe('the rotation of a vector', () => {
  test('is orthogonal, keeps its axis and equals the quaternion', () => {
    for (const w of vectors()) {
      const r = rotation(w);
      const transposed = new Float64Array([r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]]);
      expect(distance(multiply(r, transposed), identity)).toBeLessThan(1e-15);
      const q = new Float64Array(4);
      quaternionFromRotationVector(q, 0, w, 0);
      const m = new Float64Array(9);
      matrixFromQuaternion(m, 0, q, 0);
      expect(distance(r, m)).toBeLessThan(1e-15);
    }
  });

  test('has the first derivatives that finite differences have', () => {
    for (const w of vectors()) {
      const d = firstDerivatives(w);
      for (let i = 0; i < 3; i++) {
        expect(distance(d.slice(9 * i, 9 * i + 9), difference(rotation, w, i)), `w = ${w}`).toBeLessThan(
          1e-11,
        );
      }
    }
  });

  test('has the second derivatives that finite differences have', () => {
    for (const w of vectors()) {
      const d = new Float64Array(54);
      rotationSecondDerivatives(d, 0, w, 0);
      let at = 0;
      for (let i = 0; i < 3; i++) {
        const slope = difference(firstDerivatives, w, i);
        for (let j = i; j < 3; j++, at += 9) {
          expect(distance(d.slice(at, at + 9), slope.slice(9 * j, 9 * j + 9)), `w = ${w}`).toBeLessThan(
            1e-11,
          );
        }
      }
    }
  });

  test('has derivatives without a jump where the series ends', () => {
    const below = new Float64Array([0.6, 0, 0.8 - 1e-15]);
    const above = new Float64Array([0.6, 0, 0.8 + 1e-15]);
    for (const [f, size] of [
      [rotationDerivatives, 27],
      [rotationSecondDerivatives, 54],
      [leftJacobian, 9],
      [inverseLeftJacobian, 9],
    ] as const) {
      const a = new Float64Array(size);
      const b = new Float64Array(size);
      f(a, 0, below, 0);
      f(b, 0, above, 0);
      expect(distance(a, b)).toBeLessThan(2e-14);
    }
  });
});

describe('the left Jacobian', () => {
  test('is the tangent of the exponential map: ∂R/∂wᵢ = [J eᵢ]× R', () => {
    for (const w of vectors()) {
      const j = new Float64Array(9);
      leftJacobian(j, 0, w, 0);
      const d = firstDerivatives(w);
      for (let i = 0; i < 3; i++) {
        const [x, y, z] = [j[i], j[3 + i], j[6 + i]];
        const turned = multiply(new Float64Array([0, -z, y, z, 0, -x, -y, x, 0]), rotation(w));
        expect(distance(d.slice(9 * i, 9 * i + 9), turned)).toBeLessThan(1e-14);
      }
    }
  });

  test('times its inverse is the identity', () => {
    for (const w of vectors()) {
      const j = new Float64Array(9);
      const inverse = new Float64Array(9);
      leftJacobian(j, 0, w, 0);
      inverseLeftJacobian(inverse, 0, w, 0);
      expect(distance(multiply(j, inverse), identity), `w = ${w}`).toBeLessThan(5e-15);
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

  test('keeps tiny vectors to relative accuracy through the quaternion', () => {
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
      expect(distance(multiply(a, b), ab)).toBeLessThan(2e-15);

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
});
