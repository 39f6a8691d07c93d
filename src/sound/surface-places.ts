// Places on a surface drawn by chance, evenly by area, with the normal there.

import { faceNormals } from './face-normals.ts';
import type { Modes } from '../modes/index.ts';
import type { Random } from '../num/index.ts';
import type { Vec3 } from '../scene/index.ts';

export interface Place {
  readonly point: Vec3;
  /** Outward, a unit vector. */
  readonly normal: Vec3;
}

/** Random places on a surface, evenly spread. */
export function surfacePlaces(
  { positions, faces }: Pick<Modes, 'positions' | 'faces'>,
  random: Random,
  count: number,
): Place[] {
  const triangles = faces.length / 3;
  const upTo = new Float64Array(triangles);
  const { normals, lengths } = faceNormals(positions, faces);
  let total = 0;
  for (let t = 0; t < triangles; t++) {
    total += lengths[t];
    upTo[t] = total;
  }
  return Array.from({ length: count }, () => {
    const drawn = random.between(0, total);
    let t = upTo.findIndex((area) => area >= drawn);
    if (t < 0) t = triangles - 1;
    let [u, v] = [random.between(0, 1), random.between(0, 1)];
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    const at = (corner: number, k: number): number => positions[3 * faces[3 * t + corner] + k];
    const along = (k: number): number => (1 - u - v) * at(0, k) + u * at(1, k) + v * at(2, k);
    return {
      point: [along(0), along(1), along(2)],
      normal: [normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]],
    };
  });
}
