// Shapes that are asked about, besides those of the scene: any mesh, or a box.

import type { Mesh } from '../geometry/index.ts';
import { box } from '../geometry/primitives/index.ts';
import type { Pose, Vec3 } from '../scene/index.ts';
import { refuse, takeVector } from './check.ts';
import { formOf } from './form.ts';
import { Placed } from './placed.ts';

/** A mesh that does not change, or a box of this size [m] about its origin. */
export type QueryShape =
  | Mesh
  | {
      /** [m] */
      readonly size: Vec3;
    };

const pose = new Float64Array(7);

export function placeShape(shape: QueryShape, { position, orientation }: Pose): Placed {
  const form = formOf('size' in shape ? box.make({ size: shape.size }) : shape);
  if (form.count === 0)
    refuse('the shape has nothing', 'shape', undefined, 'give a mesh with faces, wires or points');
  takeVector(pose, position, 'pose.position');
  const length = Math.sqrt(orientation.reduce((sum, x) => sum + x * x, 0));
  if (!(length > 0 && length < Infinity))
    refuse(
      'this is no rotation',
      'pose.orientation',
      orientation,
      'give a quaternion x y z w other than zero',
    );
  for (let k = 0; k < 4; k++) pose[3 + k] = orientation[k] / length;
  const placed = new Placed(form);
  placed.place(pose, 0);
  return placed;
}
