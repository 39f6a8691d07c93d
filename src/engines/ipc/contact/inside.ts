// Whether a point is inside a body: nothing of what lies there as a whole is near a face.

import type { Mesh } from '../../../geometry/index.ts';
import { closednessOf, windingNumber } from '../../../geometry/surface/index.ts';

const solid = new WeakMap<Mesh, boolean>();

export function isSolid(mesh: Mesh): boolean {
  const known = solid.get(mesh) ?? closednessOf(mesh).closed;
  solid.set(mesh, known);
  return known;
}

/** Whether the closed surface of a mesh, its vertices at these places, goes around the point at from[at…]. */
export function surrounds(
  positions: Float64Array,
  { faces }: Mesh,
  from: ArrayLike<number>,
  at: number,
): boolean {
  const withPoint = new Float64Array(positions.length + 3);
  withPoint.set(positions);
  for (let k = 0; k < 3; k++) withPoint[positions.length + k] = from[at + k];
  return Math.abs(windingNumber(withPoint, Array.from(faces), positions.length / 3)) >= 0.5;
}
