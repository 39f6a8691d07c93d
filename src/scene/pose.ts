// Poses as scenes write them: composing frames and reading the five ways to say a rotation.

import { cos, sin } from '../num/elementary/index.ts';
import { multiplyQuaternions, quaternionFromRotationVector, rotateByQuaternion } from '../num/index.ts';
import type { RotationFile } from './schema/values.ts';
import type { Pose, Quaternion, Vec3 } from './types.ts';

export const noRotation: Quaternion = Object.freeze([0, 0, 0, 1] as const);
export const atOrigin: Pose = Object.freeze({
  position: Object.freeze([0, 0, 0] as const),
  orientation: noRotation,
});

const axes: Readonly<Record<'x' | 'y' | 'z', Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

export function axisOf(axis: 'x' | 'y' | 'z' | Vec3): Vec3 {
  return typeof axis === 'string' ? axes[axis] : axis;
}

/** The unit quaternion of a rotation, or undefined where its quaternion or axis has no length. */
export function readRotation(rotation: RotationFile): Quaternion | undefined {
  if (Array.isArray(rotation)) return unitQuaternion(rotation);
  if ('euler' in rotation) return fromEuler(rotation.euler, rotation.order ?? 'xyz');
  if ('vector' in rotation) return fromRotationVector(rotation.vector);
  const angle = 'degrees' in rotation ? radians(rotation.degrees) : rotation.radians;
  return fromAxisAngle(axisOf(rotation.axis), angle);
}

export function radians(degrees: number): number {
  // Whole turns first: a thousand revolutions cost no digits.
  return ((degrees % 360) * Math.PI) / 180;
}

export function fromAxisAngle(axis: Vec3, angle: number): Quaternion | undefined {
  const unit = unitVector(axis);
  if (unit === undefined) return undefined;
  const s = sin(angle / 2);
  return [s * unit[0], s * unit[1], s * unit[2], cos(angle / 2)];
}

export function fromRotationVector(vector: Vec3): Quaternion {
  const q = new Float64Array(4);
  quaternionFromRotationVector(q, 0, Float64Array.from(vector), 0);
  return [q[0], q[1], q[2], q[3]];
}

/** Turns about fixed axes one after the other, the first letter first: "xyz" is R = Rz Ry Rx. */
export function fromEuler(degrees: Vec3, order: string): Quaternion {
  let q: Quaternion = noRotation;
  for (const letter of order as Iterable<'x' | 'y' | 'z'>) {
    const half = radians(degrees['xyz'.indexOf(letter)]) / 2;
    const [x, y, z] = axes[letter];
    const s = sin(half);
    q = multiply([s * x, s * y, s * z, cos(half)], q);
  }
  return q;
}

/** The rotation that takes x to the given direction by the shortest way. */
export function fromXTo(direction: Vec3): Quaternion | undefined {
  const u = unitVector(direction);
  if (u === undefined) return undefined;
  // q ∝ (x × u, 1 + x·u); near u = -x the sum 1 + x·u is taken without cancellation.
  const across = u[1] * u[1] + u[2] * u[2];
  const w = u[0] < 0 ? across / (1 - u[0]) : 1 + u[0];
  return unitQuaternion([0, -u[2], u[1], w]) ?? [0, 0, 1, 0];
}

function unitVector(v: Vec3): Vec3 | undefined {
  const largest = Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
  if (!(largest > 0) || largest === Infinity) return undefined;
  const [x, y, z] = [v[0] / largest, v[1] / largest, v[2] / largest];
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

export function unitQuaternion(q: readonly number[]): Quaternion | undefined {
  const largest = Math.max(...q.map(Math.abs));
  if (!(largest > 0) || largest === Infinity) return undefined;
  const [x, y, z, w] = q.map((part) => part / largest);
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
}

export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  const q = new Float64Array(4);
  multiplyQuaternions(q, 0, Float64Array.from(a), 0, Float64Array.from(b), 0);
  return [q[0], q[1], q[2], q[3]];
}

export function conjugate(q: Quaternion): Quaternion {
  return [0 - q[0], 0 - q[1], 0 - q[2], q[3]];
}

export function rotate(q: Quaternion, v: Vec3): Vec3 {
  const out = new Float64Array(3);
  rotateByQuaternion(out, 0, Float64Array.from(q), 0, Float64Array.from(v), 0);
  return [out[0], out[1], out[2]];
}

/** The pose of an inner frame, given in an outer frame, in the outer frame's own surroundings. */
export function compose(outer: Pose, inner: Pose): Pose {
  const p = rotate(outer.orientation, inner.position);
  return {
    position: [outer.position[0] + p[0], outer.position[1] + p[1], outer.position[2] + p[2]],
    orientation: multiply(outer.orientation, inner.orientation),
  };
}

export function invert(pose: Pose): Pose {
  const orientation = conjugate(pose.orientation);
  const p = rotate(orientation, pose.position);
  return { position: [0 - p[0], 0 - p[1], 0 - p[2]], orientation };
}

/** A world point in the coordinates of a frame. */
export function pointInFrame(pose: Pose, point: Vec3): Vec3 {
  const [x, y, z] = pose.position;
  return rotate(conjugate(pose.orientation), [point[0] - x, point[1] - y, point[2] - z]);
}
