// Angles about x, y and z from a rotation, as the fields of the panel show them: R = Rz Ry Rx, fixed axes, "xyz".

import { readRotation } from '../../../../src/scene/pose.ts';
import type { RotationFile } from '../../../../src/scene/schema/index.ts';
import type { Quaternion } from '../../../../src/scene/index.ts';
import { roundDegrees } from './round.ts';

const DEGREES = 180 / Math.PI;

/** [degrees] */
export function eulerOf(rotation: RotationFile | undefined): [number, number, number] {
  if (rotation === undefined) return [0, 0, 0];
  if (!Array.isArray(rotation) && 'euler' in rotation && (rotation.order ?? 'xyz') === 'xyz')
    return [...rotation.euler];
  return eulerOfQuaternion(readRotation(rotation) ?? [0, 0, 0, 1]);
}

export function eulerOfQuaternion([x, y, z, w]: Quaternion): [number, number, number] {
  const sinY = 2 * (w * y - z * x);
  // Looking straight up or down, x and z turn about one axis: all of it is given to z.
  if (Math.abs(sinY) > 1 - 1e-12)
    return [
      0,
      roundDegrees(90 * Math.sign(sinY)),
      roundDegrees(-2 * Math.sign(sinY) * Math.atan2(x, w) * DEGREES),
    ];
  return [
    roundDegrees(Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) * DEGREES),
    roundDegrees(Math.asin(sinY) * DEGREES),
    roundDegrees(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) * DEGREES),
  ];
}
