// A floor: a rectangle without thickness, solid below as far as anything is looked for.

import { faceCoordinates } from '../../../geometry/distance/index.ts';
import type { ModalBody } from '../bodies/body.ts';

const place = new Float64Array(3);

/** Above the plane [m]; y in its own coordinates. */
export function planeHeight({ normal, surface }: ModalBody, y: Float64Array): number {
  const { positions } = surface;
  return (
    normal[0] * (y[0] - positions[0]) + normal[1] * (y[1] - positions[1]) + normal[2] * (y[2] - positions[2])
  );
}

/** Whether a point is above or below the rectangle, not beside it. */
export function isInPlane({ surface }: ModalBody, y: Float64Array): boolean {
  const { positions, faces } = surface;
  for (let f = 0; f < faces.length; f += 3) {
    if (isInFace(positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2], y)) return true;
  }
  return false;
}

/** By the signs of the three areas that the point makes with the edges, seen along the face's normal. */
function isInFace(x: Float64Array, a: number, b: number, c: number, y: Float64Array): boolean {
  faceCoordinates(place, x, a, b, c, y);
  const [s, t, size] = place;
  const hair = 1e-9 * size;
  return s >= -hair && t >= -hair && s + t <= size + hair;
}
