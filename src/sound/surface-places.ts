// Places on a surface drawn by chance, evenly by area, with the normal there.

import type { Modes } from '../modes/index.ts';
import type { Random } from '../num/index.ts';
import type { Vec3 } from '../scene/index.ts';

export interface Place {
  readonly point: Vec3;
  /** Outward, a unit vector. */
  readonly normal: Vec3;
}

export function surfacePlaces(
  { positions, faces }: Pick<Modes, 'positions' | 'faces'>,
  random: Random,
  count: number,
): Place[] {
  const triangles = faces.length / 3;
  const upTo = new Float64Array(triangles);
  const normals = new Float64Array(3 * triangles);
  let total = 0;
  for (let t = 0; t < triangles; t++) {
    const [a, b, c] = [3 * faces[3 * t], 3 * faces[3 * t + 1], 3 * faces[3 * t + 2]];
    let length = 0;
    for (let k = 0; k < 3; k++) {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      const n =
        (positions[b + i] - positions[a + i]) * (positions[c + j] - positions[a + j]) -
        (positions[b + j] - positions[a + j]) * (positions[c + i] - positions[a + i]);
      normals[3 * t + k] = n;
      length += n * n;
    }
    length = Math.sqrt(length);
    for (let k = 0; k < 3; k++) normals[3 * t + k] /= length || 1;
    total += length;
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
