// A pose in which a body lies flat: as drops leave it, its corners have sunk in unevenly by as much as they came in a step;
// scenes that are ends want it on the floor. Turned by the smallest angle, and lifted.

import { upDirection } from '../gravity.ts';
import { multiplyQuaternions, normalizeQuaternion } from '../../../num/index.ts';
import { findContactsOf } from '../collide/collider.ts';
import { ContactSet } from '../collide/contact-set.ts';
import type { Model } from '../model.ts';

/** The pose with the face it rests on flat, and its lowest point on the floor. */
export function layFlat(model: Model, body: number, end: Float64Array): Float64Array {
  const up = upDirection(model);
  const poses = model.startPoses.slice();
  poses.set(end, 7 * body);
  const { contacts, gap } = touch(model, body, poses);
  const points: number[][] = [];
  for (let c = 0; c < contacts.count; c++) {
    // The body's own point, half a gap off the contact's.
    points.push([0, 1, 2].map((k) => contacts.points[3 * c + k] + 0.5 * contacts.gaps[c] * up[k]));
  }
  const normal = new Float64Array(3);
  for (let i = 2; i < points.length; i++) {
    const [p, q] = [points[1], points[i]].map((point) => point.map((x, k) => x - points[0][k]));
    const n = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    const sign = n[0] * up[0] + n[1] * up[1] + n[2] * up[2] < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) normal[k] += sign * n[k];
  }
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (length > 0) {
    // q = (n × up, 1 + n·up), of length 1
    const [x, y, z] = Array.from(normal, (value) => value / length);
    const turn = Float64Array.of(
      y * up[2] - z * up[1],
      z * up[0] - x * up[2],
      x * up[1] - y * up[0],
      1 + x * up[0] + y * up[1] + z * up[2],
    );
    normalizeQuaternion(turn, 0);
    multiplyQuaternions(poses, 7 * body + 3, turn, 0, poses, 7 * body + 3);
  }
  const lift = length > 0 ? touch(model, body, poses).gap : gap;
  for (let k = 0; k < 3; k++) poses[7 * body + k] -= lift * up[k];
  return poses.slice(7 * body, 7 * body + 7);
}

function touch(model: Model, body: number, poses: Float64Array) {
  const contacts = new ContactSet();
  findContactsOf(model.collider, poses, Int32Array.of(body), contacts);
  let gap = Number.POSITIVE_INFINITY;
  for (let c = 0; c < contacts.count; c++) gap = Math.min(gap, contacts.gaps[c]);
  return { contacts, gap: Number.isFinite(gap) ? gap : 0 };
}
