// Where a body is, as its scene has it and as frames have it.
//
// Frames have the body frame: its origin is the centre of mass, its axes are those of the inertia. People place the model:
// the origin and the axes of its mesh, or of its primitive. Both are the same for boxes, balls and the like.

import type { Body, Pose } from '../scene/index.ts';
import { compose, invert } from '../scene/pose.ts';

/** The body frame of one body among poses of seven numbers each. */
export function placeOf(poses: Float64Array, body: number): Pose {
  const [x, y, z, qx, qy, qz, qw] = poses.subarray(7 * body, 7 * body + 7);
  return { position: [x, y, z], orientation: [qx, qy, qz, qw] };
}

/** The model's frame in the world, from the body frame. */
export function modelPose(body: Body, place: Pose): Pose {
  return compose(place, body.model);
}

/** The body frame in the world, from the model's frame. */
export function bodyPose(body: Body, place: Pose): Pose {
  return compose(place, invert(body.model));
}
