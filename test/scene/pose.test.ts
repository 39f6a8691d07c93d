import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compose,
  fromAxisAngle,
  fromEuler,
  fromXTo,
  invert,
  pointInFrame,
  readRotation,
  rotate,
  unitQuaternion,
} from '../../src/scene/pose.ts';
import type { Pose, Quaternion, Vec3 } from '../../src/scene/types.ts';

const close = (a: readonly number[], b: readonly number[], digits = 12) => {
  for (const [i, x] of a.entries()) expect(x).toBeCloseTo(b[i], digits);
};

const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
const vector: fc.Arbitrary<Vec3> = fc.tuple(coordinate, coordinate, coordinate);
const quaternion = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .map((q) => unitQuaternion(q) ?? ([0, 0, 0, 1] as Quaternion));
const pose: fc.Arbitrary<Pose> = fc.record({ position: vector, orientation: quaternion });

describe('rotations', () => {
  test('Euler angles turn about fixed axes, x first: R = Rz Ry Rx', () => {
    // By hand: (1,0,0) → Rx 90° keeps it → Ry 90° gives (0,0,-1) → Rz 90° keeps that.
    close(rotate(fromEuler([90, 90, 90], 'xyz'), [1, 0, 0]), [0, 0, -1]);
    // (0,1,0) → Rx 90° → (0,0,1) → Ry 90° → (1,0,0) → Rz 90° → (0,1,0)
    close(rotate(fromEuler([90, 90, 90], 'xyz'), [0, 1, 0]), [0, 1, 0]);
    // The other order: (1,0,0) → Rz 90° → (0,1,0) → Ry keeps → Rx 90° → (0,0,1)
    close(rotate(fromEuler([90, 90, 90], 'zyx'), [1, 0, 0]), [0, 0, 1]);
  });

  test('the five ways to say the same turn agree', () => {
    const half = Math.SQRT1_2;
    const wanted = [0, 0, half, half];
    close(readRotation([0, 0, 2, 2])!, wanted);
    close(readRotation({ euler: [0, 0, 90] })!, wanted);
    close(readRotation({ axis: 'z', degrees: 90 })!, wanted);
    close(readRotation({ axis: [0, 0, 5], radians: Math.PI / 2 })!, wanted);
    close(readRotation({ vector: [0, 0, Math.PI / 2] })!, wanted);
  });

  test('what has no direction is refused', () => {
    expect(readRotation([0, 0, 0, 0])).toBeUndefined();
    expect(readRotation({ axis: [0, 0, 0], degrees: 3 })).toBeUndefined();
  });

  test('many turns cost no digits', () => {
    close(
      readRotation({ axis: 'y', degrees: 360 * 1e9 + 30 })!,
      readRotation({ axis: 'y', degrees: 30 })!,
      14,
    );
  });

  test('x is turned onto any direction', () => {
    fc.assert(
      fc.property(vector, (v) => {
        const q = fromXTo(v);
        const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        fc.pre(length > 1e-100);
        close(
          rotate(q!, [1, 0, 0]),
          v.map((x) => x / length),
          9,
        );
      }),
    );
    close(rotate(fromXTo([-1, 0, 0])!, [1, 0, 0]), [-1, 0, 0]);
    close(rotate(fromXTo([-1, 1e-9, 0])!, [1, 0, 0]), [-1, 0, 0], 8);
  });
});

describe('poses', () => {
  test('a pose and its inverse are no motion', () => {
    fc.assert(
      fc.property(pose, (p) => {
        const q = compose(p, invert(p));
        close(q.position, [0, 0, 0], 10);
        expect(Math.abs(q.orientation[3])).toBeCloseTo(1, 12);
      }),
    );
  });

  test('composition is associative and agrees with moving points', () => {
    fc.assert(
      fc.property(pose, pose, vector, (a, b, v) => {
        const inner = compose(b, { position: v, orientation: [0, 0, 0, 1] });
        close(
          compose(compose(a, b), { position: v, orientation: [0, 0, 0, 1] }).position,
          compose(a, inner).position,
          9,
        );
        close(pointInFrame(a, compose(a, { position: v, orientation: [0, 0, 0, 1] }).position), v, 9);
      }),
    );
  });

  test('an axis and an angle turn by that angle', () => {
    close(rotate(fromAxisAngle([0, 1, 0], Math.PI / 6)!, [1, 0, 0]), [Math.sqrt(3) / 2, 0, -0.5]);
  });
});
