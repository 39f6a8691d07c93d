// Whether a place is inside of a body: beneath a plane, or where the faces of a closed mesh fill the whole view,
//
//   Σ Ω / 4π ≥ ½,    tan(Ω/2) = a·(b × c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|)     Van Oosterom, Strackee 1983

import { atan2 } from '../../../../num/elementary/index.ts';
import { conjugateQuaternion, rotateByQuaternion } from '../../../../num/index.ts';
import { type Body, type Mesh, meshBounds, type Vec3 } from '../../../../scene/index.ts';

export function isInside({ pose, shape }: Body, mesh: Mesh, place: Vec3): boolean {
  const { positions, faces } = mesh;
  const p = new Float64Array(3);
  const turn = new Float64Array(4);
  for (let k = 0; k < 3; k++) p[k] = place[k] - pose.position[k];
  conjugateQuaternion(turn, 0, Float64Array.from(pose.orientation), 0);
  rotateByQuaternion(p, 0, turn, 0, p, 0);
  if (shape.kind === 'plane') return isBeneath(shape.normal, meshBounds(mesh), p);
  let angle = 0;
  const corners = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  for (let t = 0; t < faces.length; t += 3) {
    corners.forEach((corner, i) => {
      for (let k = 0; k < 3; k++) corner[k] = positions[3 * faces[t + i] + k] - p[k];
    });
    angle += solidAngle(corners[0], corners[1], corners[2]);
  }
  return angle >= 2 * Math.PI - 1e-9;
}

/** Behind the sheet, and beside none of its rims. */
function isBeneath(normal: Vec3, bounds: ArrayLike<number>, p: Float64Array): boolean {
  if (normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] >= 0) return false;
  // along an axis the sheet has no thickness to be beside of
  return [0, 1, 2].every((k) => Math.abs(normal[k]) > 0.9 || (p[k] >= bounds[k] && p[k] <= bounds[3 + k]));
}

function solidAngle(a: Float64Array, b: Float64Array, c: Float64Array): number {
  const la = Math.sqrt(dot(a, a));
  const lb = Math.sqrt(dot(b, b));
  const lc = Math.sqrt(dot(c, c));
  const triple =
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
  return 2 * atan2(triple, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
